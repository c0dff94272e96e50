import type { Phrases } from 'readings/compose';
import { signs } from '../../../../shared/contract/catalogue/horoscope-names.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

/** Facts that a model's text is checked against. */
interface Reference {
  readonly facts: object;
  /** Facts as the model got them, and the texts that it does not write, which it may repeat. */
  readonly told: string;
  /** Names of things in the language of the texts. */
  readonly phrases: Phrases;
}

/**
 * Finds claims in a model's texts that were not calculated: numbers and dates, signs, planets and their places, houses, aspects,
 * retrograde motion, phases of the moon, cards, Chinese animals. Names are known in the languages of the packs; a claim without
 * a name is not recognised.
 *
 * @returns the faults, in words for the model
 */
export function findUntrueClaims(texts: readonly string[], { facts, told, phrases }: Reference): string[] {
  const all = texts.join('\n');
  const known = indexFacts(facts, told);
  const words = readVocabulary(phrases);
  const added = [
    ...findAddedNumbers(all, known),
    ...findAddedNames(all, known, words),
    ...all.split(/(?<=[.!?;])\s+|\n+/).flatMap((sentence) => checkSentence(sentence, known, words)),
  ];
  return [...new Set(added)].map((what) => `the answer ${what}, which is not in the facts`);
}

function findAddedNumbers(text: string, { told }: Known): string[] {
  const said = new Set(listNumbers(told));
  const added = listNumbers(text).find((number) => !said.has(number));
  return added === undefined ? [] : [`has the number ${added}`];
}

const listNumbers = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

/** Everyday words in every language, which claim nothing. */
const EVERYDAY = new Set(['sun', 'moon']);

function findAddedNames(text: string, { keys, told }: Known, words: Vocabulary): string[] {
  const unknown = (named: Readonly<Record<string, string>>, isKnown: (key: string) => boolean): string[] =>
    Object.entries(named)
      .filter(
        ([key, name]) =>
          !isKnown(key) &&
          !says(told, name) &&
          !says(told, english(key)) &&
          (says(text, name) || says(text, english(key))),
      )
      .map(([, name]) => `speaks of ${name}`);
  const isKey = (key: string): boolean => keys.includes(key);
  const isYearOfAnimal = keys.includes('animal');
  const hasCards = keys.includes('"suit"');
  return [
    ...unknown(words.signs, (key) => keys.includes(`"${key}"`)),
    ...unknown(words.planets, (key) => EVERYDAY.has(key) || isKey(key)),
    ...(isYearOfAnimal ? unknown(words.animals, (key) => keys.includes(`"${key}"`)) : []),
    ...(hasCards ? words.cards.filter((card) => saysCard(text, card) && !saysCard(told, card)) : []).map(
      (card) => `names the card ${card}`,
    ),
    ...Object.entries(words.phases)
      .filter(([phase, names]) => !isKey(phase) && names.some((name) => saysAny(text, name) && !saysAny(told, name)))
      .map(([, [name = '']]) => `speaks of a ${name}`),
    ...findAddedCounts(text, { told }, words),
  ];
}

/** Finds a number in words that is claimed for the reader: "your path number seven". */
function findAddedCounts(text: string, { told }: Pick<Known, 'told'>, words: Vocabulary): string[] {
  const values = new Map([
    ...words.cardinals.map((word, at): [string, number] => [word, at + 1]),
    ...words.masters.map((word, at): [string, number] => [word, (at + 2) * 11]),
  ]);
  const pattern = new RegExp(
    `(?<!\\p{L})(?:${words.counted.join('|')})[ -](${[...values.keys()].join('|')})(?![\\p{L}-])`,
    'giu',
  );
  return [...text.matchAll(pattern)]
    .filter(([, word = '']) => {
      const value = values.get(word.toLowerCase());
      // Small numbers in words are seldom numbers of numerology.
      return value !== undefined && value > 3 && !listNumbers(told).includes(value) && !saysAny(told, word);
    })
    .map(([whole]) => `says "${whole}"`);
}

