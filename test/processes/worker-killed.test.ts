import { equal, ok } from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Child } from '../../embedded/child.js';
import { audit } from '../../shared/ledger/audit.js';
import { projectFile } from '../../shared/process/project-file.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import type { ScriptedFront } from '../helpers/scripted-workers.js';
import { sharedFront } from '../helpers/shared-front.js';
import { type Answer, call, eventually, isAtRest, newAccount, stack } from '../helpers/stack.js';

/** Calls are made in such heaps until the worker that is to be killed has got some of them. */
const HEAP = 20;
const HEAPS = 10;
/** Statuses that are not charged. Beside other suites the deadline may be over when the successor begins; nightly, suites run alone. */
const UNCHARGED: readonly number[] = nightlyOrDaily([], [503, 504]);

/** Requests to each pool, with the price in micro-credits. */
const pools = {
  qr: {
    path: '/v1/qr-code/generate',
    request: (number: number) => ({ qr_code_text: String(number), image_format: 'PNG' }),
    price: 10_000,
  },
  compute: {
    path: '/v1/vat',
    request: (net: number) => ({ action: 'calculate', net, vat_rate: 20 }),
    price: 1_000,
  },
};

describe('a worker is killed with jobs in flight', () => {
  let front: ScriptedFront;
  before(async () => {
    front = await sharedFront();
  });
  after(() => front.stop());

  for (const [pool, { path, request, price }] of nightlyOrDaily(Object.entries(pools), [['qr', pools.qr] as const])) {
    it(`leaves them to another of the pool ${pool}, and each response is charged once`, async () => {
      const { platform, store } = await stack();
      const { baseUrl, redisUrl } = front;
      const counter = `${pool} in hand`;
      const env = { ...platform.environment, REDIS_URL: redisUrl };
      const hanging = fork(projectFile('dist/test/helpers/hanging-worker.js'), [redisUrl, pool, counter], { env });
      const died = once(hanging, 'exit');
      const other = new Child({ name: 'worker', module: 'dist/workers/main.js', args: [pool], env }, () => {});
      const redis = connectRedis(redisUrl, 'producer', () => {});
      try {
        await Promise.all([once(hanging, 'message'), other.start(), whenReady(redis, 30_000)]);
        const { key, account } = await newAccount({ credits: 10 });
        const calls: Promise<Answer>[] = [];
        const inHand = async () => Number(await redis.get(counter));
        for (let heap = 0; heap < HEAPS && (await inHand()) === 0; heap++) {
          for (let index = 0; index < HEAP; index++) {
            calls.push(call(path, request(calls.length + 1), { key, baseUrl }));
          }
          await eventually(inHand, (jobs) => jobs > 0, 1_000);
        }
        hanging.kill('SIGKILL');
        ok((await inHand()) > 0, 'no job was in hand');

        const statuses = (await Promise.all(calls)).map(({ status }) => status);
        const answered = statuses.filter((status) => status === 200).length;
        ok(
          answered > 0 && statuses.every((status) => status === 200 || UNCHARGED.includes(status)),
          statuses.join(' '),
        );

        const wallet = await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
        equal(wallet?.spent, answered * price);
        equal(await store.usage.countDocuments({ account, state: 'spent' }), answered);
        equal((await audit(store, account)).findings.length, 0);
      } finally {
        redis.disconnect();
        hanging.kill('SIGKILL');
        await Promise.all([died, other.stop(10_000)]);
      }
    });
  }
});
