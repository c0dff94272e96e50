import { deepEqual, equal } from 'node:assert/strict';
import { audit } from '../../shared/ledger/audit.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { call, eventually, isAtRest, newAccount, stack } from '../helpers/stack.js';

const CALLS = nightlyOrDaily(1_000, 400);
const PAID = 100;
const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

describe('credits under concurrency', () => {
  it(`allow exactly ${PAID} of ${CALLS} concurrent calls on a balance for ${PAID}, and leave a balance of 0`, async () => {
    const { key, account } = await newAccount({ credits: PAID / 1_000 });
    const answers = await Promise.all(Array.from({ length: CALLS }, () => call('/v1/vat', VAT, { key })));
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    deepEqual({ successful: count(200), refused: count(402) }, { successful: PAID, refused: CALLS - PAID });

    const { store } = await stack();
    const settled = () => store.wallets.findOne({ _id: account });
    const wallet = await eventually(settled, isAtRest);
    equal(wallet?.lots[0]?.left, 0);
    equal(wallet?.spent, PAID * 1_000);
    equal(await store.usage.countDocuments({ account, state: 'spent' }), PAID);
    deepEqual((await audit(store, account)).findings, []);
  });

  it('are spent from the oldest purchase first', async () => {
    const { purchase } = await import('../../shared/ledger/purchase.js');
    const { store } = await stack();
    const { key, account } = await newAccount({ credits: 0 });
    const monthsAgo = (months: number) => new Date(Date.now() - months * 30 * 24 * 3_600_000);
    await purchase(store, { account, amount: 10_000, bought: monthsAgo(1) });
    await purchase(store, { account, amount: 1_500, bought: monthsAgo(2) });
    await call('/v1/vat', VAT, { key });
    await call('/v1/vat', VAT, { key });
    const wallet = await store.wallets.findOne({ _id: account });
    deepEqual(
      wallet?.lots.map(({ left }) => left),
      [0, 9_500],
    );
  });
});
