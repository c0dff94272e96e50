import type { Redis } from 'ioredis';

/**
 * A server that does not answer within so many looks in a row is taken for dead: 150 ms, and at most one look more than that after its
 * death. Looks are counted and not time, since a process that does something else for a while does not listen meanwhile.
 */
const LOOK_EVERY_MS = 50;
const MOST_MISSED = 3;
/** A server that has refused what was to be written, though it answers, is not tried again for so long, in ms. */
const REFUSED_MS = 1_000;

/** Tells at any moment whether a Redis server is there, for those who could go to another. */
export class Pulse {
  /** One that has only just been reached has to answer first. */
  #missed = MOST_MISSED;
  #isAsked = false;
  #refusedUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly redis: Redis) {
    redis.on('close', () => {
      this.#missed = MOST_MISSED;
    });
  }

  get beats(): boolean {
    return this.redis.status === 'ready' && this.#missed < MOST_MISSED && performance.now() >= this.#refusedUntil;
  }

  start(): void {
    // What has arrived is read before it is missed.
    this.#timer = setInterval(() => setImmediate(() => this.#look()), LOOK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Is told that something could not be written there. */
  refused(): void {
    this.#refusedUntil = performance.now() + REFUSED_MS;
  }

  #look(): void {
    if (this.#isAsked) this.#missed += 1;
    else if (this.redis.status === 'ready') void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsked = true;
    try {
      await this.redis.ping();
      this.#missed = 0;
    } catch {
      this.#missed = MOST_MISSED;
    }
    this.#isAsked = false;
  }
}
