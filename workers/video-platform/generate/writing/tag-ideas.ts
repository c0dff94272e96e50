import { hashtagsOf } from '../../../lib/text/hashtags.js';
import { naturalCase } from '../../../lib/text/natural-case.js';
import { everyWord, stopWords } from '../../../lib/text/words.js';
import type { Composer } from '../../../lib/writing/compose.js';
import { gerund } from './action-noun.js';
import { withArticle } from './article.js';
import type { Brief } from './brief.js';
import { contentWords, namingWords, runsOf, undeclined } from './content-words.js';
import { partsFor } from './field.js';
import { isDone } from './genre.js';
import { packs } from './packs.js';
import { isGermanClause, readClause, readQuestion } from './question.js';
import { headOf, subjectOfThing, withoutLead } from './subject.js';

/** What a model is asked for. */
export const TAGS_ORDER =
  '15 to 25 search tags of one to four words that viewers of the video would type, the most specific first, no repetition. ' +
  'Good ones are whole searches ("how to …", the thing with its use), not single words that fit everything.';

/** A phrase without the small words and elided articles at its beginning: "l'inflation" → "inflation". */
function withoutSmall(phrase: string, language: string): string {
  const stops = stopWords(language);
  const words = phrase.split(' ');
  const start = words.findIndex((word) => !stops.has(word.toLowerCase()));
  const short = words.slice(Math.max(0, start)).map((word, at) => (at === 0 ? word.replace(/^[ld]['’]/iu, '') : word));
  return short.join(' ');
}

/** The marks that nobody types into a search field. */
const MARKS = /[¿¡?!“”«»„()]+|[.,:]+(?!\p{N})|(?<!\p{N})[.,:]+/gu;

/** The topic without marks and articles in front, when it is short enough to be searched for as it is. */
function shortTopic({ topic, composed }: Brief): string[] {
  if (topic.shape === 'question' || isGermanClause(topic.natural, composed) || readClause(topic.natural, composed))
    return [];
  const bare = (topic.action ?? topic.natural).replace(MARKS, '').replace(/\s+/gu, ' ').trim();
  const short = withoutSmall(bare, composed);
  return short.split(' ').length <= 6 ? [undeclined(short, topic.natural, composed)] : [];
}

/** A question or an action as people type it into a search field: "how to fix a leaking tap". */
function asTyped({ topic, composed }: Brief): string[] {
  if (topic.shape !== 'question' && topic.shape !== 'action' && !isGermanClause(topic.natural, composed)) return [];
  const typed = topic.natural
    .replace(MARKS, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
  return typed.split(' ').length <= 8 ? [typed] : [];
}

/** A subject without the words for the kind of video around it: "quantum computing explained" → "quantum computing". */
function aboutWhat(typed: string, composer: Composer): string {
  const subject = withoutLead(typed, composer.phrases('lead'));
  const [kind] = composer
    .phrases('genre')
    .filter((one) => subject.toLowerCase().endsWith(` ${one}`))
    .sort((a, b) => b.length - a.length);
  return kind === undefined ? subject : subject.slice(0, -kind.length).trimEnd();
}

/** The longest subject, in words, that search phrases are built on. */
const SHORT = 4;

/** What the patterns of search phrases are about: few words of the topic, and the first keyword. */
function subjectsOf(brief: Brief, composer: Composer): string[] {
  const { keywords } = brief;
  const subject = subjectOf(brief);
  const subjects = [subject && aboutWhat(subject, composer), keywords[0]?.toLowerCase()];
  return [...new Set(subjects)].filter((one) => one !== undefined);
}

function subjectOf(brief: Brief): string | undefined {
  const { topic, genre, composed } = brief;
  const searched = (phrase: string | undefined): string | undefined => {
    const bare = phrase && withoutSmall(phrase.replace(MARKS, ''), composed).trim();
    return bare && bare.split(' ').length <= SHORT ? undeclined(bare, topic.natural, composed) : undefined;
  };
  const vague = packs.of(composed).phrases['no name'] ?? [];
  const named = runsOf(brief)[0] ?? namingWords(brief).find((word) => !vague.includes(word.toLowerCase()));
  // Two that are compared are searched for side by side, in every language.
  if (topic.sides) return searched(topic.sides.join(' vs ')) ?? topic.sides[0];
  const { subject, action } = readQuestion(topic.natural, composed);
  const head = headOf(topic.natural, composed);
  switch (topic.shape) {
    case 'thing': {
      const clause = readClause(topic.natural, composed);
      return searched(clause?.subject ?? subjectOfThing(topic, genre, packs.of(composed))) ?? named;
    }
    case 'action': {
      if (composed !== 'en') return topic.action;
      const [verb = ''] = topic.action?.split(' ') ?? [];
      return named?.startsWith(`${verb} `) ? gerund(named) : named;
    }
    case 'question':
      return (
        (action && gerund(action)) ?? searched(subject) ?? (head === topic.natural ? named : searched(head)) ?? named
      );
    case 'statement':
      return named;
  }
}

/** Articles that are the same behind "über", and those of the Romance languages. */
const KEPT_ARTICLE = /^(?:(?:die|das|meine|unsere|el|la|los|las|le|les|il|lo|i|gli|o|a|os|as|the|my|our) |l['’])$/iu;

/** A subject with its article, typed or to be added, for phrases in which it is spoken of: "all about the fall of Rome". */
function withThe(subject: string, { topic, composed }: Brief): string | undefined {
  const [, typed = '', rest = ''] = /^((?:\p{L}+ )|l['’])(.+)$/iu.exec(topic.natural) ?? [];
  if (undeclined(rest, topic.natural, composed) === subject && topic.shape === 'thing') {
    if (KEPT_ARTICLE.test(typed)) return typed.toLowerCase() + rest;
    if (composed === 'de' && DECLINED.test(typed)) return undefined;
  }
  if (composed === 'en' || composed === 'de') return subject;
  return topic.action === subject ? subject : withArticle(subject, composed);
}

/** German articles that have another form behind "über". */
const DECLINED = /^(?:der|mein|unser|ein|eine) $/iu;

/** Whether no content word is in the phrase twice, as in "English at home at home". */
function isClean(phrase: string, language: string): boolean {
  // What is done is neither easy nor learned nor the best: "easy removing red wine".
  if (language === 'en' && /^(?:easy|learn|best|new|top|real) \p{L}+ing /u.test(phrase)) return false;
  const words = everyWord(phrase.toLowerCase()).filter((word) => !stopWords(language).has(word));
  return new Set(words).size === words.length;
}

/** What the video and channel of the caller are found by: their keywords and the channel's name. */
const ofContext = ({ context }: Brief, most: number): string[] =>
  [...context.keywords.slice(0, most), context.channel?.name].filter((one) => one !== undefined);

/** What the field adds: the subject with the names of its parts, and what people ask. */
function ofItsField({ topic, field, composed }: Brief, subject: string | undefined): string[] {
  const parts = field && subject !== undefined ? partsFor(topic, field.parts).slice(0, 4) : [];
  const named = parts.map(({ name }) => (composed === 'en' ? name.replace(/^(?:the|a|an) /, '') : name));
  return composed === 'en' ? named.map((name) => `${subject} ${name}`).filter((tag) => isClean(tag, composed)) : named;
}

/** Search phrases for a video, the most specific first; more than fit, so that the limit decides. */
export function tagIdeas(brief: Brief, composer: Composer): string[] {
  const words = contentWords(brief).filter((word) => isLookedFor(word, brief.composed));
  const subjects = subjectsOf(brief, composer);
  const patterns = subjects.map((subject) =>
    composer
      .list('tag', 8, { slots: { subject, the: withThe(subject, brief) }, fragment: true, max: 50 })
      .filter((phrase) => isClean(phrase, brief.composed)),
  );
  return [
    ...brief.keywords,
    ...asTyped(brief),
    ...shortTopic(brief),
    ...(brief.topic.sides ?? []),
    ...runsOf(brief),
    ...patterns.flatMap((some) => some.slice(0, 5)),
    ...ofContext(brief, 5),
    ...ofItsField(brief, subjects[0]),
    ...words.slice(0, 10),
    ...patterns.flatMap((some) => some.slice(5)),
  ];
}

/** Hashtags for a text: keywords, topic, its phrases and words, those of its field, then the broad ones of the language. */
export function hashtagIdeas(brief: Brief, composer: Composer): string[] {
  const { topic, field, genre, composed, keywords } = brief;
  const words = contentWords(brief).filter((word) => isLookedFor(word, composed));
  const themed = composer.shuffle(field?.hashtags ?? []);
  const kind = isDone(genre, field) ? 'doing' : 'knowing';
  const broad = composer.shuffle([...themed.slice(2), ...composer.phrases(`hashtags ${kind}`)]);
  const short = topic.shape === 'statement' ? [] : shortTopic(brief).filter((one) => one.split(' ').length <= 3);
  return hashtagsOf([
    ...keywords,
    ...short,
    ...(topic.sides ?? []),
    ...runsOf(brief),
    ...ofContext(brief, 2),
    ...words.filter((word) => word.length > 3 || words.length < 3).slice(0, 6),
    ...themed.slice(0, 2),
    ...broad,
  ]);
}

/** Activities that are searched for by a word in -ing. */
const ACTIVITIES =
  /^(?:baking|cooking|gaming|gardening|painting|drawing|knitting|sewing|running|coding|programming|editing|hiking|camping|training|marketing|budgeting|investing|fishing|dancing|singing|writing|cleaning|swimming|cycling|parenting|investing|skating|climbing|surfing|trading|boxing|lighting|clothing|wedding|morning|evening|king|spring)$/u;

const VAGUE =
  /^(?:days?|weeks?|months?|years?|minutes?|worth|cheaper|better|worse|slow|fast|matters?|forms?|changes?|makes?|every|red|white|black|green|blue|yellow|brown|small|big|best|good|new|easy|cheap|quick|simple|free|old|young|great|tiny|little|long|short|high|low|real|top|full)$/u;

/** The same adjectives of the other languages, where they are most frequent. */
const NEW_OR_BEST =
  /^(?:nuev[oa]s?|mejor(?:es)?|nuov[oaie]|miglior[ei]|nov[oa]s?|melhor(?:es)?|nouve(?:au|aux|lles?)|meilleure?s?|elétric[oa]s?|eléctric[oa]s?)$/u;

/** Whether a word is looked for by itself: vague adjectives, English participles and German words that are no nouns are not. */
function isLookedFor(word: string, language: string): boolean {
  const small = word.toLowerCase();
  // A number by itself, or with a unit, is a piece of something: "200-mile".
  if (/^\p{N}/u.test(word)) return /^\p{N}{4}$/u.test(word);
  if (NEW_OR_BEST.test(small)) return false;
  // A capital of an everyday word is one of a name of several: Star Wars.
  if (language === 'en' && /^\p{Lu}\p{Ll}/u.test(word) && naturalCase(word, 'en') !== word) return false;
  if (language === 'en') return !VAGUE.test(small) && (!small.endsWith('ing') || ACTIVITIES.test(small));
  return language !== 'de' || !/^\p{Ll}(?!\p{Lu})|(?:isch|lich)e[rsnm]?$/u.test(word);
}
