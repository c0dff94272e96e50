import { type Aspect, isHard } from './aspects.js';
import { dayAfter, midnightOf, type SkyDay, skyOfDay } from './day.js';
import type { Phase } from './moon.js';
import { type Planet, type Sign, signAt } from './zodiac.js';

/** A principal phase within a span of days. */
export interface MoonEvent {
  readonly phase: Phase;
  readonly date: string;
  readonly sign: Sign;
}

/** An aspect between planets other than the moon, on the day of the span on which it is closest. */
export interface PlanetEvent extends Aspect {
  readonly date: string;
}

/** Wider than this, in degrees, an aspect that is closest within the span has not become exact in it. */
const EXACT = 1;

const principal: ReadonlySet<Phase> = new Set(['new_moon', 'first_quarter', 'full_moon', 'last_quarter']);

/** The Monday of a day's week. */
export function mondayOf(date: string): string {
  const weekday = midnightOf(date).getUTCDay();
  return dayAfter(date, -((weekday + 6) % 7));
}

/** The sky of each of a number of days. */
export const skyOfDays = (first: string, days: number): SkyDay[] =>
  Array.from({ length: days }, (_, index) => skyOfDay(dayAfter(first, index)));

/** The sky of each day of a month, YYYY-MM. */
export function skyOfMonth(month: string): SkyDay[] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return skyOfDays(`${month}-01`, new Date(Date.UTC(year, number, 0)).getUTCDate());
}

/** The principal phases of the moon within some days, in order. */
export const moonEvents = (days: readonly SkyDay[]): MoonEvent[] =>
  days
    .filter(({ phase }) => principal.has(phase))
    .map(({ date, phase, longitudes }) => ({ phase, date, sign: signAt(longitudes.get('moon') ?? 0) }));

/** The aspects between planets that become exact within some days, the fastest planets first. */
export function planetEvents(days: readonly SkyDay[]): PlanetEvent[] {
  const closest = new Map<string, PlanetEvent>();
  for (const { date, aspects } of days) {
    for (const aspect of aspects) {
      if (aspect.a === 'moon' || aspect.b === 'moon') continue;
      const key = `${aspect.a} ${aspect.name} ${aspect.b}`;
      const before = closest.get(key);
      if (!before || aspect.orb < before.orb) closest.set(key, { ...aspect, date });
    }
  }
  return [...closest.values()].filter(({ orb }) => orb <= EXACT).sort((one, other) => rank(one) - rank(other));
}

const fastest: readonly Planet[] = ['mercury', 'venus', 'sun', 'mars', 'jupiter'];

/** Personal planets speak louder than the great slow ones, and the closest aspect decides between equals. */
function rank({ a, b, orb }: Aspect): number {
  const places = [a, b].map((planet) => fastest.indexOf(planet)).filter((place) => place >= 0);
  return (places.length === 0 ? fastest.length : Math.min(...places)) + orb;
}

/** How an aspect feels: planets that meet, help or hinder one another. */
export const qualityOf = (aspect: Aspect): 'meet' | 'soft' | 'hard' => {
  if (aspect.name === 'conjunction') return 'meet';
  return isHard(aspect.name) ? 'hard' : 'soft';
};
