import type { Genre } from './genre.js';

/**
 * What the parts of a video do, in order. `part` stands for one side of the topic's field and may be repeated; every other
 * role has lines of its own in the packs.
 */
export const PLANS: Readonly<Record<Genre, readonly string[]>> = {
  howto: ['need', 'part', 'part', 'part', 'mistake', 'check'],
  review: ['who', 'part', 'part', 'part', 'against', 'verdict'],
  comparison: ['sides', 'part', 'part', 'part', 'choice'],
  list: ['rule', 'part', 'part', 'part', 'mistake', 'best'],
  story: ['before', 'turn', 'part', 'part', 'after'],
  news: ['event', 'part', 'part', 'affected', 'open'],
  explanation: ['short', 'part', 'part', 'part', 'mistake', 'use'],
  interview: ['guest', 'part', 'part', 'part', 'last'],
  vlog: ['place', 'part', 'part', 'part', 'evening'],
  series: ['map', 'part', 'part', 'part', 'task'],
};

/** The roles that videos of any genre have. */
export const ROLES = [...new Set(Object.values(PLANS).flat())];

/** Minutes of a video whose topic does not say how long it is to be. */
const USUAL = 3;
const SHORTEST = 1;
const LEAST = 1 / 6;
const LONGEST = 15;

/** How long the video of a topic is to be, in minutes: "… in 60 seconds", "10 minute …". */
export function minutesOf(text: string): number {
  const told = /(\d{1,3})[\s-]*(?:(s)(?:ec|ek|eg)\p{L}*|min\p{L}*)/iu.exec(text);
  if (!told) return USUAL;
  const minutes = told[2] === undefined ? Number(told[1]) : Number(told[1]) / 60;
  // Two seconds are no video, but part of a name: "Quechua 2 Seconds".
  if (minutes < LEAST) return USUAL;
  return Math.min(LONGEST, Math.max(SHORTEST, minutes));
}

/** Minutes from which a part more is told, and again for every so many. */
const PER_PART = 3;

/** The plan of a genre for a length: a part more for every three minutes, as far as there are parts. */
export function planFor(genre: Genre, minutes: number, parts: number): string[] {
  const plan = [...PLANS[genre]];
  const usual = plan.filter((role) => role === 'part').length;
  const more = Math.min(Math.floor(minutes / PER_PART) - 1, Math.max(0, parts - usual));
  if (more > 0) plan.splice(plan.lastIndexOf('part'), 0, ...Array<string>(more).fill('part'));
  return plan;
}

/** A time in a video, as players show it: 75 seconds are 1:15. */
export const timestamp = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`;
