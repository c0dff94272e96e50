const DAY_MS = 86_400_000;

/** Adds a number of days, which may be negative, to a day (UTC, YYYY-MM-DD). */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the number of days from `first` to `last`; negative if `last` is earlier. */
export const countDays = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / DAY_MS;

/** Returns every day from `first` to `last`, both included. */
export const listDays = (first: string, last: string): string[] =>
  Array.from({ length: countDays(first, last) + 1 }, (_, index) => addDays(first, index));

/** Returns the first and last day of each calendar month from `first` to `last`. */
export function listMonths(first: string, last: string): { first: string; last: string }[] {
  const months: { first: string; last: string }[] = [];
  for (let start = `${first.slice(0, 7)}-01`; start <= last; ) {
    const next = `${addDays(start, 31).slice(0, 7)}-01`;
    months.push({ first: start, last: addDays(next, -1) });
    start = next;
  }
  return months;
}
