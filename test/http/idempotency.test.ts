import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { errors } from '../../shared/contract/errors.js';
import { errorReply, jsonReply } from '../../shared/queue/job.js';
import { type OneScriptedFront, oneScriptedFront } from '../helpers/one-scripted-front.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { call, eventually, isAtRest, newAccount, stack } from '../helpers/stack.js';

const TITLE = '/v1/video-platform/generate/title-generator';
const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
/** Number of requests that arrive while the first is running, which has ten seconds. */
const AT_ONCE = nightlyOrDaily(100, 30);
const once = () => ({ 'Idempotency-Key': randomUUID() });
const spentBy = async (account: string): Promise<number> => {
  const { store } = await stack();
  const wallet = await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
  return wallet?.spent ?? 0;
};

describe('Idempotency-Key', () => {
  let workers: OneScriptedFront;
  before(async () => {
    workers = await oneScriptedFront();
  });

  it('returns the first response to a retry, byte for byte, charged once', async () => {
    const { key, account } = await newAccount();
    const { platform } = await stack();
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', ...once() };
    const ask = () => fetch(platform.baseUrl + TITLE, { method: 'POST', headers, body: '{"topic":"Tea"}' });
    const [first, second] = [await ask(), await ask()];
    equal(await second.text(), await first.text());
    equal(second.status, first.status);
    equal(second.headers.get('idempotent-replayed'), 'true');
    equal(second.headers.get('x-credits-cost'), '0');
    equal(await spentBy(account), 9_000);
  });

  it('is free again after a day, and the first request stays charged', async () => {
    const { key, account } = await newAccount();
    const { store } = await stack();
    const headers = once();
    const send = () => call('/v1/vat', VAT, { key, headers });
    const first = await send();
    const id = first.headers.get('x-request-id') ?? '';
    await store.firstAnswers.updateOne({ requestId: id }, { $set: { expires: new Date(0) } });
    const second = await send();
    equal(second.headers.get('idempotent-replayed'), null);
    equal(await spentBy(account), 2_000);
  });

  it('does so for errors too', async () => {
    const { key, account } = await newAccount();
    const headers = once();
    const first = await call('/v1/vat', { action: 'dance' }, { key, headers });
    const second = await call('/v1/vat', { action: 'dance' }, { key, headers });
    deepEqual([second.status, second.body], [first.status, first.body]);
    equal(await spentBy(account), 1_000);
  });

  it('does so for files too', async () => {
    const { key } = await newAccount();
    const { platform } = await stack();
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', ...once() };
    const body = JSON.stringify({ qr_code_text: 'x', image_format: 'PNG', download: 1 });
    const ask = () => fetch(`${platform.baseUrl}/v1/qr-code/generate`, { method: 'POST', headers, body });
    const [first, second] = [await ask(), await ask()];
    deepEqual(Buffer.from(await second.arrayBuffer()), Buffer.from(await first.arrayBuffer()));
    equal(second.headers.get('content-type'), 'image/png');
  });

  it('with another body, or at another endpoint, is refused without charge (422)', async () => {
    const { key, account } = await newAccount();
    const headers = once();
    await call('/v1/vat', VAT, { key, headers });
    const other = await call('/v1/vat', { ...VAT, net: 1 }, { key, headers });
    deepEqual([other.status, other.body.error], [422, 'Idempotency-Key was used with another request']);
    equal((await call('/v1/currency/platforms', VAT, { key, headers })).status, 422);
    equal(await spentBy(account), 1_000);
  });

  it('belongs to its account', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    const headers = once();
    await call('/v1/vat', VAT, { key: mine.key, headers });
    const { status, headers: answered } = await call('/v1/vat', { ...VAT, net: 1 }, { key: other.key, headers });
    equal(status, 200);
    equal(answered.get('idempotent-replayed'), null);
  });

  it('must be 1 to 255 visible ASCII characters', async () => {
    const { key } = await newAccount();
    for (const unusable of ['two words', 'é', 'x'.repeat(256)]) {
      const { status } = await call('/v1/vat', VAT, { key, headers: { 'Idempotency-Key': unusable } });
      equal(status, 422, unusable);
    }
  });

  it(`is 409 while the first request is running; ${AT_ONCE} at once make one job and one charge`, async () => {
    let jobs = 0;
    let finish = () => {};
    const running = new Promise<void>((resolve) => {
      finish = resolve;
    });
    workers.compute = async () => {
      jobs += 1;
      await running;
      return jsonReply(200, { ok: true });
    };
    const { key, account } = await newAccount();
    const headers = once();
    const ask = () => call('/v1/vat', VAT, { key, headers, baseUrl: workers.baseUrl });
    const statuses: number[] = [];
    const askAndNote = async () => {
      // A busy machine may refuse this many at once.
      const { status } = await eventually(ask, (answer) => answer.status !== 503, 60_000);
      statuses.push(status);
      if (statuses.length === AT_ONCE - 1) finish();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, askAndNote));
    deepEqual(statuses, [...Array(AT_ONCE - 1).fill(409), 200]);
    equal(jobs, 1);
    equal((await ask()).status, 200);
    deepEqual([jobs, await spentBy(account)], [1, 1_000]);
  });

  it('holds when the store becomes unavailable during the first request, and the response is not stored', async () => {
    let jobs = 0;
    let finish = () => {};
    const begun = new Promise<void>((begin) => {
      workers.compute = async () => {
        jobs += 1;
        begin();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return jsonReply(200, { jobs });
      };
    });
    const { key, account } = await newAccount();
    const headers = once();
    const ask = () => call('/v1/vat', VAT, { key, headers, baseUrl: workers.baseUrl });
    const first = ask();
    await begun;
    workers.link.stall();
    finish();
    equal((await first).status, 200);
    workers.link.heal();
    // Refused while the store is found again, and while what became of the first is being written.
    const second = await eventually(ask, ({ status }) => status !== 503 && status !== 409, 60_000);
    deepEqual([second.status, second.body, second.headers.get('idempotent-replayed')], [200, { jobs: 1 }, 'true']);
    deepEqual([jobs, await spentBy(account)], [1, 1_000]);
  });

  it('does not keep what failed through us: the retry is a new try', async () => {
    let tries = 0;
    workers.compute = async ({ requestId }) => {
      tries += 1;
      return tries === 1 ? errorReply(errors.upstreamUnavailable(), requestId, '') : jsonReply(200, { tries });
    };
    const { key, account } = await newAccount();
    const options = { key, headers: once(), baseUrl: workers.baseUrl };
    equal((await call('/v1/vat', VAT, options)).status, 502);
    equal((await call('/v1/vat', VAT, options)).status, 200);
    equal(await spentBy(account), 1_000);
  });
});
