import type { Collection } from 'mongodb';
import { type PoolName, poolNames } from '../../../shared/contract/pools.js';
import type { Clock } from '../../../shared/process/clock.js';
import { type CountedCalls, sumCalls, type TrafficSpan } from '../../monitoring/index.js';

/** How many days are shown, today included. */
export const DAYS_SHOWN = 90;

const DAY_MS = 24 * 3_600_000;
/** A front may write down the end of a day a little later, so days that are over are read again now and then, in ms. */
const REREAD_MS = 3_600_000;

/** What all fronts together answered in one day (UTC), by pool. A pool without calls is not there. */
export interface DayFigures {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly pools: Readonly<Partial<Record<PoolName, CountedCalls>>>;
}

type Days = ReadonlyMap<string, DayFigures['pools']>;

/**
 * The calls of the last 90 days, from what every front writes down of each day. Days that are over are read once an
 * hour, today's documents whenever it is asked for; they are added up as they come, so that memory does not depend on how
 * many fronts there have been.
 */
export class DailyFigures {
  #past: { before: number; readAt: number; days: Days } | undefined;

  constructor(
    private readonly traffic: Collection<TrafficSpan>,
    private readonly clock: Clock,
  ) {}

  /**
   * Every day, oldest first; days without calls are there too.
   *
   * @throws Error when the store is away
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
      const day = dayOf(new Date(first + index * DAY_MS));
      return { day, pools: days.get(day) ?? {} };
    });
  }

  /** The index on kind and beginning of spans leads to these documents. */
  async #between(from: number, to: number): Promise<Days> {
    const days = new Map<string, Partial<Record<PoolName, CountedCalls>>>();
    const found = this.traffic.find(
      { span: 'day', at: { $gte: new Date(from), $lt: new Date(to) } },
      { projection: { at: 1, pools: 1 } },
    );
    for await (const { at, pools = {} } of found) {
      const known = days.get(dayOf(at)) ?? {};
      for (const pool of poolNames) {
        const [counted, before] = [pools[pool], known[pool]];
        if (counted) known[pool] = before ? sumCalls([before, counted]) : counted;
      }
      days.set(dayOf(at), known);
    }
    return days;
  }
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 'YYYY-MM-DD'.length);
