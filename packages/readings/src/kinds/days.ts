const DAY_MS = 86_400_000;

/** Returns the days from 1970-01-01 to a date, YYYY-MM-DD. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** Returns the weekday of a date: 0 for Monday to 6 for Sunday. */
export const findWeekday = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
