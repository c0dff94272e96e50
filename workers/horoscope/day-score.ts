import type { Tone } from 'readings';
import {
  calculateSkies,
  findMonday,
  findPlanetEvents,
  type Quality,
  rateAspect,
  type SkyDay,
} from '../lib/sky/days.js';
import type { Subject } from '../lib/sky/natal-chart.js';
import { findAspect, isHard } from '../lib/sky/positions.js';
import { findHouse, type Planet } from '../lib/sky/zodiac.js';
import { birthFacts } from './period-facts.js';

export const WEEK_DAYS = 7;
/** Number of transits to a birth that the text of a week names, as its kind in the package of readings says. */
const WEEK_TRANSITS = 2;

/** Scores from which a day is good, and up to which it is hard: nearly two fifths and a quarter of all days. */
const GOOD = 5;
const HARD = -2;

/** Score of the moon in each house: trines and sextiles help, the sixth, eighth and twelfth demand. */
const houseScores: readonly number[] = [6, 2, 5, 1, 8, -3, 0, -4, 7, 2, 6, -5];
const benefics: ReadonlySet<Planet> = new Set(['sun', 'venus', 'jupiter']);
const malefics: ReadonlySet<Planet> = new Set(['mars', 'saturn', 'pluto']);

/** Score of the moon's aspect to a place of the birth. */
const NATAL_SCORE = 3;

/** Scores a day for a person by the moon's house, its aspects, and its aspects to the places of the birth. */
export function scoreDay(day: SkyDay, { sign, natal }: Subject): number {
  let sum = houseScores[findHouse(day.signs.get('moon') ?? sign, sign) - 1] ?? 0;
  for (const { planet, quality } of findMoonAspects(day)) {
    if (quality === 'hard') sum -= malefics.has(planet) ? 3 : 1;
    else if (benefics.has(planet)) sum += 3;
    else sum += quality === 'meet' && malefics.has(planet) ? -2 : 1;
  }
  for (const place of natal.values()) {
    const aspect = findAspect(day.longitudes.get('moon') ?? 0, place);
    if (aspect) sum += isHard(aspect.name) ? -NATAL_SCORE : NATAL_SCORE;
  }
  return sum;
}

interface MoonAspect {
  readonly planet: Planet;
  readonly quality: Quality;
}

/** Returns the moon's aspects of a day, the closest first. */
export const findMoonAspects = ({ aspects }: SkyDay): MoonAspect[] =>
  aspects
    .filter(({ a, b }) => a === 'moon' || b === 'moon')
    .map((aspect) => ({ planet: aspect.a === 'moon' ? aspect.b : aspect.a, quality: rateAspect(aspect) }));

/** True if an aspect may be named in the text of a day of that tone: a good day has no strain, a hard one no ease. */
export function suitsTone({ planet, quality }: MoonAspect, tone: Tone): boolean {
  if (tone === 'even') return true;
  const isStrain = quality === 'hard' || (quality === 'meet' && malefics.has(planet));
  return isStrain === (tone === 'hard');
}

/** Returns the best and the hardest day of a week, except days for which the week's text names an event of the other kind. */
export function findHighlights(
  week: readonly SkyDay[],
  subject: Subject,
): { readonly best: SkyDay; readonly hardest: SkyDay } {
  const ranked = [...week].sort((one, other) => scoreDay(other, subject) - scoreDay(one, subject));
  const [aspect] = findPlanetEvents(week);
  const named = [
    ...(birthFacts(week, subject)?.distinct_transits ?? []).slice(0, WEEK_TRANSITS),
    ...(aspect ? [{ date: aspect.date, quality: rateAspect(aspect) }] : []),
  ];
  const without = (quality: Quality) =>
    ranked.filter(({ date }) => !named.some((one) => one.date === date && one.quality === quality));
  const best = without('hard')[0] ?? ranked[0];
  const hardest = without('soft').findLast((day) => day !== best) ?? ranked.at(-1);
  if (!best || !hardest) throw new RangeError('a week has days');
  return { best, hardest };
}

/** Returns the tone of a day. The best and the hardest day of a week are good and hard in any case. */
export function findTone(day: SkyDay, subject: Subject): Tone {
  const { best, hardest } = findHighlights(calculateSkies(findMonday(day.date), WEEK_DAYS), subject);
  if (day.date === best.date) return 'good';
  if (day.date === hardest.date) return 'hard';
  const score = scoreDay(day, subject);
  if (score >= GOOD) return 'good';
  return score <= HARD ? 'hard' : 'even';
}
