import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { type Clock, systemClock } from './clock.js';
import type { Logger } from './log.js';
import { gauge } from './metrics/measure.js';
import type { Redis } from './redis.js';

/** Servers whose clocks are used. Data is dated by the clock of the server that stores it. */
export type TimeServer = 'redis' | 'store';

const MEASURE_EVERY_MS = 2_000;
/** Maximum error of the first measurement, in ms: a slow response says little about the time. */
const MAX_START_ERROR_MS = 500;
const RETRY_MS = 100;
/** Maximum drift between two clocks, as a share of the elapsed time: well above that of quartz. */
const DRIFT = 0.000_5;
/** Clock skew of a machine that is reported, in ms. */
export const NOTABLE_SKEW_MS = 2_000;
const WARN_EVERY_MS = 60_000;

interface Measurement {
  /** Difference between the server's time and `performance.now()`, in ms. */
  base: number;
  /** Maximum error of it. */
  errorMs: number;
  /** Time of the measurement, by `performance.now()`. */
  takenAt: number;
}

/**
 * Clock of a server, independent of this machine's clock. The server's time is measured every 2 s, so that reading the clock costs no
 * command; in between `performance.now()` is used, which is monotonic. As in NTP, the measurement with the quickest response is used, which
 * has the smallest error, until another one contradicts it.
 */
export class ServerClock implements Clock {
  #best: Measurement | undefined;
  #warnedAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  /**
   * @param readTime returns the server's time, in ms since the epoch
   * @param log warned at most once a minute of clock skew
   * @param fallback used until the first measurement
   */
  constructor(
    readonly server: TimeServer,
    private readonly readTime: () => Promise<number>,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly fallback: Clock = systemClock,
  ) {}

  now(): Date {
    return this.#best ? new Date(this.#best.base + performance.now()) : this.fallback.now();
  }

  /** Time by which this machine's clock is ahead of the server's, in ms; negative if it is behind. */
  get aheadMs(): number {
    return Date.now() - this.now().getTime();
  }

  /** Starts measuring the server's time. Returns when it is known. */
  async start(): Promise<void> {
    while (!this.#stopped && !this.#isKnown) {
      await this.#tryMeasure();
      if (!this.#isKnown) await pause(RETRY_MS, undefined, { ref: false });
    }
    void this.#measureRepeatedly();
  }

  get #isKnown(): boolean {
    return this.#best !== undefined && this.#best.errorMs <= MAX_START_ERROR_MS;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** @throws Error if the server is unavailable */
  async measure(): Promise<void> {
    const began = performance.now();
    const serverTime = await this.readTime();
    const takenAt = performance.now();
    const measured = { base: serverTime - (began + takenAt) / 2, errorMs: (takenAt - began) / 2 + 1, takenAt };
    this.#best = chooseMeasurement(this.#best, measured);
    this.#reportSkew();
  }

  async #measureRepeatedly(): Promise<void> {
    while (!this.#stopped) {
      await pause(MEASURE_EVERY_MS, undefined, { ref: false });
      await this.#tryMeasure();
    }
  }

  /** Measures, and ignores failures: an unavailable server is reported elsewhere. */
  async #tryMeasure(): Promise<void> {
    await this.measure().catch(() => {});
  }

  #reportSkew(): void {
    const { aheadMs, server } = this;
    gauge('clockAhead', { server }, aheadMs / 1_000);
    const now = performance.now();
    if (Math.abs(aheadMs) <= NOTABLE_SKEW_MS || now < this.#warnedAt + WARN_EVERY_MS) return;
    this.#warnedAt = now;
    this.log.warn({ server, aheadMs: Math.round(aheadMs) }, "clock skew detected; using the server's time");
  }
}

/** Returns the measurement with the smaller error; the newer one if they contradict each other, since then a clock was set. */
function chooseMeasurement(known: Measurement | undefined, measured: Measurement): Measurement {
  if (!known) return measured;
  const errorMs = known.errorMs + DRIFT * (measured.takenAt - known.takenAt);
  const isContradicted = Math.abs(measured.base - known.base) > errorMs + measured.errorMs;
  return isContradicted || measured.errorMs <= errorMs ? measured : known;
}

export const createRedisClock = (redis: Redis, log: Pick<Logger, 'warn'>): ServerClock =>
  new ServerClock('redis', () => readRedisTime(redis), log);

/** @param fallback used until the store's time is known */
export const storeClock = (db: Db, log: Pick<Logger, 'warn'>, fallback?: Clock): ServerClock =>
  new ServerClock('store', () => readStoreTime(db), log, fallback);

async function readRedisTime(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
}

async function readStoreTime(db: Db): Promise<number> {
  const { localTime } = await db.command({ hello: 1 });
  if (localTime instanceof Date) return localTime.getTime();
  // Some engines and proxies do not return it with `hello`.
  const [found] = await db.aggregate([{ $documents: [{}] }, { $project: { now: '$$NOW' } }]).toArray();
  if (!(found?.now instanceof Date)) throw new Error('the store does not return its time');
  return found.now.getTime();
}
