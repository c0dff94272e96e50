import Type, { type TObject, type TString } from 'typebox';
import { betrays } from '../llm/betrays.js';
import type { Question } from '../llm/model.js';
import { unusable } from '../llm/unusable.js';
import { unknownAddress } from '../text/addresses.js';
import { plainText } from '../text/plain-text.js';
import { quotedIn } from '../topics/orders.js';
import { wordedPlainly } from '../topics/phrases.js';
import type { Pack } from '../writing/pack.js';
import { untrueIn } from './facts/check-facts.js';

const HOUSE_STYLE =
  'You are the one good author of a service for astrology and numerology readings. In the user message, "facts" is what ' +
  'was calculated and "draft" is a finished reading made from it. Write every text of the draft anew, in your own words, ' +
  'about as long as the draft has it. Use only the facts given: never change or add a sign, planet, number, card, date or ' +
  'position, and write no figures but those of the facts or the draft. Warm, precise, concrete, second person, with a dry sense of humour; one scene of daily life rather than ' +
  'three adjectives; no sentence that would fit everyone; never the same phrase twice. No medical, financial or legal ' +
  'promises, nothing cruel, nothing fatalistic. Plain text without Markdown.\n' +
  'Two examples of what is wanted, in English; take nothing from them but the quality:\n' +
  '"You are careful and notice small mistakes. That is useful today." → "You find the comma that everybody else has read ' +
  'over. Somebody will be glad of it, if you say so kindly and only once."\n' +
  '"In love, honesty helps more than gestures." → "Leave the flowers in the shop and say the sentence that you have been ' +
  'carrying about since breakfast. It is shorter than you think."';

const MOST_TOKENS = 3_000;
const LONGEST_TEXT = 1_500;

/** What a model is told of the readings of one kind. */
export interface Reworded {
  /** Name of the task, letters and underscores. */
  readonly name: string;
  /** What the texts are about. */
  readonly about: string;
  /**
   * Texts that belong to the calculation, such as names of cards: a model never writes them. `cards.*.card` is the
   * card of each of the cards.
   */
  readonly kept?: readonly string[];
}

interface Composed<Reading extends object> {
  readonly facts: object;
  readonly reading: Reading;
  /** The language to write in, in two letters. */
  readonly language: string;
  /** The pack in whose words signs are named. */
  readonly pack: Pack;
}

/** Asks a model to word a composed reading anew. Its numbers, names and dates stay as they were calculated. */
export function reword<Reading extends object>(
  { name, about, kept = [] }: Reworded,
  { facts, reading, language, pack }: Composed<Reading>,
): Question<TObject, Reading> {
  const draft = proseOf(reading, kept);
  // Nothing of the caller's is in it.
  const instructions =
    `${HOUSE_STYLE}\n\nThe reading: ${about}.\n\nWrite in the language whose ISO 639-1 code is "${language}", whatever the ` +
    'language of the draft; address the reader informally where the language makes that difference.';
  return {
    name,
    schema: proseSchema(draft),
    instructions,
    data: { facts, draft },
    maxTokens: MOST_TOKENS,
    accept(raw) {
      const prose = Object.fromEntries(Object.entries(raw).map(([place, text]) => [place, plainText(String(text))]));
      const texts = Object.values(prose);
      const raws = Object.values(raw).map(String);
      const faults = [
        texts.some((text) => text === '') && 'a text of the answer was empty',
        raws.some((text) => betrays(text, wordedPlainly(text), instructions)) &&
          'the answer told its instructions or a secret, or called a tool',
        texts.some((text) => unknownAddress(text)) && 'the answer has an address',
        texts.some((text) => obeys(text, facts)) &&
          'the answer does what the question says instead of reading the facts',
        ...untrueIn(texts, { facts, reading, pack }),
      ].filter((fault) => fault !== false);
      if (faults.length > 0) throw unusable(faults.join('; '));
      return withProse(reading, prose);
    },
  };
}

/** Whether a text says what a question wants to be said: a part of it, or what stands there in quotes. */
function obeys(text: string, facts: object): boolean {
  const question = 'question' in facts ? String(facts.question) : '';
  const words = wordedPlainly(text);
  return wordedPlainly(question).includes(words) || quotedIn(question).some((quoted) => words.includes(quoted));
}

/** The texts of a reading by their place in it, e.g. `general`, `love.description`, `cards.0.meaning`. */
type Prose = Record<string, string>;

function proseOf(reading: object, kept: readonly string[]): Prose {
  const prose: Prose = {};
  const collect = (value: unknown, place: string): void => {
    if (typeof value === 'string' && !kept.includes(place.replace(/\b\d+\b/g, '*'))) prose[place] = value;
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) collect(inner, place ? `${place}.${name}` : name);
  };
  collect(reading, '');
  return prose;
}

/** The shape in which the same texts can be written anew: all of them, nothing else. */
const proseSchema = (prose: Prose): TObject<Record<string, TString>> =>
  Type.Object(
    Object.fromEntries(
      Object.keys(prose).map((place) => [
        place,
        Type.String({ minLength: 1, maxLength: LONGEST_TEXT, pattern: '\\S' }),
      ]),
    ),
    { additionalProperties: false },
  );

/** The reading with other texts in the same places. */
function withProse<Reading extends object>(reading: Reading, prose: Readonly<Record<string, unknown>>): Reading {
  const rewrite = <Value>(value: Value, place: string): Value => {
    const text = prose[place];
    if (typeof value === 'string' && typeof text === 'string') return text.trim() as typeof value;
    if (typeof value !== 'object' || value === null) return value;
    const inner = (name: string): string => (place ? `${place}.${name}` : name);
    if (Array.isArray(value)) return value.map((item, at) => rewrite(item, inner(String(at)))) as typeof value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rewrite(one, inner(name))])) as Value;
  };
  return rewrite(reading, '');
}
