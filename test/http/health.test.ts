import { deepEqual, equal, ok } from 'node:assert/strict';
import { poolNames } from '../../shared/contract/pools.js';
import { version } from '../../shared/process/version.js';
import type { JobRunner } from '../../workers/runtime/run.js';
import { logIn } from '../helpers/log-in.js';
import { serve } from '../helpers/scripted-workers.js';
import { sharedFront } from '../helpers/shared-front.js';
import { type Answer, call, eventually, stack } from '../helpers/stack.js';

describe('health', () => {
  it('/healthz says that the process is alive, and its version', async () => {
    const { status, body } = await call('/healthz', undefined, { method: 'GET' });
    equal(status, 200);
    deepEqual(body, { status: 'ok', version });
  });

  it('/readyz counts the live workers of every pool', async () => {
    const ready = () => call('/readyz', undefined, { method: 'GET' });
    const { status, body } = await eventually(ready, (answer) => answer.status === 200);
    equal(status, 200);
    deepEqual(body.workers, { content: 1, fetch: 1, qr: 1, compute: 1 });
  });

  it('/readyz names a pool that has no worker', async () => {
    const { baseUrl, redisUrl } = await sharedFront();
    const unused: JobRunner['run'] = () => Promise.reject(new Error('nothing is requested'));
    const others = poolNames.filter((pool) => pool !== 'qr');
    const stopWorkers = [await serve(redisUrl, unused, others)];
    try {
      const ready = () => call('/readyz', undefined, { method: 'GET', baseUrl, tries: 1 });
      const isMissing = ({ body }: Answer) => String(body.missing) === 'worker:qr';
      const { status, body } = await eventually(ready, isMissing);
      deepEqual([status, body.missing], [503, ['worker:qr']]);
      stopWorkers.push(await serve(redisUrl, unused, ['qr']));
      equal((await eventually(ready, (answer) => answer.status === 200)).status, 200);
    } finally {
      await Promise.all(stopWorkers.map((stop) => stop()));
    }
  });
});

describe('operator pages', () => {
  it('refuse requests without the admin token', async () => {
    const { platform } = await stack();
    const response = await fetch(`${platform.baseUrl}/operator/queues`, { redirect: 'manual' });
    equal(response.status, 302);
    equal(response.headers.get('location'), '/operator/login?next=%2Foperator%2Fqueues');
    const wrong = await fetch(`${platform.baseUrl}/operator/login`, {
      method: 'POST',
      body: new URLSearchParams({ token: 'wrong' }),
    });
    equal(wrong.status, 401);
  });

  it('show the queues to who has it, and load nothing from elsewhere', async () => {
    const { platform } = await stack();
    const { setCookies, cookie } = await logIn(platform.baseUrl);
    ok(
      setCookies.every((set) => /HttpOnly/i.test(set) && /SameSite=Strict/i.test(set)),
      setCookies.join(),
    );
    const page = await fetch(`${platform.baseUrl}/operator/queues`, { headers: { cookie } });
    const html = await page.text();
    equal(page.status, 200);
    ok(html.includes('utility-api'));
    deepEqual(html.match(/(?:href|src)="https?:[^"]*"/g), null);
  });
});
