import { everyWord, stopWords } from '../../../lib/text/words.js';
import { isAskedFor, spoken } from './field.js';
import type { Genre } from './genre.js';
import type { Field } from './knowledge.js';
import { packs } from './packs.js';
import { subjectOfThing } from './subject.js';
import type { Topic } from './topic.js';

/**
 * What is known of a field, without what is not true of the topic: that the soil is moist tells nobody that a tree is
 * well pruned. All of it fits a topic that is the field as a whole; of a narrower one only those parts and things are
 * spoken of that have a word of it, besides the field's names.
 */
export function fitting(field: Field, topic: Topic, genre: Genre, language: string): Field {
  const words = tellingWords(topic, genre, language);
  const narrow = words.filter((word) => !field.names.some((name) => isOneWord(word, name, language)));
  const asked = field.parts.filter((part) => isAskedFor(part, topic));
  // A headline on trains is no journey, though it has no other word, and a baker's day is not all of bread.
  const isOfDay = topic.shape === 'statement' || genre === 'news' || genre === 'vlog';
  const isWhole = words.length > 0 && narrow.length === 0 && !isOfDay;
  // What has a part of its own is not what others mean by the same word: French has one word for a cut and a size.
  const told = asked.flatMap(({ name, only }) => wordsIn([name, ...only].join(' '), language));
  const known = narrow.filter((word) => !told.some((one) => isOneWord(one, word, language)));
  const fits = (text: string): boolean =>
    isWhole || wordsIn(text, language).some((word) => known.some((one) => isOneWord(one, word, language)));
  return {
    ...field,
    parts: field.parts.filter(
      (part) => asked.includes(part) || (part.only.length === 0 && fits(`${part.name} ${part.fact}`)),
    ),
    tools: field.tools.filter(fits),
    mistakes: field.mistakes.filter(fits),
    signs: field.signs.filter(fits),
    questions: field.questions.filter(fits),
  };
}

/** The fewest of anything that a text of the field takes up: parts that are named in one sentence, mistakes, signs. */
const ENOUGH = 3;

/** Whether enough is known of a topic to tell of it by its field, and not by what any topic of its genre has. */
export const isKnown = (field: Field | undefined): boolean =>
  field !== undefined &&
  [field.parts, field.tools, field.mistakes, field.signs, field.questions].every((list) => list.length >= ENOUGH);

/** The words that say what a topic is, without where, for whom and how long. */
function tellingWords(topic: Topic, genre: Genre, language: string): string[] {
  const pack = packs.of(language);
  const vague = [...(pack.phrases['no name'] ?? []), ...(pack.phrases.any ?? [])];
  const isThing = topic.shape === 'thing' && !topic.sides;
  const said = isThing ? subjectOfThing(topic, genre, pack, { isBare: true }) : topic.natural;
  const bare = topic.shape === 'statement' ? said : said.replace(CIRCUMSTANCE[language] ?? /(?!)/u, '');
  return wordsIn(bare, language).filter((word) => !vague.includes(word));
}

/** What limits a thing without making another one of it: "sourdough in a small oven" is sourdough. */
const CIRCUMSTANCE: Readonly<Record<string, RegExp>> = {
  en: /(?<=\S) (?:for|in|at|that|which|without|from) .+$/iu,
  de: /(?<=\S),? (?:für|in|im|ohne|die|das|der|mit wenig) .+$/u,
  es: /(?<=\S) (?:para|en|que|sin|desde) .+$/iu,
  fr: /(?<=\S) (?:pour|en|dans|qui|sans|chez) .+$/iu,
  it: /(?<=\S) (?:per|in|che|senza|da) .+$/iu,
  pt: /(?<=\S) (?:para|em|no|na|que|sem) .+$/iu,
};

const wordsIn = (text: string, language: string): string[] =>
  everyWord(spoken(text)).filter(
    (word) => word.length > 1 && !stopWords(language).has(word) && !/^\p{N}+$/u.test(word),
  );

/** Letters by which a word may be longer than another one and still be a form of it. */
const ENDING = 3;

/** Whether two words are forms of one: salt and salty, prune and pruning, gato and gata. */
function isOneWord(one: string, other: string, language: string): boolean {
  const [short = '', long = ''] = [one, other].sort((a, b) => a.length - b.length);
  if (short === long) return true;
  if (short.length < 4) return long === `${short}s`;
  if (language === 'de' && long.endsWith(short)) return true;
  if (long.startsWith(short)) return long.length <= short.length + ENDING;
  const stem = short.replace(/[aeio]$/u, '');
  const rest = long.slice(stem.length);
  if (stem === short || !long.startsWith(stem) || !/^[aeiou]/u.test(rest)) return false;
  return stem.length > 3 ? rest.length <= ENDING : rest.length === 1;
}
