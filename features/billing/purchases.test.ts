import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { reconcile } from '../../scheduler/reconcile-holds.js';
import { toCredits, toMicro } from '../../shared/contract/amounts.js';
import { computeValidity, purchase } from '../../shared/ledger/purchase.js';
import { stack } from '../../test/helpers/stack.js';

const instant = (text: string): Date => new Date(text);

describe('the validity of a purchase', () => {
  for (const [what, bought, expires] of [
    ['lasts 12 calendar months, to the same time of day', '2026-03-15T10:30:00Z', '2027-03-15T10:30:00Z'],
    ['ends on the last day of a shorter month', '2028-02-29T08:00:00Z', '2029-02-28T08:00:00Z'],
    ['begins on 2025-09-22 if it was bought before', '2024-12-31T23:59:59Z', '2026-09-22T00:00:00Z'],
    ['begins at the time of the purchase from 2025-09-22 on', '2025-09-22T00:00:01Z', '2026-09-22T00:00:01Z'],
  ] as const) {
    it(what, () => equal(computeValidity(instant(bought)).expires.toISOString(), instant(expires).toISOString()));
  }

  it('ends at a stated expiry that is earlier, and not at a later one', () => {
    const bought = instant('2024-01-01T00:00:00Z');
    const early = instant('2026-01-31T00:00:00Z');
    equal(computeValidity(bought, early).expires, early);
    equal(computeValidity(bought, instant('2030-01-01T00:00:00Z')).expires.toISOString(), '2026-09-22T00:00:00.000Z');
  });
});

describe('amounts', () => {
  it('are exact to the micro-credit', () => {
    for (const credits of [0.001, 0.009, 0.0001, 0.000001, 0.1, 0.3, 1_000_000])
      equal(toCredits(toMicro(credits)), credits);
    equal(toMicro(0.001), 1_000);
    throws(() => toMicro(0.0000001), RangeError);
  });
});

describe('purchases', () => {
  it('count once for a repeated payment', async () => {
    const { store } = await stack();
    const account = `account-${nanoid()}`;
    const order = { account, amount: 5_000, bought: new Date(), id: `pay-${nanoid()}` };
    await Promise.all([purchase(store, order), purchase(store, order), purchase(store, order)]);
    const wallet = await store.wallets.findOne({ _id: account });
    deepEqual([wallet?.bought, wallet?.lots.length], [5_000, 1]);
  });

  it('are sorted oldest first, whatever their sequence', async () => {
    const { store } = await stack();
    const account = `account-${nanoid()}`;
    for (const day of ['2026-05-01', '2026-03-01', '2026-04-01']) {
      await purchase(store, { account, amount: 1, bought: instant(`${day}T00:00:00Z`) });
    }
    const wallet = await store.wallets.findOne({ _id: account });
    deepEqual(
      wallet?.lots.map(({ bought }) => bought.getUTCMonth()),
      [2, 3, 4],
    );
  });

  it('reach the wallet after a crash between payment and wallet', async () => {
    const { store } = await stack();
    const account = `account-${nanoid()}`;
    const bought = new Date();
    await store.payments.insertOne({
      _id: `pay-${nanoid()}`,
      account,
      amount: 7_000,
      ...computeValidity(bought),
      applied: false,
      at: bought,
    });
    await reconcile(store, new Date());
    await reconcile(store, new Date());
    equal((await store.wallets.findOne({ _id: account }))?.bought, 7_000);
  });

  it('are refused for an amount of zero', async () => {
    const { store } = await stack();
    await rejects(purchase(store, { account: 'nobody', amount: 0, bought: new Date() }), RangeError);
  });
});
