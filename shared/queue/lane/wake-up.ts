import { setImmediate as turn } from 'node:timers/promises';
import type { IRedisClient, RedisConnection } from 'bullmq';
import { within } from '../../process/clock.js';
import type { Value } from './script.js';

const COMMAND = 'fetchBehindWait';
/** What stands behind a wait that is over is answered at once, unless the connection is lost. */
const ANSWER_WITHIN_MS = 1_000;

/** Sends the fetch with its keys and arguments. */
export type SendFetch = (given: readonly Value[]) => Promise<unknown>;

/**
 * Has a worker's fetch stand behind its wait for the queue's marker, on the connection on which it waits: Redis fetches in
 * the moment in which the marker comes, and not after a way to the worker and back.
 */
export class WakeUp {
  #client: Promise<IRedisClient> | undefined;

  /**
   * @param connection on which the worker waits
   * @param script that fetches
   */
  constructor(
    private readonly connection: RedisConnection,
    private readonly script: { keys: number; text: string },
  ) {}

  /**
   * @param wait sends what waits for the marker
   * @param fetch takes in what comes of the fetch; where it fails, the worker asks again as if it had not been sent
   */
  async wait<T>(wait: () => Promise<T>, fetch: (send: SendFetch) => Promise<void>): Promise<T> {
    this.#client ??= this.#prepared();
    const client = await this.#client;
    const waiting = wait();
    // By the next turn the wait has been sent.
    const fetched = turn()
      .then(() => fetch((given) => client.runCommand(COMMAND, [...given])))
      .catch(() => {});
    try {
      return await waiting;
    } finally {
      await within(ANSWER_WITHIN_MS, fetched);
    }
  }

  async #prepared(): Promise<IRedisClient> {
    const client = await this.connection.client;
    client.defineCommand(COMMAND, { numberOfKeys: this.script.keys, lua: this.script.text });
    return client;
  }
}
