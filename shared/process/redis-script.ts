import { createHash } from 'node:crypto';
import type { Redis } from './redis.js';

/** Argument of a script. */
export type Value = string | number | Buffer;

/** Lua script that is sent to Redis in full once, and by its hash from then on. */
export class Script {
  readonly #hash: string;

  constructor(private readonly text: string) {
    this.#hash = createHash('sha1').update(text).digest('hex');
  }

  /** @throws Error if Redis is unavailable, or the script fails */
  async run(redis: Redis, keys: readonly string[], args: readonly Value[]): Promise<unknown[]> {
    const given = [keys.length, ...keys, ...args] as const;
    const results: unknown = await redis.evalsha(this.#hash, ...given).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval(this.text, ...given);
    });
    if (!Array.isArray(results)) throw new Error('The script has not returned a list');
    return results;
  }
}
