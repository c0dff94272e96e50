import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { call } from './stack.js';

/** Who is called, and by whom. */
export interface Sides {
  readonly baseUrl: string;
  /** The key of the account that sends the worst there is. */
  readonly hostileKey: string;
  /** The key of another account, whose answers are timed. */
  readonly ordinaryKey: string;
  /** A part of what an attack is called, where only some are wanted. */
  readonly attack?: string;
}

/** What ordinary traffic is: small calls of two pools that the worst ones are not in. */
const ORDINARY = [
  ['/v1/vat', { action: 'calculate', net: 100, vat_rate: 20 }],
  ['/v1/numerology/lifepath-number', { birth_date: '1990-04-12' }],
] as const;

/** Ordinary calls of a pool in which the worst ones are as well. */
const IMAGES = [
  ['/v1/qr-code/generate', { qr_code_text: 'https://example.com/menu', image_format: 'PNG' }],
  ['/v1/qr-code/generate', { qr_code_text: 'https://example.com/menu', image_format: 'SVG' }],
] as const;

type Calls = readonly (readonly [path: string, body: object])[];

/** Callers of ordinary traffic side by side, and how long each pauses between its calls; the same of who asks for images. */
const [CALLERS, PAUSE_MS] = [2, 20];
const [IMAGE_CALLERS, IMAGE_PAUSE_MS] = [1, 100];

/** Milliseconds that 99 of 100 calls took at most, by themselves and beside the attack; how many were timed. */
export interface Times {
  readonly alone: number;
  readonly beside: number;
  readonly calls: number;
}

export interface Outcome {
  /** Of short ordinary calls, and of those for small images. */
  readonly short: Times;
  readonly images: Times;
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
 * @param watch is told of each phase, and has it run
 */
export async function battery(
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
    // What is slow the first time is: the ordinary calls, the attackers' making of what they send, and all that is compiled for it.
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

/** How long calls took, in ms. */
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

/**
 * The attackers, who have a process of their own that gives way to all others: they have machines of their own elsewhere, and what they
 * spend on their side must not delay what is timed.
 */
class Attackers {
  readonly #process: ChildProcess;

  constructor(sides: Sides) {
    const program = fileURLToPath(new URL('./attackers.js', import.meta.url));
    this.#process = fork(program, [JSON.stringify(sides)], { detached: true, serialization: 'advanced' });
  }

  /** Has them begin, or end. @returns how often they have been answered with each status */
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
