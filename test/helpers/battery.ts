import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { call } from './stack.js';

/** Who is called, and by whom. */
export interface Sides {
  readonly baseUrl: string;
  /** The key of the account that sends the worst there is. */
  readonly hostileKey: string;
  /** The key of another account, whose answers are timed. */
  readonly ordinaryKey: string;
}

/** What ordinary traffic is: small calls of two pools that the worst ones are not in. */
const ORDINARY = [
  ['/v1/vat', { action: 'calculate', net: 100, vat_rate: 20 }],
  ['/v1/numerology/lifepath-number', { birth_date: '1990-04-12' }],
] as const;

/** Callers of ordinary traffic side by side, and how long each pauses between its calls. */
const [CALLERS, PAUSE_MS] = [2, 20];

export interface Outcome {
  /** Milliseconds that 99 of 100 ordinary calls took at most, by themselves and beside the attack. */
  readonly alone: number;
  readonly beside: number;
  /** Ordinary calls that were timed. */
  readonly calls: number;
  /** Ordinary calls that were not answered 200. */
  readonly failed: number;
  /** How often the attackers were answered with each status. */
  readonly attacked: ReadonlyMap<number, number>;
}

/**
 * Sends the worst of every kind at once and for as long as ordinary traffic of another account is timed beside it: images, drawings,
 * photos and user agents that ask for all that is legal, bodies that are read for nobody, strangers, public pages and their statistics.
 * Both are taken in turns, so that a change of the machine's mood meets both.
 *
 * @param turns how often each is timed, `phaseMs` long
 */
export async function battery(sides: Sides, turns: number, phaseMs: number): Promise<Outcome> {
  const attackers = new Attackers(sides);
  let attacked: ReadonlyMap<number, number> = new Map();
  const times: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
  let failed = 0;
  const time = async (into: number[]) => {
    const until = performance.now() + phaseMs;
    await Promise.all(Array.from({ length: CALLERS }, () => callUntil(until, sides, into, () => failed++)));
  };
  try {
    // What is slow the first time is: the ordinary calls, and the attackers' making of what they send.
    await time([]);
    await attackers.tell('end');
    for (let turn = 0; turn < turns; turn++) {
      await time(times.alone);
      await attackers.tell('begin');
      await time(times.beside);
      attacked = await attackers.tell('end');
    }
  } finally {
    await attackers.stop();
  }
  const calls = times.alone.length + times.beside.length;
  return { alone: p99(times.alone), beside: p99(times.beside), calls, failed, attacked };
}

async function callUntil(until: number, { baseUrl, ordinaryKey: key }: Sides, into: number[], fail: () => void) {
  for (let turn = 0; performance.now() < until; turn++) {
    const [path, body] = ORDINARY[turn % ORDINARY.length] ?? ORDINARY[0];
    const began = performance.now();
    const { status } = await call(path, body, { key, baseUrl });
    into.push(performance.now() - began);
    if (status !== 200) fail();
    await sleep(PAUSE_MS);
  }
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

/** The attackers, who have a thread of their own: what they spend on their side must not delay what is timed. */
class Attackers {
  readonly #thread: Worker;

  constructor(sides: Sides) {
    this.#thread = new Worker(new URL('./attackers.js', import.meta.url), { workerData: sides });
  }

  /** Has them begin, or end. @returns how often they have been answered with each status */
  async tell(what: 'begin' | 'end'): Promise<ReadonlyMap<number, number>> {
    const answered = once(this.#thread, 'message');
    this.#thread.postMessage(what);
    const [statuses] = (await answered) as [ReadonlyMap<number, number>];
    return statuses;
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }
}
