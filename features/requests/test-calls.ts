import Type, { type Static } from 'typebox';
import { TEST_CALLS } from '../../shared/contract/bounds.js';
import { conforms } from '../../shared/contract/input.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';

const storedCall = Type.Object({
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

/** A request with a test key. */
export type TestCall = Static<typeof storedCall>;

const listKey = (account: string): string => redisKey('test-calls', account);

/** The latest requests with test keys of each account. They are stored in Redis alone. */
export class TestCalls {
  constructor(private readonly redis: Redis) {}

  async add(account: string, call: TestCall): Promise<void> {
    const key = listKey(account);
    const written = await this.redis
      .pipeline()
      .lpush(key, JSON.stringify(call))
      .ltrim(key, 0, TEST_CALLS.listed - 1)
      .expire(key, TEST_CALLS.listedSeconds)
      .exec();
    for (const [error] of written ?? []) if (error) throw error;
  }

  /** Lists an account's requests, the latest first. */
  async list(account: string): Promise<TestCall[]> {
    const found = await this.redis.lrange(listKey(account), 0, -1);
    return found.map((text): unknown => JSON.parse(text)).filter((call) => conforms(storedCall, call));
  }
}
