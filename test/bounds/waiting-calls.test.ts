import { deepEqual, equal } from 'node:assert/strict';
import { LOGO } from '../../shared/contract/bounds.js';
import { jsonReply } from '../../shared/queue/job.js';
import { describeNightly } from '../helpers/scale.js';
import { parseSamples, sumSamples } from '../helpers/scrape.js';
import { scriptedFront } from '../helpers/scripted-workers.js';
import { call, eventually, newAccount } from '../helpers/stack.js';

/** Requests that wait at once, each with a logo of the maximum size, 110 MB of base64 in all, and how many of them an account sends. */
const [CALLS, PER_ACCOUNT] = [40, 8];

/** Heap of the front in MiB: its own needs, and half of the requests' bodies. */
const MEMORY = 64 + 55;

describeNightly('requests that wait for their replies', function () {
  this.timeout(180_000);

  it('keep none of their bodies in the memory of a front', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answer = async () => {
      await released;
      return jsonReply(200, {});
    };
    const { baseUrl, front, stop } = await scriptedFront(
      answer,
      { NODE_OPTIONS: `--max-old-space-size=${MEMORY}`, METRICS_PORT: '0' },
      ['qr'],
    );
    try {
      const { pid, facts } = front;
      const logo_data_base64 = Buffer.alloc(LOGO.bytes, 'logo').toString('base64');
      const fields = { qr_code_text: 'x', qr_code_logo: 'upload', logo_data_base64 };
      const waiting = async () => {
        const metrics = await fetch(`http://127.0.0.1:${facts.metricsPort}/metrics`);
        return sumSamples(parseSamples(await metrics.text()), 'utility_api_replies_awaited');
      };
      const calls: ReturnType<typeof call>[] = [];
      while (calls.length < CALLS) {
        const { key } = await newAccount({ credits: 10, limits: { '*': 10_000 } });
        for (let at = 0; at < PER_ACCOUNT; at++) {
          const headers = { 'Idempotency-Key': `call-${calls.length}` };
          calls.push(call('/v1/qr-code/generate', fields, { key, baseUrl, headers }));
        }
        equal(await eventually(waiting, (count) => count === calls.length), calls.length);
      }
      release();
      deepEqual(new Set((await Promise.all(calls)).map(({ status }) => status)), new Set([200]));
      equal(front.pid, pid, 'the front has not been restarted');
    } finally {
      release();
      await stop();
    }
  });
});
