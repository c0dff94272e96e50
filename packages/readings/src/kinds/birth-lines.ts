import type { Words } from '../compose/words.js';
import type { BirthFacts } from '../facts.js';
import { findWeekday } from './days.js';

/** Says the lines on the transits that are felt most, and on a house counted from the ascendant. */
export function sayBirth(words: Words, birth: BirthFacts, most: number, by: 'weekday' | 'date'): string[] {
  const touched = sayTransits(words, birth, [0, most], by);
  if (!birth.house) return touched;
  const line = words.say('birth.house', {
    facts: { house: birth.house.house },
    slots: { planet: words.name(`planet.${birth.house.planet}`) },
  });
  return [...touched, line];
}

/** Says the lines on the transits of a range in the order in which they are felt, each with the point that it touches. */
export const sayTransits = (
  words: Words,
  { distinct_transits }: BirthFacts,
  [from, to]: readonly [number, number],
  by: 'weekday' | 'date',
): string[] =>
  distinct_transits.slice(from, to).flatMap(({ planet, point, quality, date }) => [
    words.say('birth.transit', {
      facts: { planet, quality },
      slots: { point: words.name(`natal.${point}`), when: formatDay(words, date, by) },
    }),
    words.say('birth.point', { facts: { point, quality } }),
  ]);

/** Returns `on Thursday`, or `on March 3`. */
export function formatDay(words: Words, date: string, by: 'weekday' | 'date'): string {
  if (by === 'date') return words.on(date);
  return words.name('on.weekday', findWeekday(date));
}
