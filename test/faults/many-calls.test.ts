import { ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { sized } from '../helpers/scale.js';
import { eventually } from '../helpers/stack.js';
import { booksAgree } from './harness/books.js';
import { engines } from './harness/engine.js';
import { Load } from './harness/load.js';
import { faultyPlatform } from './harness/platform.js';
import { show } from './harness/table.js';

const CALLS = sized(200_000, 500);
const CLIENTS = sized(32, 12);
const MiB = 1024 * 1024;
/** What a process may grow by in the second half of the calls: its heap breathes. */
const MAY_GROW = 64 * MiB;
/** Ended jobs that are kept, and what each call has for a moment. */
const MOST_KEYS = 12_000;
const [embedded] = engines;

describe(`${CALLS} calls in a row`, () => {
  it('leave no more behind, each, than the first ones did', async function () {
    if (!embedded) return this.skip();
    this.timeout(3_600_000);
    const { platform, store, newAccount } = await faultyPlatform(embedded);
    const { account, key } = await newAccount();
    const redis = connectRedis(platform.redisUrl, 'producer', () => {});
    await whenReady(redis, 30_000);
    const residentBytes = async (pid: number) =>
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
    const measure = async () => {
      const processes = new Map<string, number>();
      for (const [name, { pid }] of platform.children) if (pid) processes.set(name, await residentBytes(pid));
      const stored = (await store.usage.db.stats()) as { dataSize: number };
      return { processes, keys: await redis.dbsize(), stored: stored.dataSize };
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
      await load.stop();
      redis.disconnect();
    }
    const [first, half, end] = points;
    if (!first || !half || !end) throw new Error('nothing was measured');
    const perCall = (from: typeof first, to: typeof first) => (to.stored - from.stored) / (to.calls - from.calls);
    const [early, late] = [perCall(first, half), perCall(half, end)];
    const grown = [...end.processes].map(([name, bytes]) => [name, bytes - (half.processes.get(name) ?? 0)] as const);
    const [most = ['', 0]] = grown.sort(([, one], [, other]) => other - one);
    ok(most[1] <= MAY_GROW, `${most[0]} has grown by ${Math.round(most[1] / MiB)} MiB`);
    ok(end.keys <= MOST_KEYS, `${end.keys} keys in Redis`);
    ok(late <= early * 1.5 + 100, `a call left ${Math.round(early)} bytes in the store, then ${Math.round(late)}`);
    const failed = load.told.filter(({ status }) => status !== 200);
    const compared = await booksAgree(store, account, load.told);
    show(
      `${CALLS} calls in a row`,
      'memory of each process, keys in Redis and growth of the store flat per call',
      `${failed.length} failed; in the last 40 % ${most[0]} grew most, by ${Math.round(most[1] / MiB)} MiB; ${end.keys} keys; ` +
        `${Math.round(early)}, then ${Math.round(late)} bytes of store a call; ${compared} calls and the audit agree`,
    );
  });
});
