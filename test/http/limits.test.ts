import { deepEqual, equal, ok } from 'node:assert/strict';
import { itNightly } from '../helpers/scale.js';
import { call, errorIn, newAccount, stack } from '../helpers/stack.js';
import { repeatUntilWithinSecond } from '../helpers/timing.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

/** Sends calls at once. The second in which they count begins with the first. */
const burst = (key: string, count: number, tries = 5) =>
  Promise.all(Array.from({ length: count }, () => call('/v1/vat', VAT, { key, tries })));

describe('rate limits', () => {
  it('lets a key make 20 calls a second in a group, and refuses the rest without charge', async () => {
    const { account, answers } = await repeatUntilWithinSecond(async () => {
      const made = await newAccount({ limits: {} });
      return { ...made, answers: await burst(made.key, 30) };
    });
    const refused = answers.filter(({ status }) => status === 429);
    equal(answers.filter(({ status }) => status === 200).length, 20);
    equal(refused.length, 10);
    deepEqual(errorIn(refused[0]?.body), { error: 'Too many requests', code: 429 });
    equal(refused[0]?.headers.get('retry-after'), '1');
    equal(refused[0]?.headers.get('ratelimit-remaining'), '0');
    equal(refused[0]?.headers.get('x-credits-cost'), '0');
    const { store } = await stack();
    const wallet = await store.wallets.findOne({ _id: account });
    equal(wallet?.lots[0]?.left, 1_000_000 - 20 * 1_000);
  });

  it('counts groups apart', async () => {
    const { key } = await newAccount({ limits: {} });
    await burst(key, 21);
    equal((await call('/v1/currency/platforms', {}, { key })).status, 200);
  });

  it('counts a large body once for each 256 KiB of it', async () => {
    const answers = await repeatUntilWithinSecond(async () => {
      const { key } = await newAccount({ limits: { vat: 5 } });
      const large = await call('/v1/vat', { ...VAT, note: 'x'.repeat(1_000_000) }, { key });
      return [large, ...(await burst(key, 2))];
    });
    deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 429]);
    equal(answers[0]?.headers.get('ratelimit-remaining'), '1');
  });

  it('lets a body through that counts as more than the limit, alone', async () => {
    const answers = await repeatUntilWithinSecond(async () => {
      const { key } = await newAccount({ limits: { vat: 2 } });
      const large = await call('/v1/vat', { ...VAT, note: 'x'.repeat(1_000_000) }, { key });
      return [large, ...(await burst(key, 1))];
    });
    deepEqual(
      answers.map(({ status }) => status),
      [200, 429],
    );
  });

  it('gives a key its own limit', async () => {
    const { key } = await newAccount({ limits: { vat: 100 } });
    const answers = await burst(key, 100);
    equal(answers.filter(({ status }) => status === 200).length, 100);
    equal(answers[0]?.headers.get('ratelimit-limit'), '100');
  });

  it('says on every call how the key stands', async () => {
    const { key } = await newAccount({ limits: {} });
    const { headers } = await call('/v1/vat', VAT, { key });
    equal(headers.get('ratelimit-limit'), '20');
    equal(headers.get('ratelimit-remaining'), '19');
    equal(headers.get('ratelimit-reset'), '1');
    ok(headers.get('x-request-id'));
  });
});

describe('the concurrency limit', () => {
  // A machine that other tests slow down could not serve it in time.
  itNightly('refuses nothing of a burst that can be served', async () => {
    const { key } = await newAccount({ credits: 10, limits: { '*': 100_000 } });
    const count = (responses: readonly { status: number }[]) => responses.filter(({ status }) => status === 200).length;
    equal(count(await burst(key, 1_000, 1)), 1_000);
    for (let bursts = 0; bursts < 20; bursts++) equal(count(await burst(key, 100, 1)), 100);
  });
});
