import { LRUCache } from 'lru-cache';
import { type Aspect, aspectsAmong } from './aspects.js';
import { type Phase, phaseOfDay } from './moon.js';
import { isRetrograde, longitudeOf, planets } from './positions.js';
import { type Planet, type Sign, signAt } from './zodiac.js';

/** The sky of one UTC day, seen at its noon. */
export interface SkyDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Days since 1970-01-01. */
  readonly number: number;
  readonly noon: Date;
  readonly longitudes: ReadonlyMap<Planet, number>;
  readonly signs: ReadonlyMap<Planet, Sign>;
  /** Which of those that readers know to move backwards do so; the slow planets do for nearly half of every year. */
  readonly retrograde: ReadonlySet<Planet>;
  /** The closest to exact first. */
  readonly aspects: readonly Aspect[];
  readonly phase: Phase;
}

const watched: readonly Planet[] = ['mercury', 'venus', 'mars'];

const DAY_MS = 86_400_000;

/** 00:00 UTC of a calendar day. */
export const midnightOf = (date: string): Date => new Date(`${date}T00:00:00Z`);

export const dayNumber = (date: string): number => Math.floor(midnightOf(date).getTime() / DAY_MS);

/** The calendar day `days` after another. */
export const dayAfter = (date: string, days: number): string =>
  new Date(midnightOf(date).getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** The sky is the same for every caller, so a day is calculated once: three years of them, at about 4 KiB a day. */
const known = new LRUCache<string, SkyDay>({ max: 1_100 });

export function skyOfDay(date: string): SkyDay {
  const remembered = known.get(date);
  if (remembered) return remembered;
  const sky = calculate(date);
  known.set(date, sky);
  return sky;
}

function calculate(date: string): SkyDay {
  const noon = new Date(midnightOf(date).getTime() + DAY_MS / 2);
  const longitudes = new Map(planets.map((planet) => [planet, longitudeOf(planet, noon)]));
  return {
    date,
    number: dayNumber(date),
    noon,
    longitudes,
    signs: new Map([...longitudes].map(([planet, longitude]) => [planet, signAt(longitude)])),
    retrograde: new Set(watched.filter((planet) => isRetrograde(planet, noon))),
    aspects: aspectsAmong(longitudes),
    phase: phaseOfDay(midnightOf(date)),
  };
}
