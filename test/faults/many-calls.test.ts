import { ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Child } from '../../embedded/child.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { describeNightly } from '../helpers/scale.js';
import { parseSamples } from '../helpers/scrape.js';
import { eventually } from '../helpers/stack.js';
import { booksAgree } from './harness/books.js';
import { engines } from './harness/engine.js';
import { CLIENTS, Load } from './harness/load.js';
import { faultyPlatform } from './harness/platform.js';
import { show } from './harness/table.js';

const CALLS = 200_000;
const MiB = 1024 * 1024;
/** Largest growth of a process's used memory over the last 40 % of the requests. */
const MAY_GROW = 32 * MiB;
/** Largest resident memory of a process, with uncollected garbage and reserves. */
const MOST_RESIDENT = 600 * MiB;
const LOOK_EVERY_MS = 1_000;
/** Ended jobs that are kept, and what each call has for a moment. */
const MOST_KEYS = 12_000;
const [embedded] = engines;

describeNightly(`${CALLS} calls in a row`, () => {
  it('use no more memory and disk per call than the first ones', async function () {
    this.timeout(3_600_000);
    const { platform, store, newAccount } = await faultyPlatform(embedded);
    const { account, key } = await newAccount();
    const redis = connectRedis(platform.redisUrl, 'producer', () => {});
    await whenReady(redis, 30_000);
    const memory = new Memory(platform.children);
    const measure = async () => {
      const stored = (await store.usage.db.stats()) as { dataSize: number };
      return { inUse: memory.takeLowest(), keys: await redis.dbsize(), stored: stored.dataSize };
    };
    const load = new Load(platform.baseUrl, key, CLIENTS);
    const reached = async (calls: number) => {
      const made = async () => load.told.length;
      ok((await eventually(made, (count) => count >= calls, 3_000_000)) >= calls);
      return { ...(await measure()), calls: load.told.length };
    };
    const points = [];
    try {
      for (const share of [0.2, 0.6, 1]) points.push(await reached(CALLS * share));
    } finally {
      memory.stop();
      await load.stop();
      redis.disconnect();
    }
    const [first, half, end] = points;
    if (!first || !half || !end) throw new Error('nothing was measured');
    const perCall = (from: typeof first, to: typeof first) => (to.stored - from.stored) / (to.calls - from.calls);
    const [early, late] = [perCall(first, half), perCall(half, end)];
    const grown = [...end.inUse].map(([name, bytes]) => [name, bytes - (half.inUse.get(name) ?? 0)] as const);
    const [most = ['', 0]] = grown.sort(([, one], [, other]) => other - one);
    ok(most[1] <= MAY_GROW, `${most[0]} has grown by ${Math.round(most[1] / MiB)} MiB`);
    ok(memory.most[1] <= MOST_RESIDENT, `${memory.most[0]} had ${Math.round(memory.most[1] / MiB)} MiB`);
    ok(end.keys <= MOST_KEYS, `${end.keys} keys in Redis`);
    ok(late <= early * 1.5 + 100, `a call left ${Math.round(early)} bytes in the store, then ${Math.round(late)}`);
    const failed = load.told.filter(({ status }) => status !== 200);
    const compared = await booksAgree(store, account, load.told);
    show(
      `${CALLS} calls in a row`,
      'memory of each process, keys in Redis and growth of the store flat per call',
      `${failed.length} failed; in the last 40 % ${most[0]} grew most, by ${Math.round(most[1] / MiB)} MiB in use; ` +
        `${memory.most[0]} was largest, with ${Math.round(memory.most[1] / MiB)} MiB; ${end.keys} keys; ` +
        `${Math.round(early)}, then ${Math.round(late)} bytes of store a call; ${compared} calls and the audit agree`,
    );
  });
});

/**
 * Polls the memory of processes. Used memory is the smallest value during a stretch of requests; what lies above it is garbage that has not
 * been collected yet.
 */
class Memory {
  /** Process with the largest resident memory, and its bytes. */
  most: [name: string, bytes: number] = ['', 0];
  #lowest = new Map<string, number>();
  readonly #timer = setInterval(() => void this.#look(), LOOK_EVERY_MS);

  constructor(private readonly children: ReadonlyMap<string, Child>) {}

  /** The least that was in use of each process since this was asked last, in bytes. */
  takeLowest(): Map<string, number> {
    const lowest = this.#lowest;
    this.#lowest = new Map();
    return lowest;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const looks = [...this.children].map(async ([name, { pid, facts }]) => {
      const resident = await residentBytes(Number(pid));
      if (resident > this.most[1]) this.most = [name, resident];
      const inUse = facts.metricsPort ? await usedBytes(facts.metricsPort) : resident;
      this.#lowest.set(name, Math.min(inUse, this.#lowest.get(name) ?? Number.POSITIVE_INFINITY));
    });
    // One that is busy is looked at the next time.
    await Promise.allSettled(looks);
  }
}

const residentBytes = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;

/** Heap and external memory of a process. */
async function usedBytes(metricsPort: number | string): Promise<number> {
  const metrics = parseSamples(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
  const bytes = (name: string) => metrics.find((sample) => sample.name === name)?.value ?? 0;
  return bytes('nodejs_heap_size_used_bytes') + bytes('nodejs_external_memory_bytes');
}
