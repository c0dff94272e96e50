import type { Pack } from '../../../lib/writing/pack.js';
import { withArticle } from './article.js';
import type { Genre } from './genre.js';
import type { Topic } from './topic.js';

/**
 * What a topic that is a thing is about, without the words around it that say what kind of video it asks for, for whom
 * it is and which of a series: "Tesla Model 3 review" → "Tesla Model 3", "guitar chords for beginners" → "guitar chords".
 * How they are worded is told by phrases of the pack.
 *
 * @param isBare whether somebody stays what they are, and does not become what they do
 * @param hasTail whether it keeps for whom it is, as titles do
 */
export function subjectOfThing(
  { natural, count }: Topic,
  genre: Genre,
  pack: Pack,
  { isBare = false, hasTail = false }: { readonly isBare?: boolean; readonly hasTail?: boolean } = {},
): string {
  const { genre: genres = [], lead = [], tail = [], part = [] } = pack.phrases;
  const whole = withoutPart(natural, part);
  const kind = withoutGenre(withoutRemark(headOf(whole, pack.language), genres), genres);
  const listed = withoutCount(kind, count, pack.language);
  const led = withoutLead(listed, lead, pack);
  const bare = (hasTail ? led : withoutTail(led, tail))
    // What announced the words that are gone: "ChatGPT: 10 tips" → "ChatGPT".
    .replace(/\s?:(?: \d+)?$/u, '');
  return isBare || led === listed ? bare : doneBy(bare, genre, pack);
}

/** The topic without whom it is for and which of a series it is, by which its field is told. */
export const coreOf = (natural: string, { phrases: { tail = [], part = [] } }: Pack): string =>
  withoutTail(withoutPart(natural, part), tail);

/** What is done, without which part of a series it is, and how long the video takes. */
export const withoutPart = (action: string, parts: readonly string[]): string =>
  action
    .replace(/(?<= \S.*) (?:in|en|em) \p{N}+ min\p{L}*$/iu, '')
    .replace(new RegExp(`(?<=\\S)[,:]? \\(?(?:${parts.join('|')})\\)?(?:\\s?: .+)?$`, 'iu'), '');

