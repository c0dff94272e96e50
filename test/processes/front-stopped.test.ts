import { deepEqual, equal, rejects } from 'node:assert/strict';
import { acceptsConnections } from '../../embedded/ports.js';
import { jsonReply } from '../../shared/queue/job.js';
import { scriptedFront } from '../helpers/scripted-workers.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const CALLS = 10;
/** Longer than the test takes. */
const NOTICE = { SHUTDOWN_NOTICE_MS: '300000' };

describe('a front that gets SIGTERM', () => {
  it('is not ready at first, and serves on over connections that end with the response', async () => {
    const { front, baseUrl, stop } = await scriptedFront(async () => jsonReply(200, {}), NOTICE);
    try {
      const { account, key } = await newAccount();
      const before = await call('/v1/vat', VAT, { key, baseUrl });
      deepEqual([before.status, before.headers.get('connection')], [200, 'keep-alive']);
      if (front.pid !== undefined) process.kill(front.pid, 'SIGTERM');
      const ready = () => call('/readyz', {}, { method: 'GET', baseUrl });
      const { status, body } = await eventually(ready, (answer) => answer.body.status === 'stopping');
      deepEqual([status, body], [503, { status: 'stopping' }]);
      const after = await call('/v1/vat', VAT, { key, baseUrl });
      deepEqual([after.status, after.headers.get('connection')], [200, 'close']);
      const { store } = await stack();
      const open = async () => (await store.wallets.findOne({ _id: account }))?.open;
      deepEqual(await eventually(open, (holds) => holds?.length === 0), []);
    } finally {
      // It would go on for the whole of its notice.
      await front.stop(0);
      await stop();
    }
  });

  it('finishes what is in flight, accepts nothing new, and ends with exit code 0', async () => {
    let begun = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const compute = async () => {
      begun += 1;
      await released;
      return jsonReply(200, {});
    };
    const { front, baseUrl, stop } = await scriptedFront(compute, { SHUTDOWN_GRACE_MS: '30000' });
    try {
      const { key } = await newAccount();
      const inFlight = Array.from({ length: CALLS }, () => call('/v1/vat', VAT, { key, baseUrl }));
      equal(
        await eventually(
          async () => begun,
          (jobs) => jobs === CALLS,
        ),
        CALLS,
      );
      const exited = front.stop(30_000);
      const { hostname: host, port } = new URL(baseUrl);
      const accepts = () => acceptsConnections({ host, port: Number(port) });
      equal(await eventually(accepts, (accepted) => !accepted), false);
      await rejects(call('/v1/vat', VAT, { key, baseUrl }));
      release();
      const statuses = (await Promise.all(inFlight)).map(({ status }) => status);
      deepEqual(
        statuses,
        Array.from({ length: CALLS }, () => 200),
      );
      equal(await exited, 0);
    } finally {
      release();
      await stop();
    }
  });
});
