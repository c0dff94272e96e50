import { deepEqual, equal } from 'node:assert/strict';
import { Child } from '../../embedded/child.js';
import { scriptedFront } from '../helpers/scripted-workers.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

const CALLS = 6;

describe('a worker is told to stop', () => {
  it('finishes the jobs in hand, leaves the rest to the next, and ends with exit code 0', async function () {
    this.timeout(40_000);
    const { platform, store } = await stack();
    const { baseUrl, redisUrl, stop } = await scriptedFront();
    const env = { ...platform.environment, REDIS_URL: redisUrl, SHUTDOWN_GRACE_MS: '10000' };
    const newWorker = () => new Child({ name: 'worker', module: 'workers/main.js', args: ['qr'], env }, () => {});
    const [first, second] = [newWorker(), newWorker()];
    try {
      await first.start();
      const { key, account } = await newAccount({ credits: 5 });
      const calls = Array.from({ length: CALLS }, (_, index) =>
        call(
          '/v1/qr-code/generate',
          { qr_code_text: `${index}`, image_format: 'PNG', image_width: 2_000 },
          { key, baseUrl },
        ),
      );
      const held = () => store.wallets.findOne({ _id: account });
      await eventually(held, (wallet) => wallet?.open.length === CALLS);
      const code = first.stop(12_000);
      await second.start();
      deepEqual(
        (await Promise.all(calls)).map(({ status }) => status),
        Array.from({ length: CALLS }, () => 200),
      );
      equal(await code, 0);
    } finally {
      await second.stop(5_000);
      await stop();
    }
  });
});