/** Checks the places, motion and aspects of planets in one sentence. */
function checkSentence(sentence: string, known: Known, words: Vocabulary): string[] {
  const planets = Object.keys(words.planets).filter((key) => says(sentence, words.planets[key] ?? key));
  const [planet] = planets;
  const houses = listHouses(sentence, words);
  const untrue: string[] = [];
  for (const house of houses) {
    const where = planets.length === 1 && planet ? known.housesOf(planet) : [];
    const isKnown = where.length > 0 ? where.includes(house) : known.houses.includes(house);
    if (!isKnown) untrue.push(`speaks of house ${house}`);
  }
  if (planets.length === 1 && planet) {
    const where = known.signsOf(planet);
    const wrong = Object.keys(words.inSigns).find(
      (sign) => says(sentence, words.inSigns[sign] ?? sign) && where.length > 0 && !where.includes(sign),
    );
    if (wrong) untrue.push(`has ${words.planets[planet]} ${words.inSigns[wrong]}`);
  }
  if (planet) {
    const isBackwards = words.retrograde.some((word) => saysAny(sentence, word));
    const turned = planets.some((one) => known.retrograde.includes(one));
    if (isBackwards && !turned) {
      untrue.push(`has ${words.planets[planet]} retrograde`);
    }
    for (const [quality, names] of Object.entries(words.aspects)) {
      const name = names.find((one) => saysAny(sentence, one) && !saysAny(known.told, one));
      if (name && !new RegExp(`["-]${quality}"`).test(known.keys)) untrue.push(`speaks of a ${name}`);
    }
  }
  return untrue;
}

function listHouses(sentence: string, { house, ordinals, cardinals }: Vocabulary): number[] {
  const found: number[] = [];
  const nth = (expression: string, value: number) => {
    if (new RegExp(`(?<!\\p{L})(?:${expression})(?!\\p{L})`, 'iu').test(sentence)) found.push(value);
  };
  // Portuguese "décima primeira" is neither the tenth nor the first.
  ordinals.forEach((ordinal, at) => {
    nth(`(?<!décima )${ordinal} ${house}|${house} ${cardinals[at] ?? ordinal}`, at + 1);
  });
  const figures = new RegExp(`(\\d{1,2})(?:st|nd|rd|th|\\.|e|ème|[ªaº])? ${house}|${house} (\\d{1,2})`, 'giu');
  for (const [, before, behind] of sentence.matchAll(figures)) found.push(Number(before ?? behind));
  return found;
}

const english = (key: string): string => key.slice(0, 1).toUpperCase() + key.slice(1);

/** True if a text contains a name as a word, in its letter case: cancer is not Cancer. */
const says = (text: string, name: string): boolean => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'u').test(text);

/** True if a text contains a word, ignoring letter case. */
const saysAny = (text: string, name: string): boolean => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'iu').test(text);

/** True if a text names a card, whose article may be in lower case. */
function saysCard(text: string, card: string): boolean {
  const small = card.slice(0, 1).toLowerCase() + card.slice(1);
  return says(text, card) || (card.includes(' ') && says(text, small)) || (card.startsWith("L'") && says(text, small));
}

/** Calculated facts, indexed for checks. */
interface Known {
  /** All facts, as JSON. */
  readonly keys: string;
  /** Facts as the model got them. */
  readonly told: string;
  readonly houses: readonly number[];
  readonly retrograde: readonly string[];
  housesOf(planet: string): number[];
  signsOf(planet: string): string[];
}

/** A value of the facts, with its name and the fields beside it. */
interface Leaf {
  readonly name: string;
  readonly value: unknown;
  readonly beside: Readonly<Record<string, unknown>>;
}

function indexFacts(facts: object, told: string): Known {
  const keys = JSON.stringify(facts);
  const leaves = listLeaves(facts);
  const houses = leaves.filter(({ name, value }) => name.endsWith('house') && typeof value === 'number');
  const isSign = (value: unknown): value is string => signs.some((sign) => sign === value);
  return {
    keys,
    told,
    houses: houses.map(({ value }) => Number(value)),
    retrograde: leaves.filter(({ name }) => name.includes('retrograde')).map(({ value }) => String(value)),
    housesOf: (planet) =>
      houses
        // A daily reading's house is that of the moon.
        .filter(
          ({ name, beside }) =>
            name === `${planet}_house` || beside.planet === planet || (name === 'house' && planet in beside),
        )
        .map(({ value }) => Number(value)),
    signsOf: (planet) =>
      leaves.filter(({ name, value }) => name.includes(planet) && isSign(value)).map(({ value }) => String(value)),
  };
}

function listLeaves(value: unknown, name = '', beside: Readonly<Record<string, unknown>> = {}): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((one) => listLeaves(one, name, beside));
  if (typeof value !== 'object' || value === null) return [{ name, value, beside }];
  const own = Object.fromEntries(Object.entries(value));
  return Object.entries(own).flatMap(([key, inner]) => listLeaves(inner, key, own));
}
