import Type, { type TObject, type TString } from 'typebox';
import { signs } from '../../../shared/contract/catalogue/horoscope-names.js';
import type { Question } from '../llm/model.js';
import { unusable } from '../llm/unusable.js';
import type { Pack } from '../writing/pack.js';

const HOUSE_STYLE =
  'You are the one good author of a service for astrology and numerology readings. In the user message, "facts" is what ' +
  'was calculated and "draft" is a finished reading made from it. Write every text of the draft anew, in your own words, ' +
  'about as long as the draft has it. Use only the facts given: never change or add a sign, planet, number, card, date or ' +
  'position, and write no figures but those of the facts or the draft. Warm, precise, concrete, second person, with a dry sense of humour; one scene of daily life rather than ' +
  'three adjectives; no sentence that would fit everyone; never the same phrase twice. No medical, financial or legal ' +
  'promises, nothing cruel, nothing fatalistic. Plain text without Markdown.';

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
  return {
    name,
    schema: proseSchema(draft),
    // Nothing of the caller's is in it.
    instructions:
      `${HOUSE_STYLE}\n\nThe reading: ${about}.\n\nWrite in the language whose ISO 639-1 code is "${language}", whatever the ` +
      'language of the draft; address the reader informally where the language makes that difference.',
    data: { facts, draft },
    maxTokens: MOST_TOKENS,
    accept(prose) {
      checkFacts(prose, JSON.stringify([facts, draft]), pack);
      return withProse(reading, prose);
    },
  };
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

/**
 * Checks that a model's texts state nothing that was not calculated: no number, and with it no date, and no zodiac
 * sign that neither the facts nor the draft has.
 *
 * @param known the facts and the draft, as JSON
 * @param pack the words in which signs are named
 * @throws Unusable naming what was added
 */
function checkFacts(prose: Readonly<Record<string, unknown>>, known: string, pack: Pack): void {
  const texts = Object.values(prose).join('\n');
  const numbers = new Set(numbersIn(known));
  const added = numbersIn(texts).find((number) => !numbers.has(number));
  if (added !== undefined) throw unusable(`the answer has the number ${added}, which is not among the facts`);
  for (const sign of signs) {
    const names = [english(sign), inPack(sign, pack)];
    if (known.includes(`"${sign}"`) || names.some((name) => says(known, name))) continue;
    if (names.some((name) => says(texts, name)))
      throw unusable(`the answer speaks of ${sign}, which is not in the facts`);
  }
}

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

const english = (sign: string): string => sign.slice(0, 1).toUpperCase() + sign.slice(1);

/** The name out of a phrase such as `in der Jungfrau`. */
const inPack = (sign: string, { phrases }: Pack): string =>
  phrases[`in.${sign}`]?.[0]?.split(' ').at(-1) ?? english(sign);

/** Whether a text has a name as a word of its own, capitals and all: cancer is not Cancer. */
const says = (text: string, name: string): boolean => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'u').test(text);