/** What a definite article begins with. */
const DEFINITE: Readonly<Record<string, RegExp>> = {
  en: /^the /u,
  es: /^(?:el|la|los|las) /u,
  fr: /^(?:le |la |les |l['’])/u,
  it: /^(?:il |lo |la |i |gli |le |l['’])/u,
  pt: /^(?:o|a|os|as) /u,
};

/**
 * What stands before a colon, which is what the rest says something of: "Nintendo Switch 2: is it worth it?". Behind the
 * plural of a kind stands the one that is meant: "chess openings: the Sicilian Defence". A title has its own colon:
 * "Dune: Part Two".
 */
export function headOf(natural: string, language: string): string {
  const [, head = '', rest = ''] = /^([^:]{3,60}?)\s?: (.+)$/u.exec(natural) ?? [];
  if (head === '' || /^\p{Lu}\p{L}* \p{Lu}/u.test(rest)) return natural;
  return /^\p{Ll}[^\p{Lu}]*s$/u.test(head) && DEFINITE[language]?.test(rest) ? rest : head;
}

/** Without the remark behind it that says what kind of video it is: "Dune: Part Two (film review)". */
function withoutRemark(topic: string, genres: readonly string[]): string {
  const remark = /\s\(([^()]+)\)$/u.exec(topic)?.[1]?.toLowerCase();
  const isKind = remark !== undefined && genres.some((one) => remark === one || remark.endsWith(` ${one}`));
  return isKind ? topic.slice(0, topic.lastIndexOf('(')).trimEnd() : topic;
}

function withoutGenre(topic: string, genres: readonly string[]): string {
  const lower = topic.toLowerCase();
  const genre = genres.filter((one) => lower.endsWith(` ${one}`)).sort((a, b) => b.length - a.length)[0];
  return genre === undefined ? topic : topic.slice(0, -genre.length).trimEnd();
}

/**
 * The topic without the words in front: "interview with a beekeeper" → "a beekeeper". The article that was joined with
 * the last of them is put back, given the pack that joins them: "test du Dyson V15" → "le Dyson V15".
 */
export function withoutLead(topic: string, leads: readonly string[], pack?: Pack): string {
  const lead = new RegExp(`^(?:${leads.join('|')})(?: |(?<=['’]))(?=\\S)`, 'iu');
  return topic.replace(lead, (found) => {
    // Behind "al" in Spanish stands also what is done.
    const isDone = /^\S+[aei]r(?:se|lo|la)?(?:\s|$)/u.test(topic.slice(found.length));
    return pack && !isDone ? articleIn(lastWord(found), pack) : '';
  });
}

const lastWord = (text: string): string => text.trim().split(/\s/u).at(-1)?.toLowerCase() ?? '';

/** The article that a joined preposition has in it: `du` → `le `, `dell'` → `l'`. */
function articleIn(joined: string, { joins }: Pack): string {
  const pairs = Object.values(joins).flatMap((table) => Object.entries(table));
  return pairs.find(([article, both]) => article !== '' && both.trim() === joined)?.[0] ?? '';
}

/** Without whom it is for and what it does: "guitar chords for beginners" → "guitar chords". */
function withoutTail(topic: string, tails: readonly string[]): string {
  const bare = topic.replace(new RegExp(`(?<=\\S),? (?:${tails.join('|')})$`, 'iu'), '');
  // Words and things are nothing without what is said of them.
  return NOTHING.test(bare) ? topic : bare;
}

const NOTHING =
  /^(?:\p{N}+ )?(?:words|things|reasons|facts|wörter|dinge|palabras|cosas|razones|mots|choses|raisons|parole|cose|ragioni|palavras|coisas|razões)$/iu;

/**
 * What a list is of: "10 houseplants that survive anything" → "houseplants that survive anything". In Romance languages with the
 * article that stands before the number, for that of "las 10 mejores series" is not known otherwise.
 */
function withoutCount(topic: string, count: number | undefined, language: string): string {
  if (count === undefined) return topic;
  const counted = new RegExp(`^(?<article>\\p{L}{1,4} )?${count} (?:\\p{Ll}+sten )?`, 'u');
  const article = counted.exec(topic)?.groups?.article?.toLowerCase() ?? '';
  const keeps = language !== 'de' && (DEFINITE[language]?.test(article) ?? false);
  return topic.replace(counted, keeps ? article : '') || topic;
}

/** How somebody begins who is no more than what they do: "a beekeeper", "einer Hebamme". */
const SOMEBODY: Readonly<Record<string, RegExp>> = {
  en: /^an? /u,
  de: /^ein(?:e[mrn]?)? /u,
  es: /^una? /u,
  fr: /^une? /u,
  it: /^(?:uno? |una |un['’])/u,
  pt: /^uma? /u,
};

/**
 * Of somebody who is asked or followed through the day, what they do: "a beekeeper" → "the work of a beekeeper". Phrases
 * `work` and `day` of the pack; where one ends in a dash, the article goes: "die Arbeit als Hebamme".
 */
function doneBy(somebody: string, genre: Genre, { language, phrases, joins }: Pack): string {
  const move = genre === 'interview' ? 'work' : genre === 'vlog' ? 'day' : undefined;
  const phrase = move && phrases[move]?.[0];
  const article = SOMEBODY[language];
  if (!phrase || !article?.test(somebody)) return somebody;
  if (phrase.endsWith(' -')) return phrase.slice(0, -1) + somebody.replace(article, '');
  const elided = joins.de?.[somebody.charAt(0)]?.includes("'") && phrase.endsWith(' de');
  return elided ? `${phrase.slice(0, -1)}'${somebody}` : `${phrase} ${somebody}`;
}

/** Indefinite articles at the end of what stands before a noun, and the definite ones of the same gender. */
const INDEFINITE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  es: { un: 'el ', una: 'la ' },
  fr: { un: 'le ', une: 'la ' },
  it: { un: 'il ', uno: 'lo ', una: 'la ', "un'": "l'" },
  pt: { um: 'o ', uma: 'a ' },
};

/** The definite article of a noun that has the indefinite one: `avec une` sage-femme → `la `. */
export function definiteArticle(before: string, noun: string, language: string): string | undefined {
  const typed = /(?<!\p{L})\p{L}+['’]?(?=\s?$)/u.exec(before.toLowerCase())?.[0]?.replace('’', "'") ?? '';
  const article = INDEFINITE[language]?.[typed];
  const isElided = article !== undefined && /^[aeiouhâàéèêëîïôœ]/iu.test(noun) && (language === 'fr' || typed === 'un');
  return isElided && (language === 'fr' || language === 'it') ? "l'" : article;
}

/** A thing that a question asks for by what it is, as it is spoken of: "un agujero negro" → "el agujero negro". */
export function definite(thing: string, language: string): string {
  const bare = thing.replace(SOMEBODY[language] ?? /(?!)/u, '');
  if (language === 'de') return bare.replace(/^(?:der|die|das) /u, '');
  const article = definiteArticle(thing.slice(0, thing.length - bare.length), bare, language);
  return article === undefined ? (withArticle(thing, language) ?? thing) : article + bare;
}
