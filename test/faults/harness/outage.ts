import { deepEqual, ok } from 'node:assert/strict';
import { type PoolName, pools } from '../../../shared/contract/pools.js';
import { nightlyOrDaily } from '../../helpers/scale.js';
import { eventually } from '../../helpers/stack.js';
import { booksAgree } from './books.js';
import { CLIENTS, Load, POOLS, type Told } from './load.js';
import type { FaultyPlatform } from './platform.js';
import { quantile, show } from './table.js';

/** An outage of what the platform stands on, under load. */
interface Outage {
  name: string;
  /** Statuses with which requests may fail besides 503. */
  mayAnswer?: readonly number[];
  /** True if the outage is so short that no request may notice it. */
  isBrief?: boolean;
  /** Deadline for all pools to serve again after the outage, in ms. The default is 5 s. */
  servesWithinMs?: number;
  begin(): Promise<void>;
  /** Ends the outage when it has lasted. It is called when calls have been refused, unless the outage is brief. */
  end(): Promise<void>;
}

/** A platform that is under load, and its books. */
export type Served = Pick<FaultyPlatform, 'platform' | 'store' | 'newAccount'>;

/** Typical duration of a request on an idle machine, in ms. Limits are multiplied where it takes longer. */
const USUAL_MS = 50;

/** Number of requests to each pool that are served before the outage, and after it. */
const SERVED = nightlyOrDaily(5, 2);
const SERVES_WITHIN_MS = 60_000;
/** Length of an outage in refusals of each client. A process that pauses for a moment delays one of each. */
const REFUSED_OF_EACH = 10;
/** An outage is found out at the latest when a call's deadline is over. */
const NOTICED_WITHIN_MS = 30_000;
const REFUSED_WITHIN_MS = 250;
/** Tolerance for a deadline on a busy machine, in ms. */
const OVERDUE_MS = 2_500;

/**
 * Lives through an outage: what is refused is refused with 503 and `Retry-After`, at once as soon as the first call has
 * found something away; all pools serve again soon after the end; the books are exact.
 */
export async function survives(faulty: Served, outage: Outage): Promise<void> {
  const { name, mayAnswer = [], isBrief = false, servesWithinMs = 5_000, begin, end } = outage;
  const { platform, store, newAccount } = faulty;
  const { account, key } = await newAccount();
  const load = new Load(platform.baseUrl, key, CLIENTS);
  const servedSince = (since?: number) =>
    eventually(
      async () => load.served(since),
      (served) => served >= SERVED,
      SERVES_WITHIN_MS,
    );
  const isRefused = ({ status }: Told) => status !== 200 && !mayAnswer.includes(status);
  const refusedEnough = () =>
    eventually(
      async () => load.told.filter(isRefused).length,
      (refused) => refused >= CLIENTS * REFUSED_OF_EACH,
      NOTICED_WITHIN_MS,
    );
  let told: readonly Told[];
  let begunAt: number;
  let backAt: number;
  try {
    ok((await servedSince()) >= SERVED, `nothing was served before: ${await wayOfCalls(faulty, load)}`);
    begunAt = Date.now();
    await begin();
    if (!isBrief) await refusedEnough();
    await end();
    backAt = Date.now();
    const served = await servedSince(backAt);
    ok(
      served >= SERVED,
      `${served} calls of some pool were served after the end: ${await wayOfCalls(faulty, load, backAt)}`,
    );
  } finally {
    told = await load.stop();
  }
  const refused = told.filter(isRefused);
  deepEqual(
    refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null),
    [],
  );
  const firstAt = Math.min(...refused.map(({ at, ms }) => at + ms));
  const later = refused.filter(({ at }) => at > firstAt).map(({ ms }) => ms);
  ok(isBrief || refused.length > 0, 'nothing was refused');
  const [p50, p99] = [quantile(later, 0.5), quantile(later, 0.99)];
  // The figures are the table's. On a machine that does other things a refusal in the middle tells the defect from chance, and
  // everything may take as many times longer as the calls before the outage did.
  const before = told.filter(({ status, at, ms }) => status === 200 && at + ms < begunAt).map(({ ms }) => ms);
  const slowness = Math.max(1, quantile(before, 0.5) / USUAL_MS);
  ok(p50 <= REFUSED_WITHIN_MS * slowness, `refused after ${p50} ms, ${slowness} times slower than usual`);
  const pause = Math.round(Math.max(...POOLS.map((pool) => firstAnswered(told, pool, backAt))) - backAt);
  const overdue = told.filter(({ pool, ms }) => ms > pools[pool as PoolName].deadlineMs + OVERDUE_MS * slowness);
  deepEqual(overdue, [], 'calls were answered after their deadline');
  ok(pause <= servesWithinMs * slowness, `served again after ${pause} ms, ${slowness} times slower than usual`);
  const compared = await booksAgree(store, account, told);
  show(
    name,
    `503 with Retry-After ≤ ${REFUSED_WITHIN_MS} ms, uncharged; serving ≤ ${servesWithinMs / 1_000} s after; books exact`,
    `${refused.length} refused, p50 ${p50} ms, p99 ${p99} ms; served after ${pause} ms; ${compared} calls and the audit agree`,
  );
}

/** When a pool first answered well from an instant on, in ms since the epoch. */
const firstAnswered = (told: readonly Told[], ofPool: string, since: number): number =>
  Math.min(
    ...told
      .filter(({ pool, status, at, ms }) => pool === ofPool && status === 200 && at + ms > since)
      .map(({ at, ms }) => at + ms),
  );

/** Prints the metrics that show where requests are held up. */
async function wayOfCalls({ platform }: Served, load: Load, since = 0): Promise<string> {
  const port = platform.children.get('api')?.facts.metricsPort;
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const told = /^utility_api_(jobs_waiting|calls_in_flight|concurrency_limit|replies_awaited|live_workers)\b.*$/gm;
  return [JSON.stringify(load.answers(since)), ...(metrics.match(told) ?? [])].join('\n');
}
