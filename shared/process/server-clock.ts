import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { type Clock, systemClock } from './clock.js';
import type { Logger } from './log.js';
import { gauge } from './metrics/measure.js';
import type { Redis } from './redis.js';

/** The servers that tell the time. What is kept on one is dated, and judged, by its clock and no other. */
export type TimeServer = 'redis' | 'store';

const MEASURE_EVERY_MS = 2_000;
/** With more doubt than this, in ms, nothing begins: an answer that took long, as the server came late, says little. */
const SURE_MS = 500;
const TRY_AGAIN_MS = 100;
/** How far two clocks may drift apart unnoticed, as a share of the time that passes: well above what quartz does. */
const DRIFT = 0.000_5;
/** Beyond this the clock of a machine is worth a word. */
export const NOTABLE_SKEW_MS = 2_000;
const SAY_EVERY_MS = 60_000;

interface Measurement {
  /** What is added to `performance.now()` to have the server's time, in ms. */
  base: number;
  /** By how much that may be wrong. */
  errorMs: number;
  /** When it was taken, by `performance.now()`. */
  takenAt: number;
}

/**
 * Tells the time of a server, whatever this machine's clock says. The server is asked now and then, so that telling
 * the time costs no command; in between `performance.now()` counts, which nobody sets. As in NTP, the quickest answer is believed, as
 * it leaves the least doubt when it was given, until another contradicts it.
 */
export class ServerClock implements Clock {
  #best: Measurement | undefined;
  #saidAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  /**
   * @param ask gives the server's time, in ms since the epoch
   * @param log is told, once a minute at most, that this machine's clock is far off
   * @param fallback tells the time until the server has
   */
  constructor(
    readonly server: TimeServer,
    private readonly ask: () => Promise<number>,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly fallback: Clock = systemClock,
  ) {}

  now(): Date {
    return this.#best ? new Date(this.#best.base + performance.now()) : this.fallback.now();
  }

  /** How far this machine's clock is ahead of the server's, in ms: below zero when it is behind. */
  get aheadMs(): number {
    return Date.now() - this.now().getTime();
  }

  /** Asks the server now and then from here on. Returns when its time is known. */
  async start(): Promise<void> {
    while (!this.#stopped && !this.#isSure) {
      await this.#measureIfThere();
      if (!this.#isSure) await pause(TRY_AGAIN_MS, undefined, { ref: false });
    }
    void this.#goOn();
  }

  get #isSure(): boolean {
    return this.#best !== undefined && this.#best.errorMs <= SURE_MS;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** @throws Error when the server is away */
  async measure(): Promise<void> {
    const began = performance.now();
    const told = await this.ask();
    const takenAt = performance.now();
    const measured = { base: told - (began + takenAt) / 2, errorMs: (takenAt - began) / 2 + 1, takenAt };
    this.#best = better(this.#best, measured);
    this.#tell();
  }

  async #goOn(): Promise<void> {
    while (!this.#stopped) {
      await pause(MEASURE_EVERY_MS, undefined, { ref: false });
      await this.#measureIfThere();
    }
  }

  /** That a server is away, others say. */
  async #measureIfThere(): Promise<void> {
    await this.measure().catch(() => {});
  }

  #tell(): void {
    const { aheadMs, server } = this;
    gauge('clockAhead', { server }, aheadMs / 1_000);
    const now = performance.now();
    if (Math.abs(aheadMs) <= NOTABLE_SKEW_MS || now < this.#saidAt + SAY_EVERY_MS) return;
    this.#saidAt = now;
    this.log.warn({ server, aheadMs: Math.round(aheadMs) }, "this machine's clock is off; the server's is gone by");
  }
}

/** Of two measurements the one that leaves less doubt; the newer where both cannot be right, as one clock was set. */
function better(known: Measurement | undefined, measured: Measurement): Measurement {
  if (!known) return measured;
  const doubtMs = known.errorMs + DRIFT * (measured.takenAt - known.takenAt);
  const contradicts = Math.abs(measured.base - known.base) > doubtMs + measured.errorMs;
  return contradicts || measured.errorMs <= doubtMs ? measured : known;
}

export const redisClock = (redis: Redis, log: Pick<Logger, 'warn'>): ServerClock =>
  new ServerClock('redis', () => redisTime(redis), log);

/** @param fallback tells the time while the store has not */
export const storeClock = (db: Db, log: Pick<Logger, 'warn'>, fallback?: Clock): ServerClock =>
  new ServerClock('store', () => storeTime(db), log, fallback);

async function redisTime(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
}

async function storeTime(db: Db): Promise<number> {
  const { localTime } = await db.command({ hello: 1 });
  if (localTime instanceof Date) return localTime.getTime();
  // Not every engine, and nothing that stands before one, says it with its greeting.
  const [told] = await db.aggregate([{ $documents: [{}] }, { $project: { now: '$$NOW' } }]).toArray();
  if (!(told?.now instanceof Date)) throw new Error('the store does not tell its time');
  return told.now.getTime();
}
