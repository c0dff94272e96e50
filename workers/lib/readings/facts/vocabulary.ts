import { readFileSync } from 'node:fs';
import type { Phrases } from 'readings/compose';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { chineseAnimals, signs } from '../../../../shared/contract/catalogue/horoscope-names.js';
import { projectFile } from '../../../../shared/process/project-file.js';

const texts = Type.Array(Type.String());
const words = Type.Object(
  {
    house: Type.String(),
    /** Expressions for the first to the twelfth house. */
    ordinals: texts,
    cardinals: texts,
    /** The master numbers 22 and 33. */
    masters: texts,
    /** Expressions before a number of the reader. */
    counted: texts,
    aspects: Type.Object({ soft: texts, hard: texts, meet: texts }),
    retrograde: texts,
    phases: Type.Object({ new_moon: texts, full_moon: texts, eclipse: texts }),
    animals: Type.Record(Type.Enum([...chineseAnimals]), Type.String()),
    /** Cards whose names are everyday words. */
    everyday: Type.Optional(texts),
  },
  { additionalProperties: false },
);

/** Names of facts in one language. */
export type Vocabulary = Static<typeof words> & {
  readonly planets: Readonly<Record<string, string>>;
  readonly signs: Readonly<Record<string, string>>;
  /** Signs with a preposition: `in der Jungfrau`. */
  readonly inSigns: Readonly<Record<string, string>>;
  readonly cards: readonly string[];
};

const planets = ['sun', 'moon', 'mercury', 'venus', 'mars', 'jupiter', 'saturn', 'uranus', 'neptune', 'pluto'];
const SUITS = ['major', 'wands', 'cups', 'swords', 'pentacles'];

let read: Readonly<Record<string, Static<typeof words>>> | undefined;

/** Returns the names of facts in a language. @throws RangeError if it has none */
export function readVocabulary({ language, phrases }: Phrases): Vocabulary {
  read ??= Parse(
    Type.Record(Type.String(), words),
    JSON.parse(readFileSync(projectFile('workers/lib/readings/facts/vocabulary.json'), 'utf8')),
  );
  const own = read[language];
  if (!own) throw new RangeError(`no names of facts in ${language}`);
  const phrase = (key: string): string => phrases[key]?.[0] ?? key;
  const named = (keys: readonly string[], name: (key: string) => string) =>
    Object.fromEntries(keys.map((key) => [key, name(key)]));
  return {
    ...own,
    planets: named(planets, (planet) => phrase(`ruler.${planet}`)),
    inSigns: named(signs, (sign) => phrase(`in.${sign}`)),
    signs: named(signs, (sign) => phrase(`in.${sign}`).split(' ').at(-1) ?? sign),
    cards: SUITS.flatMap((suit) => phrases[`card.${suit}`] ?? []).filter((card) => !own.everyday?.includes(card)),
  };
}
