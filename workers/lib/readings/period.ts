const DAY_MS = 86_400_000;

/** The shortest and the longest that a reading stays the same: periods may be over, years ahead, or none at all. */
const SHORTEST_MS = 3_600_000;
const LONGEST_MS = 32 * DAY_MS;

/** What tells the period of a reading, as contracts name it. */
interface Period {
  readonly date?: unknown;
  readonly week_end?: unknown;
  readonly month?: unknown;
}

/** Returns for how long a reading is the same for everybody: to the end of the day, week or month (UTC) of its facts. */
export function keptMs(facts: object, now: Date): number {
  const { date, week_end, month }: Period = facts;
  const day = date ?? week_end;
  const left = (end: number) => Math.min(LONGEST_MS, Math.max(SHORTEST_MS, end - now.getTime()));
  if (typeof day === 'string') return left(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
  if (typeof month === 'string') return left(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1));
  return LONGEST_MS;
}
