import type { Redis } from 'ioredis';
import type { Db } from 'mongodb';
import type { Input, Output } from '../shared/contract/contract.js';
import type { Endpoint } from '../shared/contract/endpoint.js';
import type { Clock } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import type { Logger } from '../shared/process/log.js';
import type { InputOf, InternalJob, ResultOf } from '../shared/queue/internal-jobs.js';
import type { Remark } from '../shared/queue/job.js';
import type { Disks } from '../shared/storage/disks.js';
import type { Resolver } from './lib/dns.js';
import type { Model } from './lib/llm/model.js';
import type { PictureDecoder } from './lib/pictures/decoder.js';
import type { Upstreams } from './lib/upstream/upstreams.js';

/** What a worker process makes once and hands on to its handlers. */
export interface Resources {
  readonly config: Config;
  /** Tells the time of Redis, by which calls have their deadlines. */
  readonly clock: Clock;
  readonly log: Logger;
  /** This process's connection to Redis. */
  readonly redis: Redis;
  readonly upstreams: Upstreams;
  /** The language model, when one is configured. */
  readonly model: Model | undefined;
  /** Where files are kept. */
  readonly disks: Disks;
  readonly dns: Resolver;
  /** Reads the images that callers send. */
  readonly pictures: PictureDecoder;
  /** The document store, connected when first asked for. */
  store(): Promise<Db>;
}

/** What a handler gets besides its input. */
export interface Call extends Resources {
  readonly requestId: string;
  /** Id of the account that calls: the owner of what the call creates. */
  readonly account: string;
  /** When the caller stops waiting. */
  readonly deadline: Date;
  /** Aborts shortly before the deadline: give it to whatever waits on the outside world, and to work that can be ended. */
  readonly signal: AbortSignal;
  /** Says that what is waited for is work on the input: where the call's time ends over it, the input is to blame. */
  work<T>(running: Promise<T>): Promise<T>;
  /** Says what processor time other processes have spent on the call, in ms: it is its account's as well. */
  spend(ms: number): void;
  /** Adds a header to the answer. */
  header(name: string, value: string): void;
  /** Says what the call is charged, in micro-credits, where that is less than was taken for it. */
  charge(microCredits: number): void;
  /** Tells something of how the call was computed, in its story. */
  remark(name: string, value: string, audience?: Remark['audience']): void;
}

/** An answer that is a file instead of JSON. */
export class FileAnswer {
  constructor(
    readonly mime: string,
    readonly filename: string,
    readonly bytes: Buffer,
  ) {}
}

type Answer<E extends Endpoint> = Output<E> | FileAnswer;

export interface Handler<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  run(input: Input<E>, call: Call): Answer<E> | Promise<Answer<E>>;
  /** Loads tables and compiles what the first call would otherwise wait for. */
  warmUp?(resources: Resources): void | Promise<void>;
}

/**
 * Ties a handler to its contract: `export default handle(convert, async (input, call) => …)`.
 * Input and answer are typed by the contract. A refusal is thrown from the error table.
 */
export const handle = <E extends Endpoint>(
  endpoint: E,
  run: Handler<E>['run'],
  warmUp?: Handler<E>['warmUp'],
): Handler<E> => ({ endpoint, run, ...(warmUp ? { warmUp } : {}) });

export interface InternalHandler<J extends InternalJob = InternalJob> {
  readonly job: J;
  run(input: InputOf<J>, call: Call): ResultOf<J> | Promise<ResultOf<J>>;
}

/** Ties a handler to its internal job: `export default handleInternal(refreshRates, async (input, call) => …)`. */
export const handleInternal = <J extends InternalJob>(job: J, run: InternalHandler<J>['run']): InternalHandler<J> => ({
  job,
  run,
});
