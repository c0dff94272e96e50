import Type, { type Static } from 'typebox';
import { TEST_CALLS } from '../../shared/contract/bounds.js';
import { conforms } from '../../shared/contract/input.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';

const kept = Type.Object({
  request_id: Type.String(),
  /** ISO 8601. */
  at: Type.String(),
  endpoint: Type.String(),
  /** The id of the key. */
  key: Type.String(),
  status: Type.Integer(),
  /** Of the error. */
  type: Type.Union([Type.String(), Type.Null()]),
  ms: Type.Integer(),
});

/** A call with a test key, as it is listed. */
export type TestCall = Static<typeof kept>;

const nameOf = (account: string): string => redisKey('test-calls', account);

/** The latest calls with test keys of each account. They are in no book, and forgotten when Redis is. */
export class TestCalls {
  constructor(private readonly redis: Redis) {}

  async note(account: string, call: TestCall): Promise<void> {
    const name = nameOf(account);
    const written = await this.redis
      .pipeline()
      .lpush(name, JSON.stringify(call))
      .ltrim(name, 0, TEST_CALLS.listed - 1)
      .expire(name, TEST_CALLS.listedSeconds)
      .exec();
    for (const [error] of written ?? []) if (error) throw error;
  }

  /** The latest first. */
  async of(account: string): Promise<TestCall[]> {
    const found = await this.redis.lrange(nameOf(account), 0, -1);
    return found.map((text): unknown => JSON.parse(text)).filter((call) => conforms(kept, call));
  }
}
