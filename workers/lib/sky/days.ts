import { LRUCache } from 'lru-cache';
import { calculatePhase, type Phase } from './moon.js';
import { type Aspect, calculateLongitude, findAspects, isHard, isRetrograde } from './positions.js';
import { type Planet, planets, type Sign, signAt } from './zodiac.js';

/** The sky of a UTC day at noon. */
export interface SkyDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Days since 1970-01-01. */
  readonly number: number;
  readonly noon: Date;
  readonly longitudes: ReadonlyMap<Planet, number>;
  readonly signs: ReadonlyMap<Planet, Sign>;
  /** Retrograde planets, without the slow ones, which are retrograde for nearly half of every year. */
  readonly retrograde: ReadonlySet<Planet>;
  /** Aspects, closest to exact first. */
  readonly aspects: readonly Aspect[];
  readonly phase: Phase;
}

const watched: readonly Planet[] = ['mercury', 'venus', 'mars'];

const DAY_MS = 86_400_000;

/** Returns 00:00 UTC of a date. */
export const toMidnight = (date: string): Date => new Date(`${date}T00:00:00Z`);

export const dayNumber = (date: string): number => Math.floor(toMidnight(date).getTime() / DAY_MS);

/** Adds days to a date. */
export const addDays = (date: string, days: number): string =>
  new Date(toMidnight(date).getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Cached skies of three years, about 4 KiB a day. */
const known = new LRUCache<string, SkyDay>({ max: 1_100 });

export function calculateSky(date: string): SkyDay {
  const remembered = known.get(date);
  if (remembered) return remembered;
  const sky = calculate(date);
  known.set(date, sky);
  return sky;
}

function calculate(date: string): SkyDay {
  const noon = new Date(toMidnight(date).getTime() + DAY_MS / 2);
  const longitudes = new Map<Planet, number>(planets.map((planet) => [planet, calculateLongitude(planet, noon)]));
  return {
    date,
    number: dayNumber(date),
    noon,
    longitudes,
    signs: new Map([...longitudes].map(([planet, longitude]) => [planet, signAt(longitude)])),
    retrograde: new Set(watched.filter((planet) => isRetrograde(planet, noon))),
    aspects: findAspects(longitudes),
    phase: calculatePhase(toMidnight(date)),
  };
}

/** A principal phase within a span of days. */
export interface MoonEvent {
  readonly phase: Phase;
  readonly date: string;
  readonly sign: Sign;
}

/** An aspect between planets other than the moon, on the day of the span on which it is closest. */
interface PlanetEvent extends Aspect {
  readonly date: string;
}

/** Maximum orb of an aspect that becomes exact within the span, in degrees. */
const MAX_EXACT_ORB = 1;

const principal: ReadonlySet<Phase> = new Set(['new_moon', 'first_quarter', 'full_moon', 'last_quarter']);

/** Returns the Monday of a date's week. */
export function findMonday(date: string): string {
  const weekday = toMidnight(date).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}

/** Calculates the skies of consecutive days. */
export const calculateSkies = (first: string, days: number): SkyDay[] =>
  Array.from({ length: days }, (_, index) => calculateSky(addDays(first, index)));

/** Calculates the skies of a month, YYYY-MM. */
export function calculateMonth(month: string): SkyDay[] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return calculateSkies(`${month}-01`, new Date(Date.UTC(year, number, 0)).getUTCDate());
}

/** Finds the principal phases of the moon within some days, in order. */
export const findMoonEvents = (days: readonly SkyDay[]): MoonEvent[] =>
  days
    .filter(({ phase }) => principal.has(phase))
    .map(({ date, phase, longitudes }) => ({ phase, date, sign: signAt(longitudes.get('moon') ?? 0) }));

/** Finds the aspects between planets that become exact within some days, the fastest planets first. */
export function findPlanetEvents(days: readonly SkyDay[]): PlanetEvent[] {
  const closest = new Map<string, PlanetEvent>();
  for (const { date, aspects } of days) {
    for (const aspect of aspects) {
      if (aspect.a === 'moon' || aspect.b === 'moon') continue;
      const key = `${aspect.a} ${aspect.name} ${aspect.b}`;
      const before = closest.get(key);
      if (!before || aspect.orb < before.orb) closest.set(key, { ...aspect, date });
    }
  }
  return [...closest.values()].filter(({ orb }) => orb <= MAX_EXACT_ORB).sort((one, other) => rank(one) - rank(other));
}

const fastest: readonly Planet[] = ['mercury', 'venus', 'sun', 'mars', 'jupiter'];

/** Ranks an aspect by its fastest planet, then by its orb. */
function rank({ a, b, orb }: Aspect): number {
  const places = [a, b].map((planet) => fastest.indexOf(planet)).filter((place) => place >= 0);
  return (places.length === 0 ? fastest.length : Math.min(...places)) + orb;
}

export type Quality = 'meet' | 'soft' | 'hard';

/** Returns the quality of an aspect: planets that meet, help or hinder one another. */
export const rateAspect = ({ name }: Pick<Aspect, 'name'>): Quality => {
  if (name === 'conjunction') return 'meet';
  return isHard(name) ? 'hard' : 'soft';
};
