/**
 * The worker pools. A pool is one BullMQ queue and any number of processes that serve it.
 *
 * `deadlineMs` is how long a caller waits for an answer, in milliseconds: texts written by a model take
 * longer than everything else. `concurrency` is how many jobs one process runs side by side; about 16 was
 * fastest in measurements (64 was 1.4 to 2 times slower), the content pool waits on models and so takes more.
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
 * How long an asynchronous call may take altogether, in milliseconds. Nobody is kept waiting, so that what was promised outlasts half
 * a minute without Redis. Once a worker has begun it, it has the time of its pool. Less than the age at which the holds of
 * fronts that died are decided.
 */
const ASYNC_DEADLINE_MS = 55_000;

/** When a call is over that has not been answered, in milliseconds after it was sent. */
export const deadlineMsOf = (pool: PoolName, later: boolean): number =>
  later ? ASYNC_DEADLINE_MS : pools[pool].deadlineMs;

/** The longest deadline of all pools, in milliseconds. A hold older than this has no caller left. */
export const longestDeadlineMs = Math.max(...Object.values(pools).map((pool) => pool.deadlineMs));

/** Longest time from sending a call to the end of its work, asynchronous calls included, in milliseconds. */
export const longestCallMs = ASYNC_DEADLINE_MS + longestDeadlineMs;

export const isPoolName = (name: string): name is PoolName => Object.hasOwn(pools, name);
