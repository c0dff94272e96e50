import { deepEqual, equal, ok } from 'node:assert/strict';
import { Child } from '../../../embedded/child.js';
import { connectRedis } from '../../../shared/process/redis.js';
import { redisKey } from '../../../shared/process/redis-keys.js';
import { jsonReply } from '../../../shared/queue/job.js';
import { type ScriptedFront, scriptedFront } from '../../helpers/scripted-workers.js';
import { call, eventually, newAccount, stack } from '../../helpers/stack.js';

const MiB = 1024 * 1024;
const settings = { REDIS_MEMORY_MIB: '16' };
/** Share of one account's asynchronous requests, in bytes. */
const QUOTA = MiB;
const RESULT = { text: `${'x'.repeat(60 * 1024)} – end` };
const HOROSCOPE = ['/v1/horoscope/daily-horoscope', { sign: 'leo' }] as const;

describe('asynchronous results of a front that was killed', () => {
  let first: ScriptedFront;
  let second: Child;
  let release = () => {};

  before(async () => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    first = await scriptedFront(async () => {
      await released;
      return jsonReply(200, RESULT);
    }, settings);
    const env = { ...(await stack()).platform.environment, ...settings, REDIS_URL: first.redisUrl, PORT: '0' };
    second = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
  });
  after(async () => {
    await second.stop(10_000);
    await first.stop();
  });

  it('stay within the quota of the account, are returned byte for byte, and make room once fetched', async () => {
    const { key } = await newAccount({ credits: 10 });
    const headers = { Prefer: 'respond-async' };
    const ids: string[] = [];
    const send = (baseUrl: string) => call(...HOROSCOPE, { key, headers, baseUrl });
    for (let left = 100; left > 0; left--) {
      const { status, body } = await send(first.baseUrl);
      if (status !== 202) break;
      ids.push(body.job_id);
    }
    ok(ids.length > 5 && ids.length < 100, `${ids.length}`);
    const { port } = await second.start();
    const baseUrl = `http://127.0.0.1:${port}`;
    process.kill(Number(first.front.pid), 'SIGKILL');
    release();
    const redis = connectRedis(first.redisUrl, 'worker', () => {});
    try {
      const sizes = () => Promise.all(ids.map((id) => redis.strlen(redisKey('result', id))));
      const stored = await eventually(sizes, (all) => all.every((size) => size > 0));
      ok(stored.reduce((sum, size) => sum + size, 0) < QUOTA, `${stored}`);
      const streamed = await redis.keys(redisKey('replies', '*'));
      for (const name of streamed) ok(Number(await redis.memory('USAGE', name)) < MiB / 8, name);
      const more = await Promise.all(Array.from({ length: 20 }, () => send(baseUrl)));
      ok(more.some(({ status }) => status === 429));
      for (const id of ids) {
        const { body } = await call(`/v1/jobs/${id}`, undefined, { method: 'GET', key, baseUrl });
        deepEqual([body.state, body.status, body.body], ['finished', 200, RESULT]);
      }
      const next = await send(baseUrl);
      equal(next.status, 202);
    } finally {
      redis.disconnect();
    }
  });
});
