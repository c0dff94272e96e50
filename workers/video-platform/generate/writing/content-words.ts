import { everyWord, isForeign, stopWords } from '../../../lib/text/words.js';
import type { Brief } from './brief.js';
import { different } from './guarantees.js';
import { packs } from './packs.js';
import { isGermanClause, readClause, readQuestion } from './question.js';
import { headOf, subjectOfThing, withoutPart } from './subject.js';
import { isHeadline, isHeadlineVerb } from './topic-shape.js';

/** An article or preposition that is elided before a word: l'anglais, dell'arte. English clitics stand behind. */
const ELIDED = /^(?:[ldjnsmtc]|qu|un|dell|all|nell|sull|dall|quell|gl)['’](?=\p{L}{2})/iu;
/** The pronouns that a French question hangs on its verb: "ronronnent-ils". */
const ASKING = /-(?:t-)?(?:je|tu|ils?|elles?|on|nous|vous|ce)$/iu;
/** What stands before the thing that a question or a statement is about. */
const ARTICLES: Readonly<Record<string, RegExp>> = {
  en: /^(?:the|my|our|your|his|her|their)$/iu,
  es: /^(?:el|la|los|las|mi|mis|tu|tus|su|sus)$/iu,
  fr: /^(?:le|la|les|mon|ma|mes|ton|ta|tes|notre|nos|votre|vos)$/iu,
  de: /^(?:der|die|das|den|mein|meine|unser|unsere)$/iu,
  pt: /^(?:o|os|as|meu|minha|meus|minhas|nosso|nossa)$/iu,
  it: /^(?:il|lo|la|i|gli|le|mio|mia|miei|mie)$/iu,
};
/** What a clause on the word before it begins with, so that a verb follows. */
const RELATIVE = /^(?:que|qui|che|who|that|which)$/iu;
const CLITIC = /^(?:no|non|não|ne|se|si|me|mi|te|ti|lo|s)$/iu;

/** Question words behind which the verb stands at once. */
const ASKS = /^(?:qué|cómo|cuándo|dónde|perché|come|quando|dove|pourquoi|comment|quand|que|como|onde)$/iu;

/** What stands between two that are compared. */
const AGAINST = /^(?:vs|versus)$/iu;

/** Forms that verbs alone have, in sentences. Infinitives are told by what stands before them too. */
const VERB_FORMS: Readonly<Record<string, RegExp>> = {
  en: /^(?!(?:bed|red|seed|feed|need|weed|speed|breed|reed|deed|hundred|shed|sled)$).*(?:[^e]ed|eed)$|^(?:open|learnt|makes|made|works?|happens?|goes|gets|keeps|lives|lost|won|bought|built|found|changed|means|taught|told|said|went|came|gave|took|knew|kept|got|began|became|wrote|brought|sold|caught|chose|fell|grew|sent|understood|stole|threw)$/u,
  es: /(?:ó|aron|ieron|é)$|^(?!(?:mar|bar|azúcar|hogar|lugar|mujer|taller|poder|placer|líder|collar|altar)$).{2,}[aei]r(?:se|lo|la)?$/u,
  fr: /^(?!(?:mer|hiver|fer|enfer|plaisir|avenir|cuir|métier|papier|cahier)$).{2,}(?<!i)(?:er|ir)$|^(?:appris|fait|dit|mis|pris|changé|trouvé|perdu|gagné|fuit|ronronnent)$/u,
  pt: /(?:ou|eu|iu|aram|eram|iram)$|^(?!(?:mar|bar|açúcar|lar|lugar|mulher|colher|prazer|céu|museu|chapéu|troféu|europeu|ateu|pneu)$).{2,}[aei]r(?:-se|-lo|-la)?$/u,
  it: /^(?!(?:gatto|stato|mercato|gelato|passato|cioccolato|prato|mare|altare|cellulare|cuore)$).{2,}(?:[aei]re|[aei]rsi|ato|uto)$/u,
};
const GERUND = /(?:ando|iendo|endo|indo)$/u;
/** A German word in lower case is no thing, unlike an iPhone. */
const GERMAN_NO_NOUN = /^\p{Ll}(?!\p{Lu})/u;

interface Told {
  readonly word: string;
  /** Whether it says nothing by itself: a stop word, an article, a clitic. */
  readonly isSmall: boolean;
  readonly isVerb: boolean;
}

/** What of a topic its words are taken from: its subject, without the words for kind, part and place in a list. */
export function subjectIn({ topic, genre, composed }: Brief): string {
  const pack = packs.of(composed);
  const { subject, action } = readQuestion(topic.natural, composed);
  switch (topic.shape) {
    case 'thing':
      return readClause(topic.natural, composed)?.subject ?? subjectOfThing(topic, genre, pack, { isBare: true });
    case 'action':
      return withoutPart(topic.natural, pack.phrases.part ?? []);
    case 'question':
      return action ?? subject ?? headOf(topic.natural, composed);
    case 'statement':
      return topic.natural;
  }
}

/** The title between quotation marks in a phrase. */
const TITLE = /[“«„]\s?([^“”«»„]+?)\s?[”»“]/u;

/** What is looked for as it is, and not word by word: the two of a comparison, the title of a work. */
function wholes(brief: Brief, subject: string): readonly string[] | undefined {
  if (brief.topic.sides) return brief.topic.sides;
  const title = TITLE.exec(subject)?.[1];
  return title === undefined ? undefined : [title];
}

/** The words of the topic's subject as they are typed, without elided articles, each with what it seems to be. */
function told(brief: Brief): Told[] {
  const { topic, composed } = brief;
  const subject = subjectIn(brief);
  const known = wholes(brief, subject);
  if (known) return known.map((word) => ({ word, isSmall: false, isVerb: false }));
  const stops = stopWords(composed);
  const romance = composed !== 'en' && composed !== 'de';
  const asks = topic.shape === 'question' && composed === 'fr';
  const typed = everyWord(subject).map((word) => (romance ? word.replace(ELIDED, '') : word));
  const words = typed.map((word) => (asks ? word.replace(ASKING, '') : word));
  const isSentence = topic.shape === 'question' || topic.shape === 'statement';
  const isNews = isHeadline(topic.natural, composed);
  const verb = (topic.action ?? readQuestion(topic.natural, composed).action)?.split(' ')[0];
  return words.map((word, at) => {
    const small = word.toLowerCase().replaceAll('’', "'");
    const before =
      words
        .slice(0, at)
        .reverse()
        .find((one) => !CLITIC.test(one)) ?? '';
    const isDeclined = isGermanClause(topic.natural, composed) && GERMAN_NO_NOUN.test(word);
    const isInflected = isDeclined || (isSentence && (VERB_FORMS[composed]?.test(small) ?? false));
    // "¿Por qué pierden los árboles las hojas?": the verb stands before its subject.
    const next = words[at + 1] ?? '';
    const isAskedOf =
      word !== typed[at] ||
      (topic.shape === 'question' &&
        romance &&
        ASKS.test(words[at - 1] ?? '') &&
        (ARTICLES[composed]?.test(next) ?? false));
    const isNewsVerb = isNews && isHeadlineVerb(small, composed);
    const isVerb =
      word === verb ||
      isInflected ||
      isAskedOf ||
      isNewsVerb ||
      (romance && (RELATIVE.test(before) || GERUND.test(small)));
    return { word, isSmall: stops.has(small) || CLITIC.test(small) || AGAINST.test(small), isVerb };
  });
}

const isLongEnough = (word: string): boolean => !/^[\p{Script=Latin}\p{N}]{1,2}$/u.test(word);

/**
 * The content words of a brief, those that say something by themselves: keywords' first, in the letter case that they
 * are typed in; verbs only when there is nothing else.
 */
export function contentWords(brief: Brief): string[] {
  const words = told(brief).filter(({ word, isSmall }) => !isSmall && isLongEnough(word));
  const things = words.filter(({ isVerb }) => !isVerb);
  const stops = stopWords(brief.composed);
  const ofKeywords = brief.keywords
    .flatMap(everyWord)
    .filter((word) => !stops.has(word.toLowerCase()) && isLongEnough(word));
  return different([
    ...ofKeywords,
    ...(things.length > 0 ? things : words).map(({ word }) => word.replace(/['’]s$/u, '')),
  ]);
}

/** The content words that are things: what the sentence is about first, then names, then others; any word when there is no such. */
export function namingWords(brief: Brief): string[] {
  const { topic, composed } = brief;
  const words = contentWords(brief);
  const things = words.filter(
    (word) => !(composed === 'en' && word.endsWith('ing')) && !(composed === 'de' && GERMAN_NO_NOUN.test(word)),
  );
  const some = things.length > 0 ? things : words.length > 0 ? words : everyWord(topic.natural);
  const all = everyWord(topic.natural).map((word) => word.replace(ELIDED, ''));
  const isSubject = (word: string) => ARTICLES[composed]?.test(all[all.indexOf(word) - 1] ?? '') ?? false;
  const isSentence =
    (topic.shape === 'question' || topic.shape === 'statement') && !isHeadline(topic.natural, composed);
  const subject = isSentence ? some.find(isSubject) : undefined;
  const names = composed === 'de' ? [] : some.filter((word) => /^\p{Lu}/u.test(word));
  return different([...(subject === undefined ? [] : [subject]), ...names, ...some]);
}

/** What a statement is about, with its article: "my cat learned to open doors" → "my cat". */
export function subjectOf(brief: Brief): string | undefined {
  // A headline is about what it tells, and not about its name.
  if (isHeadline(brief.topic.natural, brief.composed)) return undefined;
  const all = everyWord(brief.topic.natural);
  const isWord = new Set(namingWords(brief).map((word) => word.toLowerCase()));
  const at = all.findIndex(
    (word, place) => isWord.has(word.toLowerCase()) && ARTICLES[brief.composed]?.test(all[place - 1] ?? ''),
  );
  return at === 1 ? `${all[0]} ${all[1]}` : undefined;
}

/** What a question is about, with its article in Romance languages: "¿Por qué ronronean los gatos?" → "los gatos". */
export function subjectOfQuestion(brief: Brief): string | undefined {
  const { topic, composed } = brief;
  if (composed === 'en') return undefined;
  const all = everyWord(topic.natural);
  const [first = ''] = namingWords(brief);
  const at = all.indexOf(first);
  if (composed === 'de') return /^\p{Lu}/u.test(first) && at > 0 ? first : undefined;
  const article = all[at - 1] ?? '';
  return ARTICLES[composed]?.test(article) ? `${article} ${first}` : undefined;
}

const GERMAN_ENDS: Readonly<Record<string, string>> = { der: 'er', das: 'es' };

/** A German phrase as it is without the article that it has in the topic: "Das Römische Reich" → "Römisches Reich". */
export function undeclined(phrase: string, natural: string, language: string): string {
  const [, article = '', stem = ''] = /^(der|das) (\p{L}+)e \p{Lu}/iu.exec(natural) ?? [];
  const isDeclined = language === 'de' && stem !== '' && phrase.startsWith(`${stem}e `);
  return isDeclined ? stem + (GERMAN_ENDS[article.toLowerCase()] ?? 'e') + phrase.slice(stem.length + 1) : phrase;
}

/** Three words of a run, or four where the third is a number, which belongs to the next: "tienda Quechua 2 Seconds". */
const lengthOf = (run: readonly string[]): number => (/^\p{N}+$/u.test(run[2] ?? '') ? 4 : 3);

/** Words that stand side by side in the topic with no small word or verb between them: at most three, at least two. */
export function runsOf(brief: Brief): string[] {
  const { topic, composed } = brief;
  if (wholes(brief, subjectIn(brief))) return [];
  // In a sentence, what stands side by side belongs together only by chance; English puts the whole thing there.
  if (topic.shape === 'statement' || (topic.shape === 'question' && composed !== 'en')) return [];
  if (isGermanClause(topic.natural, composed)) return [];
  // Of another language the small words are not known.
  if (isForeign(topic.text, composed)) return [];
  const verb = topic.action?.split(' ')[0];
  const runs: string[][] = [[]];
  for (const { word, isSmall, isVerb } of told(brief)) {
    // "Learn English" is looked for as it is, so the verb of an action stays.
    if (isSmall || (isVerb && word !== verb)) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  // A German run inside a phrase is declined: "mit kleinem Budget".
  const start = /^(?:der|die|das) /i.test(topic.natural) ? 1 : 0;
  const whole = composed === 'de' ? runs.slice(start, start + 1) : runs;
  return whole
    .filter((run) => run.length > 1)
    .map((run) => undeclined(run.slice(0, lengthOf(run)).join(' '), topic.natural, composed));
}
