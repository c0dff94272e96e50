import { utcDay } from '../process/clock.js';

const DAY = 86_400_000;

/** Returns the day (YYYY-MM-DD) that is some days after another, or before it if negative. */
export const addDays = (day: string, days: number): string => utcDay(new Date(Date.parse(day) + days * DAY));

export const dayBefore = (day: string): string => addDays(day, -1);

/** Returns the number of days between two, in any order. */
export const daysBetween = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other)) / DAY;
