import type { Redis } from 'ioredis';
import type { Db } from 'mongodb';
import type { Input, Output } from '../shared/contract/contract.js';
import type { Endpoint } from '../shared/contract/endpoint.js';
import type { Clock } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import type { Logger } from '../shared/process/log.js';

/** What a handler gets besides its input. */
export interface Call {
  readonly requestId: string;
  /** Id of the account that calls: the owner of what the call creates. */
  readonly account: string;
  /** When the caller stops waiting. */
  readonly deadline: Date;
  /** Aborts at the deadline: give it to whatever waits on the outside world. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: Logger;
  /** This process's connection to Redis. */
  readonly redis: Redis;
  /** The document store, connected when first asked for. */
  store(): Promise<Db>;
  /** Adds a header to the answer. */
  header(name: string, value: string): void;
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
  warmUp?(): void | Promise<void>;
}

/**
 * Ties a handler to its contract: `export default handle(convert, async (input, call) => …)`.
 * Input and answer are typed by the contract. A refusal is thrown from the error table.
 */
export const handle = <E extends Endpoint>(
  endpoint: E,
  run: Handler<E>['run'],
  warmUp?: () => void | Promise<void>,
): Handler<E> => ({ endpoint, run, ...(warmUp ? { warmUp } : {}) });
