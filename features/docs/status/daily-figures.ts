import type { Collection } from 'mongodb';
import { type PoolName, poolNames } from '../../../shared/contract/pools.js';
import type { Clock } from '../../../shared/process/clock.js';
import { addUpCalls, type CountedCalls, type TrafficSpan } from '../../monitoring/index.js';

/** Number of days on the page, today included. */
export const DAYS_SHOWN = 90;

const DAY_MS = 24 * 3_600_000;
/** Time after which past days are read again, in ms: a front may write the end of a day a little later. */
const REREAD_MS = 3_600_000;

/** Requests to all fronts in one day (UTC), by pool. A pool without requests is missing. */
export interface DayFigures {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly pools: Readonly<Partial<Record<PoolName, CountedCalls>>>;
}

type Days = ReadonlyMap<string, DayFigures['pools']>;

/**
 * Requests of the last 90 days, from the daily document of each front. Past days are read once an hour. Documents are added
 * up as they are read, so that memory does not depend on the number of fronts.
 */
export class DailyFigures {
  #past: { before: number; readAt: number; days: Days } | undefined;

  constructor(
    private readonly traffic: Collection<TrafficSpan>,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns every day, oldest first, those without requests included.
   *
   * @throws Error if the store is unavailable
   */
  async read(): Promise<DayFigures[]> {
    const now = this.clock.now().getTime();
    const today = now - (now % DAY_MS);
    const first = today - (DAYS_SHOWN - 1) * DAY_MS;
    const past = this.#past;
    if (past?.before !== today || performance.now() - past.readAt > REREAD_MS) {
      this.#past = { before: today, readAt: performance.now(), days: await this.#between(first, today) };
    }
    const days = new Map([...(this.#past?.days ?? []), ...(await this.#between(today, today + DAY_MS))]);
    return Array.from({ length: DAYS_SHOWN }, (_, index) => {
      const day = formatDay(new Date(first + index * DAY_MS));
      return { day, pools: days.get(day) ?? {} };
    });
  }

  /** Uses the index on the kind and the beginning of spans. */
  async #between(from: number, to: number): Promise<Days> {
    const days = new Map<string, Partial<Record<PoolName, CountedCalls>>>();
    const found = this.traffic.find(
      { span: 'day', at: { $gte: new Date(from), $lt: new Date(to) } },
      { projection: { at: 1, pools: 1 } },
    );
    for await (const { at, pools = {} } of found) {
      const known = days.get(formatDay(at)) ?? {};
      for (const pool of poolNames) {
        const [counted, before] = [pools[pool], known[pool]];
        if (counted) known[pool] = before ? addUpCalls([before, counted]) : counted;
      }
      days.set(formatDay(at), known);
    }
    return days;
  }
}

const formatDay = (at: Date): string => at.toISOString().slice(0, 'YYYY-MM-DD'.length);
