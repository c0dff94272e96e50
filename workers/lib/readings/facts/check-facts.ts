import type { Phrases } from 'readings/compose';
import { indexFacts, type Known } from './known.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

/** What a model's text is checked against. */
interface Given {
  readonly facts: object;
  /** Facts in the words that the model got, and the texts that it does not write: these may be repeated. */
  readonly told: string;
  /** Names of things in the language of the texts. */
  readonly phrases: Phrases;
}

/**
 * What a model's texts state and was not calculated: numbers, and with them dates; signs, planets, houses, aspects, planets that
 * go backwards, phases of the moon, cards, animals of the Chinese years; and planets that are named in another sign or house than
 * they are in. Names are known in the languages of the packs; what is said without a name nobody can tell.
 *
 * @returns what is wrong, in words for the model
 */
export function findUntrueClaims(texts: readonly string[], { facts, told, phrases }: Given): string[] {
  const all = texts.join('\n');
  const known = indexFacts(facts, told);
  const words = readVocabulary(phrases);
  const added = [
    ...addedNumbers(all, known),
    ...addedNames(all, known, words),
    ...all.split(/(?<=[.!?;])\s+|\n+/).flatMap((sentence) => untrueSentence(sentence, known, words)),
  ];
  return [...new Set(added)].map((what) => `the answer ${what}, which is not in the facts`);
}

function addedNumbers(text: string, { told }: Known): string[] {
  const said = new Set(numbersIn(told));
  const added = numbersIn(text).find((number) => !said.has(number));
  return added === undefined ? [] : [`has the number ${added}`];
}

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

/** Everyday words in every language: that they are named says nothing. */
const EVERYDAY = new Set(['sun', 'moon']);

function addedNames(text: string, { keys, told }: Known, words: Vocabulary): string[] {
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
    ...addedCount(text, { told }, words),
  ];
}

/** A number in words that is said to be somebody's: "your path number seven". */
function addedCount(text: string, { told }: Pick<Known, 'told'>, words: Vocabulary): string[] {
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
      // Who counts to three seldom means a number of numerology.
      return value !== undefined && value > 3 && !numbersIn(told).includes(value) && !saysAny(told, word);
    })
    .map(([whole]) => `says "${whole}"`);
}

/** What one sentence says of where planets are, and how they stand to each other. */
function untrueSentence(sentence: string, known: Known, words: Vocabulary): string[] {
  const planets = Object.keys(words.planets).filter((key) => says(sentence, words.planets[key] ?? key));
  const [planet] = planets;
  const houses = housesIn(sentence, words);
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

function housesIn(sentence: string, { house, ordinals, cardinals }: Vocabulary): number[] {
  const found: number[] = [];
  const nth = (expression: string, value: number) => {
    if (new RegExp(`(?<!\\p{L})(?:${expression})(?!\\p{L})`, 'iu').test(sentence)) found.push(value);
  };
  // Portuguese counts "décima primeira": the longer is looked for first, and is not the tenth or the first then.
  ordinals.forEach((ordinal, at) => {
    nth(`(?<!décima )${ordinal} ${house}|${house} ${cardinals[at] ?? ordinal}`, at + 1);
  });
  const figures = new RegExp(`(\\d{1,2})(?:st|nd|rd|th|\\.|e|ème|[ªaº])? ${house}|${house} (\\d{1,2})`, 'giu');
  for (const [, before, behind] of sentence.matchAll(figures)) found.push(Number(before ?? behind));
  return found;
}

const english = (key: string): string => key.slice(0, 1).toUpperCase() + key.slice(1);

/** Whether a text has a name as a word of its own, capitals and all: cancer is not Cancer. */
const says = (text: string, name: string): boolean => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'u').test(text);

/** The same for what has no capitals, or an ending. */
const saysAny = (text: string, name: string): boolean => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'iu').test(text);

/** A card, whose article may stand in the middle of a sentence. */
function saysCard(text: string, card: string): boolean {
  const small = card.slice(0, 1).toLowerCase() + card.slice(1);
  return says(text, card) || (card.includes(' ') && says(text, small)) || (card.startsWith("L'") && says(text, small));
}
