import { midnightOf, type SkyDay } from '../lib/sky/days.js';
import type { Subject } from '../lib/sky/natal-chart.js';
import { type Transit, transitsOf } from '../lib/sky/transits.js';
import { houseOf, type Planet, type Sign, signAt } from '../lib/sky/zodiac.js';
import type { Words } from '../lib/writing/words.js';

/** What a week or a month means for one birth. */
export interface BirthFacts {
  readonly transits: readonly Transit[];
  readonly venus: Sign;
  readonly mars: Sign;
  /** Only with a time of birth. */
  readonly moon?: Sign;
  /** Where a planet stands counted from the rising sign; only with a time and a place of birth. */
  readonly house?: { readonly planet: Planet; readonly house: number };
}

/** Undefined without a date of birth. */
export function birthFacts(days: readonly SkyDay[], subject: Subject): BirthFacts | undefined {
  const { natal, rising, moon } = subject;
  const venus = natal.get('venus');
  const mars = natal.get('mars');
  const [first] = days;
  if (venus === undefined || mars === undefined || !first) return undefined;
  const [transit] = transitsOf(days, natal);
  // The planet that is told already gives way to another.
  const planet = transit?.planet === 'mars' ? 'venus' : 'mars';
  return {
    transits: transitsOf(days, natal),
    venus: signAt(venus),
    mars: signAt(mars),
    ...(moon && { moon }),
    ...(rising && { house: { planet, house: houseOf(first.signs.get(planet) ?? rising, rising) } }),
  };
}

/** The lines on the transits that are felt most, and on a house counted from the ascendant. */
export function birthLines(words: Words, birth: BirthFacts, most: number, by: 'weekday' | 'date'): string[] {
  const touched = transitLines(words, birth, [0, most], by);
  if (!birth.house) return touched;
  const line = words.say('birth.house', {
    facts: { house: birth.house.house },
    slots: { planet: words.name(`planet.${birth.house.planet}`) },
  });
  return [...touched, line];
}

/** The lines on the transits from one place to another in the order in which they are felt, each with what it touches. */
export const transitLines = (
  words: Words,
  { transits }: BirthFacts,
  [from, to]: readonly [number, number],
  by: 'weekday' | 'date',
): string[] =>
  differentTransits(transits)
    .slice(from, to)
    .flatMap(({ planet, point, quality, date }) => [
      words.say('birth.transit', {
        facts: { planet, quality },
        slots: { point: words.name(`natal.${point}`), when: whenOf(words, date, by) },
      }),
      words.say('birth.point', { facts: { point, quality } }),
    ]);

/** The transits that are told, the one that is felt most first: a planet that does the same to two places is told of one of them. */
export const differentTransits = (transits: readonly Transit[]): Transit[] =>
  [
    ...new Map(transits.toReversed().map((transit) => [`${transit.planet} ${transit.quality}`, transit])).values(),
  ].toReversed();

/** `on Thursday`, or `on March 3`. */
export function whenOf(words: Words, date: string, by: 'weekday' | 'date'): string {
  if (by === 'date') return words.on(date);
  return words.name('on.weekday', (midnightOf(date).getUTCDay() + 6) % 7);
}
