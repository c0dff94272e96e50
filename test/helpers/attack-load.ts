import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { call } from './stack.js';

/** Platform under load, and the keys of both sides. */
export interface Sides {
  readonly baseUrl: string;
  /** Key of the account that attacks. */
  readonly hostileKey: string;
  /** Key of another account, whose requests are timed. */
  readonly ordinaryKey: string;
  /** Part of the names of the attacks to run; all by default. */
  readonly attack?: string;
}

/** Ordinary traffic: small requests to two pools that are not attacked. */
const ORDINARY = [
  ['/v1/vat', { action: 'calculate', net: 100, vat_rate: 20 }],
  ['/v1/numerology/lifepath-number', { birth_date: '1990-04-12' }],
] as const;

/** Ordinary requests to a pool that is attacked as well. */
const IMAGES = [
  ['/v1/qr-code/generate', { qr_code_text: 'https://example.com/menu', image_format: 'PNG' }],
  ['/v1/qr-code/generate', { qr_code_text: 'https://example.com/menu', image_format: 'SVG' }],
] as const;

type Calls = readonly (readonly [path: string, body: object])[];

/** Concurrent clients of ordinary traffic, and the pause of each between its requests; the same for images. */
const [CALLERS, PAUSE_MS] = [2, 20];
const [IMAGE_CALLERS, IMAGE_PAUSE_MS] = [1, 100];

/** 99th percentile of the duration without and with the attack, in ms, and the number of requests. */
export interface Times {
  readonly alone: number;
  readonly beside: number;
  readonly calls: number;
}

export interface Outcome {
  /** Times of short requests, and of those for small images. */
  readonly short: Times;
  readonly images: Times;
  /** Ordinary requests whose status was not 200. */
  readonly failed: number;
  /** Number of responses to the attackers by status. */
  readonly attacked: ReadonlyMap<number, number>;
}

/**
 * Times ordinary traffic of one account without and with an attack of another: the most expensive valid requests of every kind,
 * large bodies, unauthenticated clients, public pages. Both are timed in turns, so that a slow machine affects both.
 *
 * @param turns number of measurements of each, `phaseMs` long
 * @param watch called for each phase, which it must run
 */
export async function measureUnderAttack(
  sides: Sides,
  turns: number,
  phaseMs: number,
  watch: (phase: 'alone' | 'beside', run: () => Promise<void>) => Promise<void> = (_, run) => run(),
): Promise<Outcome> {
  const attackers = new Attackers(sides);
  let attacked: ReadonlyMap<number, number> = new Map();
  const [short, images] = [new Timed(), new Timed()];
  let failed = 0;
  const time = async (phase: 'alone' | 'beside') => {
    const until = performance.now() + phaseMs;
    const caller = (calls: Calls, pauseMs: number, into: Timed) => () =>
      callUntil(until, { sides, calls, pauseMs }, into[phase], () => failed++);
    const callers = [
      ...Array.from({ length: CALLERS }, () => caller(ORDINARY, PAUSE_MS, short)),
      ...Array.from({ length: IMAGE_CALLERS }, () => caller(IMAGES, IMAGE_PAUSE_MS, images)),
    ];
    await Promise.all(callers.map((call) => call()));
  };
  try {
    // The first round is slow: requests are prepared, and code is compiled.
    await time('alone');
    await attackers.tell('begin');
    await time('beside');
    await attackers.tell('end');
    for (const timed of [short, images]) timed.forget();
    for (let turn = 0; turn < turns; turn++) {
      await watch('alone', () => time('alone'));
      await attackers.tell('begin');
      await watch('beside', () => time('beside'));
      attacked = await attackers.tell('end');
    }
  } finally {
    await attackers.stop();
  }
  return { short: short.outcome, images: images.outcome, failed, attacked };
}

/** Durations of requests, in ms. */
class Timed {
  readonly alone: number[] = [];
  readonly beside: number[] = [];

  forget(): void {
    this.alone.length = this.beside.length = 0;
  }

  get outcome(): Times {
    return { alone: p99(this.alone), beside: p99(this.beside), calls: this.alone.length + this.beside.length };
  }
}

interface Traffic {
  readonly sides: Sides;
  readonly calls: Calls;
  readonly pauseMs: number;
}

async function callUntil(until: number, { sides, calls, pauseMs }: Traffic, into: number[], fail: () => void) {
  const { baseUrl, ordinaryKey: key } = sides;
  for (let turn = 0; performance.now() < until; turn++) {
    const [path, body] = calls[turn % calls.length] ?? ORDINARY[0];
    const began = performance.now();
    const { status } = await call(path, body, { key, baseUrl });
    into.push(performance.now() - began);
    if (status !== 200) fail();
    await sleep(pauseMs);
  }
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

/** The attackers, in a process of low priority: their own work must not delay the requests that are timed. */
class Attackers {
  readonly #process: ChildProcess;

  constructor(sides: Sides) {
    const program = fileURLToPath(new URL('./attackers.js', import.meta.url));
    this.#process = fork(program, [JSON.stringify(sides)], { detached: true, serialization: 'advanced' });
  }

  /** Starts or ends the attack. @returns number of responses by status */
  async tell(what: 'begin' | 'end'): Promise<ReadonlyMap<number, number>> {
    const answered = once(this.#process, 'message');
    this.#process.send(what);
    const [statuses] = (await answered) as [ReadonlyMap<number, number>];
    return statuses;
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }
}
