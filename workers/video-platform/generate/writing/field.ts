import { everyWord } from '../../../lib/text/words.js';
import { type Field, fieldsIn, type Part } from './knowledge.js';
import { lineageOf } from './lexicon.js';
import { packs } from './packs.js';
import { coreOf } from './subject.js';
import type { Topic } from './topic.js';
import { nameIn } from './topic-shape.js';

/**
 * The field of life that a topic is from: the one that most of its words and keywords speak for, names of several words
 * more than single ones, what is done more than with what, else the last words of a topic, which say what it is, more
 * than the first, and words for whom it is ("for students") less than all others. Where no word is known, in English, the one whose things it is a kind of.
 */
export function fieldOf(topic: Topic, keywords: readonly string[], language: string): Field | undefined {
  const fields = fieldsIn(language);
  // Where a headline comes from is not what it is about: "Tokyo bans smoking".
  const behind = topic.natural.slice(nameIn(topic.natural, language)?.length ?? 0);
  const natural = behind.replace(language === 'de' ? /(?<= \S+) lernen$/u : LEARNING_TO, '');
  const text = placed(coreOf(natural, packs.of(language)));
  const rest = placed(natural);
  const told = placed(keywords.join(' '));
  const [verb = ''] = spoken(topic.action ?? '').split(' ');
  const done = LEARNING.test(verb) ? undefined : verb;
  const typed = new Set(everyWord(topic.natural));
  let found: { field: Field; weight: number } | undefined;
  for (const field of fields) {
    const known = vocabularyOf(field).filter(({ isName, typedAs }) => !isName || typed.has(typedAs));
    const names = known.filter(({ isName }) => isName).length;
    const weigh = (words: Placed) => weightIn(words, known, language, done);
    const weight = weigh(text) * 2 + weigh(rest) + weigh(told) * 1.5 + names;
    if (weight > (found?.weight ?? 0)) found = { field, weight };
  }
  // What a sentence happens to name is not what it is about: a lounge of an airline is no furniture.
  const isNamed = language === 'en' && topic.shape !== 'statement';
  return found?.field ?? (isNamed ? ofItsKind(topic, fields) : undefined);
}

/** The words in lower case between single spaces, elided articles apart. */
export const spoken = (text: string): string =>
  everyWord(text.toLowerCase().replaceAll('’', "'"))
    .map((word) =>
      word.replace(/^(?:[ldjnsmtc]|qu|un|dell|all|nell|sull|dall|quell|gl)'(?=\p{L}{2})/u, '').replace(/'s$/, ''),
    )
    .join(' ');

/** The words of a text as they are spoken. */
interface Placed {
  /** In one text, a space before and after each. */
  readonly spaced: string;
  readonly all: readonly string[];
  /** Where each is first. */
  readonly places: ReadonlyMap<string, number>;
}

function placed(text: string): Placed {
  const words = spoken(text);
  const all = words.split(' ');
  return { spaced: ` ${words} `, all, places: new Map(all.map((word, at) => [word, at] as const).reverse()) };
}

/** A word that speaks for a field. */
interface Known {
  readonly typedAs: string;
  readonly word: string;
  readonly isName: boolean;
  readonly isSeveral: boolean;
}

const vocabularies = new WeakMap<Field, readonly Known[]>();

/** The words of a field, told apart once: every topic is held against those of all fields. */
function vocabularyOf(field: Field): readonly Known[] {
  let words = vocabularies.get(field);
  if (!words) {
    words = field.words.map((typedAs) => ({
      typedAs,
      word: typedAs.toLowerCase(),
      isName: /^\p{Lu}/u.test(typedAs),
      isSeveral: typedAs.includes(' '),
    }));
    vocabularies.set(field, words);
  }
  return words;
}

function weightIn(
  { spaced, all, places }: Placed,
  known: readonly Known[],
  language: string,
  done: string | undefined,
): number {
  let weight = 0;
  for (const { word, isSeveral } of known) {
    if (isSeveral) {
      if (spaced.includes(` ${word} `)) weight += 2.5;
      continue;
    }
    const at = language === 'de' ? all.findIndex((one) => isForm(one, word)) : (places.get(word) ?? -1);
    if (at >= 0) weight += (all[at] === word ? 1.2 : 1) + (word === done ? DONE : at / (all.length * 10));
    else if (language === 'de' && all.some((one) => isMadeOf(one, word))) weight += MADE_OF;
  }
  return weight;
}

/** What is done with a thing says more than the thing: who draws a portrait takes no photographs. */
const DONE = 0.2;
/** Who learns to do a thing wants to know of the thing, and not of learning. */
const LEARNING_TO = /^(?:(?:how to|cómo|comment|come|como) )?(?:learn to|aprender a|apprendre (?:à|a)|imparare a) /u;
const LEARNING = /^(?:|learn|aprender|apprendre|imparare)$/;

/** German puts words together: Sauerteigbrot is bread. */
const isForm = (word: string, known: string): boolean => word === known || (known.length > 3 && word.endsWith(known));

/** What a German compound is made of or for says a little more than what it is: Kaffeekochen is of coffee, not of cooking. */
const MADE_OF = 1.15;
const isMadeOf = (word: string, known: string): boolean =>
  // A Fischer is no Fisch.
  known.length > 4 && word.length > known.length + 3 && word.startsWith(known) && !word.startsWith(`${known}er`);

/** The field that names the nearest kind of thing that the topic's noun is. */
function ofItsKind(topic: Topic, fields: readonly Field[]): Field | undefined {
  for (const kind of lineageOf(topic)) {
    // Who whistles with the fingers does no science of the body.
    const field = fields.find(({ of, done }) => of.includes(kind) && (done || topic.shape !== 'action'));
    if (field) return field;
  }
  return undefined;
}

/** Whether a part's own words are in the topic. */
const isAsked = ({ only }: Part, text: string): boolean => only.some((word) => ` ${text} `.includes(` ${word} `));

/** Whether a part is one of those that only some topics have, and this is one of them. */
export const isAskedFor = (part: Part, topic: Topic): boolean => isAsked(part, spoken(topic.natural));

/**
 * The parts of a field that suit a topic, best first: those that it names, then those whose facts share its words, then the
 * others as they are given.
 */
export function partsFor(topic: Topic, parts: readonly Part[]): Part[] {
  const text = spoken(topic.natural);
  const words = text.split(' ').filter((word) => word.length > 3);
  const rank = (part: Part): number => {
    if (isAsked(part, text)) return 2;
    const own = `${part.name} ${part.fact}`.toLowerCase();
    return words.some((word) => own.includes(word)) ? 1 : 0;
  };
  return parts
    .filter((part) => part.only.length === 0 || isAsked(part, text))
    .map((part) => ({ part, rank: rank(part) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ part }) => part);
}
