import { deepEqual, equal, ok } from 'node:assert/strict';
import { audit } from '../../shared/ledger/audit.js';
import { controlStripe, order, payPage, reconcileUntil, waitForOrder } from '../../test/helpers/payments.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { call, newAccount, stack } from '../../test/helpers/stack.js';

describe('messages of the payment provider', () => {
  const steer = async (ordered: object) => controlStripe((await stack()).platform.stripeUrl, ordered);
  afterEach(() => steer({ webhooks: 'send', delayMs: 0 }));

  const faults = {
    doubled: { webhooks: 'twice' },
    'late and out of order': { webhooks: 'twice', delayMs: 700 },
    reversed: { webhooks: 'hold' },
    lost: { webhooks: 'drop' },
  };
  for (const [name, fault] of Object.entries(faults)) {
    // Late messages are doubled and out of order as well.
    nightlyOrDaily(it, ['doubled', 'reversed'].includes(name) ? it.skip : it)(
      `that are ${name} lead to the same ledger`,
      async function () {
        this.timeout(180_000);
        const { store } = await stack();
        const { key, account } = await newAccount({ credits: 0 });
        const { id, url } = await order(key);
        // Only this customer's, as other tests may run at the same time.
        const { customer } = (await store.payers.findOne({ _id: account })) ?? {};
        ok(customer);
        await steer({ ...fault, customer });
        equal(await payPage(url), 303);
        const { payment_intent = '' } = await readPayment(id);
        const { dispute } = await steer({ dispute: { payment_intent } });
        if (fault.webhooks === 'hold') {
          await steer({ release: { order: 'reversed', times: 2 } });
        }
        const when = fault.webhooks === 'drop' ? reconcileUntil : waitForOrder;
        const disputed = await when(key, id, (one) => one.disputed === 1_000);
        deepEqual([disputed.state, disputed.disputed], ['paid', 1_000]);
        await steer({ closeDispute: { id: dispute, status: 'won' } });
        if (fault.webhooks === 'hold') await steer({ release: { order: 'reversed', times: 3 } });
        const won = await when(key, id, (one) => one.disputed === 0);
        equal(won.disputed, 0);
        const { body } = await call('/v1/account', {}, { key, method: 'GET' });
        deepEqual([body.balance, body.lots.map((lot: { id: string }) => lot.id)], [500, [id]]);
        deepEqual((await audit(store, account)).findings, []);
      },
    );
  }

  /** Reads the payment of an order from its page at the provider. */
  async function readPayment(id: string): Promise<{ payment_intent: string }> {
    const { platform, store } = await stack();
    const session = (await store.orders.findOne({ _id: id }))?.session;
    const answer = await fetch(`${platform.stripeUrl}/v1/checkout/sessions/${session}`, {
      headers: { authorization: `Bearer ${platform.environment.STRIPE_SECRET_KEY}` },
    });
    return { payment_intent: String(Object(await answer.json()).payment_intent) };
  }
});
