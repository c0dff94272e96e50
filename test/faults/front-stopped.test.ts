import { deepEqual, equal, rejects } from 'node:assert/strict';
import { jsonReply } from '../../shared/jobs/job.js';
import { scriptedFront } from '../helpers/scripted-workers.js';
import { call, newAccount } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

describe('a front is told to stop', () => {
  it('finishes what is in flight, accepts nothing new, and ends with exit code 0', async () => {
    const { front, baseUrl, stop } = await scriptedFront(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return jsonReply(200, {});
    });
    try {
      const { key } = await newAccount();
      const inFlight = Array.from({ length: 10 }, () => call('/v1/vat', VAT, { key, baseUrl }));
      await new Promise((resolve) => setTimeout(resolve, 400));
      const exited = front.stop(8_000);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await rejects(call('/v1/vat', VAT, { key, baseUrl }));
      const statuses = (await Promise.all(inFlight)).map(({ status }) => status);
      deepEqual(
        statuses,
        Array.from({ length: 10 }, () => 200),
      );
      equal(await exited, 0);
    } finally {
      await stop();
    }
  });
});
