import { REDIS_SHARES, SHARE_OF_ONE } from '../contract/bounds.js';
import type { Config } from '../process/config.js';
import type { Redis } from '../process/redis.js';
import { redisKey } from '../process/redis-keys.js';
import { Script } from '../process/redis-script.js';

/** Uses of Redis memory, each with its own quota: asynchronous requests with their results, and large request bodies. */
type MemoryUse = 'jobs' | 'uploads';

/** Memory to be reserved for a request. */
interface Reservation {
  readonly requestId: string;
  readonly account: string;
  readonly bytes: number;
  /** Time after which the reservation expires by itself, in ms. */
  readonly forMs: number;
}

const MiB = 1024 * 1024;

/** Maximum number of expired reservations that a new one releases. */
const RELEASED_TOGETHER = 100;

/** KEYS of all scripts: requests by expiry, their sizes and accounts, accounts by bytes, the total. */
const SHARED = `
local expiries, requests, accounts, total = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local function add(account, bytes)
  redis.call('INCRBY', total, bytes)
  if redis.call('HINCRBY', accounts, account, bytes) <= 0 then redis.call('HDEL', accounts, account) end
end
local function find(id)
  local bytes, account = string.match(redis.call('HGET', requests, id) or '', '^(%d+) (.*)$')
  return tonumber(bytes or 0), account
end
local function release(id)
  local bytes, account = find(id)
  redis.call('ZREM', expiries, id)
  if account and redis.call('HDEL', requests, id) == 1 then add(account, -bytes) end
end
`;

/**
 * ARGV: request, account, bytes, lifetime in ms, limit of all, limit of an account, expired reservations to release. An account may hold
 * as much as is free, up to its limit. So accounts that hold the most are refused first, and the limit of all is never exceeded.
 */
const RESERVE = new Script(`${SHARED}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, id in ipairs(redis.call('ZRANGEBYSCORE', expiries, '-inf', now, 'LIMIT', 0, ARGV[7])) do release(id) end
release(ARGV[1])
local bytes = tonumber(ARGV[3])
local free = ARGV[5] - tonumber(redis.call('GET', total) or 0)
local held = tonumber(redis.call('HGET', accounts, ARGV[2]) or 0)
if held + bytes > math.min(ARGV[6], free) then return {0} end
redis.call('ZADD', expiries, now + ARGV[4], ARGV[1])
redis.call('HSET', requests, ARGV[1], string.format('%d ', bytes) .. ARGV[2])
add(ARGV[2], bytes)
return {1}
`);

/** ARGV: request, bytes. Does nothing if there is no such reservation. */
const RESIZE = new Script(`${SHARED}
local bytes, account = find(ARGV[1])
if account then
  redis.call('HSET', requests, ARGV[1], ARGV[2] .. ' ' .. account)
  add(account, ARGV[2] - bytes)
end
return {}
`);

/** ARGV: request. */
const RELEASE = new Script(`${SHARED}
release(ARGV[1])
return {}
`);

const ledgerKeys = (use: MemoryUse): string[] =>
  ['expiries', 'requests', 'accounts', 'total'].map((part) => redisKey('memory', use, part));

/** Changes the reservation of a request to the memory that it takes. */
export async function resizeReservation(redis: Redis, use: MemoryUse, requestId: string, bytes: number): Promise<void> {
  await RESIZE.run(redis, ledgerKeys(use), [requestId, bytes]);
}

/** Releases the memory of a request. */
export async function releaseReservation(redis: Redis, use: MemoryUse, requestId: string): Promise<void> {
  await RELEASE.run(redis, ledgerKeys(use), [requestId]);
}

/**
 * Quota of the Redis memory that requests take, for each account and for all together. Memory is reserved before a request is accepted
 * and released when it is no longer needed. Reservations of crashed processes expire.
 */
export class MemoryQuota {
  readonly #limit: number;

  constructor(
    private readonly redis: Redis,
    private readonly use: MemoryUse,
    config: Pick<Config, 'REDIS_MEMORY_MIB'>,
  ) {
    this.#limit = Math.floor(config.REDIS_MEMORY_MIB * MiB * REDIS_SHARES[use]);
  }

  /** Reserves memory, and returns false if there is none. A request beyond the limit of an account is accepted if the account holds no other. */
  async reserve({ requestId, account, bytes, forMs }: Reservation): Promise<boolean> {
    const limitOfOne = Math.floor(this.#limit * SHARE_OF_ONE);
    const [isReserved] = await RESERVE.run(this.redis, ledgerKeys(this.use), [
      ...[requestId, account, Math.min(Math.ceil(bytes), limitOfOne), Math.ceil(forMs)],
      ...[this.#limit, limitOfOne, RELEASED_TOGETHER],
    ]);
    return isReserved === 1;
  }

  release(requestId: string): Promise<void> {
    return releaseReservation(this.redis, this.use, requestId);
  }
}
