import { EclipticGeoMoon, MakeTime, Search, SearchGlobalSolarEclipse, SearchLunarEclipse } from 'astronomy-engine';
import { LRUCache } from 'lru-cache';
import { eclipses } from '../../../shared/contract/catalogue/horoscope-names.js';
import { findNextPhase } from './moon.js';
import { calculateLongitude, turn } from './positions.js';
import { type Planet, planets, type Sign, signAt } from './zodiac.js';

export type EclipseKind = (typeof eclipses)[number];

/** A solar or lunar eclipse, on the UTC day of its maximum. */
export interface Eclipse {
  readonly type: 'eclipse';
  readonly date: string;
  readonly instant: Date;
  readonly kind: EclipseKind;
  /** Sign of the eclipsed body. */
  readonly sign: Sign;
}

/** Turn of a planet to retrograde or direct motion. */
export interface Station {
  readonly type: 'station';
  readonly date: string;
  readonly instant: Date;
  readonly planet: Planet;
  readonly motion: 'retrograde' | 'direct';
  readonly sign: Sign;
}

/** Entry of the sun or a planet into a sign, in either direction. */
export interface Ingress {
  readonly type: 'ingress';
  readonly date: string;
  readonly instant: Date;
  readonly planet: Planet;
  readonly sign: Sign;
}

export type SkyEvent = Eclipse | Station | Ingress;

const DAY_MS = 86_400_000;

/** Planets whose stations and ingresses are events. The moon changes its sign every other day. */
const watched = planets.filter((planet) => planet !== 'moon');

/** Cached events of ten years, as a month takes some milliseconds. */
const known = new LRUCache<string, readonly SkyEvent[]>({ max: 120 });

/** Finds the eclipses, stations and ingresses of a month, YYYY-MM, in order. */
export function findEventsOfMonth(month: string): readonly SkyEvent[] {
  const cached = known.get(month);
  if (cached) return cached;
  const start = new Date(`${month}-01T00:00:00Z`);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  const events = [
    ...findEclipses(start, end),
    ...watched.flatMap((planet) => findStationsAndIngresses(planet, start, end)),
  ].sort((one, other) => one.instant.getTime() - other.instant.getTime());
  known.set(month, events);
  return events;
}

/** Finds the events of consecutive days, YYYY-MM-DD, in order. */
export const findEvents = (dates: readonly string[]): SkyEvent[] =>
  [...new Set(dates.map((date) => date.slice(0, 7)))]
    .flatMap((month) => findEventsOfMonth(month))
    .filter(({ date }) => dates.includes(date));

export const findEclipse = (date: string): Eclipse | undefined =>
  findEvents([date]).find((event) => event.type === 'eclipse');

const toDate = (instant: Date): string => instant.toISOString().slice(0, 10);

const searches = [
  { body: 'solar', elongation: 0, search: SearchGlobalSolarEclipse },
  { body: 'lunar', elongation: 180, search: SearchLunarEclipse },
] as const;

/** Maximum ecliptic latitude of the moon in an eclipse, in degrees. */
const MAX_LATITUDE = 1.8;

/** Finds the eclipses within a period. As a search goes on for half a year, only moons near the ecliptic are searched. */
function findEclipses(start: Date, end: Date): Eclipse[] {
  const found: Eclipse[] = [];
  for (const { body, elongation, search } of searches) {
    // The maximum is up to an hour away from the new or full moon.
    for (let moon = findDayFrom(start, -1); ; moon = findDayFrom(moon, 20)) {
      moon = findNextPhase(elongation, moon);
      if (moon >= findDayFrom(end, 1)) break;
      if (Math.abs(EclipticGeoMoon(moon).lat) > MAX_LATITUDE) continue;
      const { kind, peak } = search(findDayFrom(moon, -1));
      const named = eclipses.find((one) => one === `${kind}_${body}`);
      const instant = peak.date;
      if (!named || instant < start || instant >= end || instant >= findDayFrom(moon, 1)) continue;
      const sign = signAt(calculateLongitude(body === 'solar' ? 'sun' : 'moon', instant));
      found.push({ type: 'eclipse', date: toDate(instant), instant, kind: named, sign });
    }
  }
  return found;
}

const findDayFrom = (instant: Date, days: number): Date => new Date(instant.getTime() + days * DAY_MS);

/** Finds stations and ingresses. Between two stations the longitude is monotonic, so each cusp is crossed once. */
function findStationsAndIngresses(planet: Planet, start: Date, end: Date): (Station | Ingress)[] {
  const stations = planet === 'sun' ? [] : findStations(planet, start, end);
  const turns = [start, ...stations.map(({ instant }) => instant), end];
  return [...stations, ...turns.slice(1).flatMap((to, at) => findIngresses(planet, turns[at] ?? start, to))];
}

/** Step of the search, shorter than any retrograde motion, so that it contains at most one station. */
const STEP_DAYS = 10;

function findStations(planet: Planet, start: Date, end: Date): Station[] {
  const found: Station[] = [];
  for (let from = start.getTime(); from < end.getTime(); from += STEP_DAYS * DAY_MS) {
    const [left, right] = [new Date(from), new Date(Math.min(from + STEP_DAYS * DAY_MS, end.getTime()))];
    const isForward = measureMotion(planet, left) > 0;
    if (isForward === measureMotion(planet, right) > 0) continue;
    const instant = findZero((at) => (isForward ? -1 : 1) * measureMotion(planet, at), left, right);
    const motion = isForward ? 'retrograde' : 'direct';
    found.push({
      type: 'station',
      date: toDate(instant),
      instant,
      planet,
      motion,
      sign: signAt(calculateLongitude(planet, instant)),
    });
  }
  return found;
}

function findIngresses(planet: Planet, start: Date, end: Date): Ingress[] {
  const from = calculateLongitude(planet, start);
  const to = from + turn(from, calculateLongitude(planet, end));
  const direction = Math.sign(to - from);
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const found: Ingress[] = [];
  for (let cusp = Math.ceil(low / 30) * 30; cusp < high; cusp += 30) {
    const instant = findZero((at) => direction * turn(cusp, calculateLongitude(planet, at)), start, end);
    // The sign is read a degree beyond the cusp.
    found.push({ type: 'ingress', date: toDate(instant), instant, planet, sign: signAt(cusp + direction) });
  }
  return found;
}

const QUARTER_DAY_MS = DAY_MS / 4;

/** Returns the motion in ecliptic longitude over twelve hours, in degrees. It is negative while a planet is retrograde. */
const measureMotion = (planet: Planet, instant: Date): number =>
  turn(
    calculateLongitude(planet, new Date(instant.getTime() - QUARTER_DAY_MS)),
    calculateLongitude(planet, new Date(instant.getTime() + QUARTER_DAY_MS)),
  );

/** Finds the instant at which a rising function is zero. */
function findZero(rising: (instant: Date) => number, start: Date, end: Date): Date {
  const found = Search(({ date }) => rising(date), MakeTime(start), MakeTime(end), { dt_tolerance_seconds: 10 });
  if (!found) throw new RangeError(`no zero between ${start.toISOString()} and ${end.toISOString()}`);
  return found.date;
}
