import { deepEqual, equal, ok } from 'node:assert/strict';
import { audit } from '../../shared/credits/audit.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

const CALLS = 40;

describe('a worker is killed with jobs in flight', () => {
  it(`answers ${CALLS} of ${CALLS} inside the deadline, charged once each`, async function () {
    this.timeout(40_000);
    const { platform, store } = await stack();
    const { key, account } = await newAccount({ credits: 10 });
    const started = Date.now();
    const calls = Array.from({ length: CALLS }, (_, index) =>
      call('/v1/qr-code/generate', { qr_code_text: `${index}`, image_format: 'PNG', image_width: 2_000 }, { key }),
    );
    await eventually(
      () => store.wallets.findOne({ _id: account }),
      (wallet) => (wallet?.open.length ?? 0) > CALLS / 2,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const pid = platform.children.get('worker:qr')?.pid;
    ok(pid);
    process.kill(pid, 'SIGKILL');

    const answers = await Promise.all(calls);
    const statuses = answers.map(({ status }) => status);
    deepEqual(
      statuses,
      Array.from({ length: CALLS }, () => 200),
    );
    ok(Date.now() - started < 12_000, `it took ${Date.now() - started} ms`);

    const wallet = await eventually(
      () => store.wallets.findOne({ _id: account }),
      (found) => found?.open.length === 0,
    );
    equal(wallet?.spent, CALLS * 10_000);
    equal(await store.usage.countDocuments({ account, state: 'spent' }), CALLS);
    deepEqual((await audit(store, account)).findings, []);
  });
});
