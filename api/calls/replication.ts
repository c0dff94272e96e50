import type { Redis } from 'ioredis';

/** How long a replica may take to have what was written, and for how long none is waited for after one took longer, in ms. */
const WITHIN_MS = 50;
const WITHOUT_MS = 5_000;

/** Whether what is written on a connection is on a replica soon after, which takes its master's place. */
export const isReplicated = ({ options }: Redis): boolean => Boolean(options.sentinels ?? options.Connector);

/**
 * What a master of Redis has written is lost when it dies before a replica has it. What was promised to a caller waits for that, where
 * the master has replicas that take its place. Who waits at the same time waits together: a connection does nothing else meanwhile.
 */
export class Replication {
  #next: Promise<void> | undefined;
  #withoutUntil = 0;

  /** @param redis the connection that writes: others' writes are not waited for */
  constructor(private readonly redis: Redis) {}

  /** Waits until a replica has all that was written on the connection, or for as long as that usually takes. */
  async caughtUp(): Promise<void> {
    if (!isReplicated(this.redis) || performance.now() < this.#withoutUntil) return;
    this.#next ??= this.#wait();
    await this.#next;
  }

  async #wait(): Promise<void> {
    // What others write in this turn of the event loop is on its way then.
    await new Promise(setImmediate);
    this.#next = undefined;
    const replicas = await this.redis.wait(1, WITHIN_MS).catch(() => 0);
    if (replicas === 0) this.#withoutUntil = performance.now() + WITHOUT_MS;
  }
}
