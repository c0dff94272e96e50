/**
 * The worker pools. A pool is a BullMQ queue and the processes that serve it.
 *
 * `deadlineMs` is the time in which a client gets a response, in ms: generated text takes longest. `concurrency` is the number of jobs that a
 * process runs concurrently; the content pool waits for models and so has more.
 */
export const pools = {
  content: { deadlineMs: 25_000, concurrency: 50 },
  fetch: { deadlineMs: 10_000, concurrency: 32 },
  qr: { deadlineMs: 10_000, concurrency: 8 },
  compute: { deadlineMs: 10_000, concurrency: 16 },
} as const;

export type PoolName = keyof typeof pools;

export const poolNames = Object.keys(pools) as PoolName[];

/**
 * Maximum time of an asynchronous request until a worker starts it, in ms, enough for half a minute without Redis; then it has the time of its
 * pool. It is less than the age at which the holds of dead fronts are recovered.
 */
const STARTED_WITHIN_MS = 55_000;

/** Returns the time after which an unfinished call has expired, in ms. */
export const requestDeadlineMs = (pool: PoolName, later: boolean): number =>
  later ? STARTED_WITHIN_MS : pools[pool].deadlineMs;

/** Longest deadline of all pools, in ms. An older hold has no client left. */
export const longestDeadlineMs = Math.max(...Object.values(pools).map((pool) => pool.deadlineMs));

/** Longest duration of a call, asynchronous calls included, in ms. */
export const longestCallMs = STARTED_WITHIN_MS + longestDeadlineMs;

export const isPoolName = (name: string): name is PoolName => Object.hasOwn(pools, name);
