import { setTimeout as pause } from 'node:timers/promises';
import { QUARANTINE } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { conforms } from '../../shared/contract/input.js';
import type { PoolName } from '../../shared/contract/pools.js';
import type { Clock } from '../../shared/process/clock.js';
import { projectFile } from '../../shared/process/project-file.js';
import { type JobData, type Reply, reply } from '../../shared/queue/job.js';
import { LimitedProcess, ProcessGone } from '../lib/limited-process.js';
import { idleShare, restAfter } from './rest.js';

/** A call has brought down the process in which it was alone. */
export class Poisoned extends Error {
  override name = 'Poisoned';
}

/** How many processes there are, what memory each may write to in bytes, how far they give way, for which they rest as well, and who is told of the processor time, in ms, that a call has taken. */
export interface Terms {
  readonly children: number;
  readonly memoryBytes: number;
  readonly niceness: number;
  spent?(call: JobData, ms: number): void;
}

interface Turn {
  readonly call: JobData;
  readonly timer: NodeJS.Timeout;
  resolve(reply: Reply): void;
  reject(error: unknown): void;
}

const PROGRAM = projectFile('dist/workers/quarantine/main.js');

/**
 * In MiB, how much is made that a call needs for a moment, and how much stays, until all of it is looked through for what is gone: texts of
 * megabytes come and go with each call, and a process that has just been started looks after each of them, for longer than it takes to
 * paint a code.
 */
const ROOM_FOR_TEXTS = ['--max-semi-space-size=32', '--initial-old-space-size=256'];

/** How long after one that did not come up the next process is started, in ms. */
const START_AGAIN_MS = 1_000;

/**
 * Computes calls each alone in a child process, so that one that brings it down takes nothing with it. A few processes work side
 * by side; they are started a moment before there is work for them, and end when there has been none for a while.
 */
export class Quarantine {
  #waiting: Turn[] = [];
  #starting = 0;
  readonly #idle = new Map<LimitedProcess, NodeJS.Timeout>();
  readonly #busy = new Set<LimitedProcess>();
  readonly #all = new Set<LimitedProcess>();
  #isStopped = false;

  /** @param clock by which calls have their deadlines */
  constructor(
    private readonly pool: PoolName,
    private readonly clock: Clock,
    private readonly terms: Terms = { ...QUARANTINE, niceness: 0 },
  ) {}

  /** How many calls wait for a process or are in one. */
  get size(): number {
    return this.#waiting.length + this.#busy.size;
  }

  /** Has so many processes ready before there is work for them. */
  warmUp(processes: number): void {
    while (this.#all.size < processes) this.#start();
  }

  /**
   * Computes a call.
   *
   * @throws Poisoned when it brought down its process, or did not let go of it
   * @throws ApiError 503 when its time was over before it was begun, 504 when it was cut off early
   */
  answer(call: JobData): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(call), this.#timeLeft(call));
      this.#waiting.push({ call, timer, resolve, reject });
      this.#begin();
    });
  }

  /** Ends all processes. */
  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#idle.values()) clearTimeout(timer);
    for (const child of this.#all) child.kill();
  }

  #giveUp(call: JobData): void {
    const turn = this.#waiting.find((waiting) => waiting.call === call);
    if (!turn) return;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== turn);
    turn.reject(errors.serviceBusy());
  }

  /** Gives what waits to the processes that are ready, and starts more where these are too few. */
  #begin(): void {
    for (const [child, timer] of this.#idle) {
      const turn = this.#waiting.shift();
      if (!turn) return;
      clearTimeout(timer);
      this.#idle.delete(child);
      clearTimeout(turn.timer);
      void this.#run(turn, child);
    }
    while (this.#starting < this.#waiting.length && this.#all.size < this.terms.children) this.#start();
  }

  async #run({ call, resolve, reject }: Turn, child: LimitedProcess): Promise<void> {
    this.#busy.add(child);
    const givenMs = this.#timeLeft(call);
    const signal = AbortSignal.timeout(givenMs);
    const idle = idleShare();
    try {
      resolve(readReply(await child.ask(call, signal, givenMs)));
    } catch (cause) {
      reject(verdictOn(cause));
    }
    this.terms.spent?.(call, child.spentMs);
    if (this.terms.niceness > 0) await pause(restAfter(child.spentMs, idle()), undefined, { ref: false });
    this.#busy.delete(child);
    if (child.isAlive) this.#rest(child);
    // Who has sent one such call may send another: a process in place of the one that is gone is better there before.
    else this.#replace(child);
    this.#begin();
  }

  #start(): void {
    if (this.#isStopped) return;
    const child = new LimitedProcess({
      command: [...ROOM_FOR_TEXTS, '--enable-source-maps', PROGRAM, this.pool],
      memoryBytes: this.terms.memoryBytes,
      niceness: this.terms.niceness,
      env: process.env,
      output: 'inherit',
    });
    this.#all.add(child);
    this.#starting += 1;
    const isThere = () => {
      this.#rest(child);
      this.#begin();
    };
    const cameNot = () => setTimeout(() => this.#replace(child), START_AGAIN_MS).unref();
    child.ready.then(isThere, cameNot).finally(() => {
      this.#starting -= 1;
    });
  }

  /** How long a call may take from now on, in ms. */
  #timeLeft({ deadline }: JobData): number {
    return Math.max(0, deadline - this.clock.now().getTime());
  }

  #replace(child: LimitedProcess): void {
    this.#all.delete(child);
    this.#start();
  }

  #rest(child: LimitedProcess): void {
    const timer = setTimeout(() => {
      this.#idle.delete(child);
      this.#all.delete(child);
      child.kill();
    }, QUARANTINE.idleMs);
    this.#idle.set(child, timer.unref());
  }
}

/** What the end of a call's process says of the call. */
function verdictOn(cause: unknown): Error {
  if (cause instanceof ProcessGone && cause.isOwnFault) return new Poisoned(undefined, { cause });
  if (cause instanceof ProcessGone && cause.ending === 'starved') return errors.deadlineExceeded({}, cause);
  return errors.serviceUnavailable({}, cause);
}

/** @throws Poisoned when a process that a call has taken over says anything else than what it is to say */
function readReply(message: unknown): Reply {
  if (conforms(reply, message)) return message;
  throw new Poisoned();
}
