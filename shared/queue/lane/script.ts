import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** What a script can be given. */
export type Value = string | number | Buffer;

/** A Lua script, which Redis is sent once in full and by its hash from then on. */
export class Script {
  readonly #hash: string;

  constructor(private readonly text: string) {
    this.#hash = createHash('sha1').update(text).digest('hex');
  }

  /** @throws Error when Redis is away or the script fails as a whole */
  async run(redis: Redis, keys: readonly string[], args: readonly Value[]): Promise<unknown[]> {
    const given = [keys.length, ...keys, ...args] as const;
    const results: unknown = await redis.evalsha(this.#hash, ...given).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval(this.text, ...given);
    });
    if (!Array.isArray(results)) throw new Error('a script has given no list');
    return results;
  }
}
