import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import { audit } from '../../shared/ledger/audit.js';
import { projectFile } from '../../shared/process/project-file.js';
import { randomFrom } from '../../workers/lib/writing/random.js';
import { cards, order, orderWhen, orderWhenAsked, payPage, steerStripe } from '../helpers/pay.js';
import { seed, seeded } from '../helpers/randomised.js';
import { sized } from '../helpers/scale.js';
import { openShop, openTopUp, PACK } from '../helpers/shop.js';
import { call, newAccount, stack } from '../helpers/stack.js';

describe('messages of the payment provider', () => {
  const steer = async (ordered: object) => steerStripe((await stack()).platform.stripeUrl, ordered);
  afterEach(() => steer({ webhooks: 'send', delayMs: 0 }));

  const modes = {
    doubled: { webhooks: 'twice' },
    'late, and in no order': { webhooks: 'twice', delayMs: 700 },
    'turned round': { webhooks: 'hold' },
    lost: { webhooks: 'drop' },
  };
  for (const [name, how] of Object.entries(modes)) {
    // What is late is doubled, too, and in no order.
    sized(it, ['doubled', 'turned round'].includes(name) ? it.skip : it)(
      `that are ${name} lead to the same books`,
      async function () {
        this.timeout(180_000);
        const { store } = await stack();
        const { key, account } = await newAccount({ credits: 0 });
        const { id, url } = await order(key);
        // Those of others go as ever: theirs may be tests that run at the same time.
        const { customer } = (await store.payers.findOne({ _id: account })) ?? {};
        ok(customer);
        await steer({ ...how, customer });
        equal(await payPage(url), 303);
        const { payment_intent = '' } = await paymentOf(id);
        const { dispute } = await steer({ dispute: { payment_intent } });
        if (how.webhooks === 'hold') {
          await steer({ release: { order: 'reversed', times: 2 } });
        }
        const when = how.webhooks === 'drop' ? orderWhenAsked : orderWhen;
        const disputed = await when(key, id, (one) => one.disputed === 1_000);
        deepEqual([disputed.state, disputed.disputed], ['paid', 1_000]);
        await steer({ closeDispute: { id: dispute, status: 'won' } });
        if (how.webhooks === 'hold') await steer({ release: { order: 'reversed', times: 3 } });
        const won = await when(key, id, (one) => one.disputed === 0);
        equal(won.disputed, 0);
        const { body } = await call('/v1/account', {}, { key, method: 'GET' });
        deepEqual([body.balance, body.lots.map((lot: { id: string }) => lot.id)], [500, [id]]);
        deepEqual((await audit(store, account)).findings, []);
      },
    );
  }

  /** The payment of an order, as the provider's page knows it. */
  async function paymentOf(id: string): Promise<{ payment_intent: string }> {
    const { platform, store } = await stack();
    const session = (await store.orders.findOne({ _id: id }))?.session;
    const answer = await fetch(`${platform.stripeUrl}/v1/checkout/sessions/${session}`, {
      headers: { authorization: `Bearer ${platform.environment.STRIPE_SECRET_KEY}` },
    });
    return { payment_intent: String(Object(await answer.json()).payment_intent) };
  }
});

/** Until there was enough to be right about. */
const KILLS = sized(100, 2);
const PROCESSES = 2;
const LONGEST_LIFE_MS = sized(1_500, 750);
/** How long a buyer rests: by day processes take longer to start than it takes to buy enough for them to be wrong about. */
const LONGEST_REST_MS = sized(0, 400);

describe('processes that reconcile payments and are killed at random points', () => {
  it(seeded(`leave exact books, ${KILLS} kills later`), async function () {
    this.timeout(900_000);
    const shop = await openShop();
    const random = randomFrom(String(seed));
    const accounts: string[] = [];
    let kills = 0;
    const keepKilling = async () => {
      while (kills < KILLS) {
        const child = spawn(process.execPath, [projectFile('dist/test/helpers/reconciling-client.js')], {
          env: shop.environment,
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const closed = once(child, 'close');
        if (child.stdout) await Promise.race([once(child.stdout, 'data'), closed]);
        await sleep(random.between(0, LONGEST_LIFE_MS));
        child.kill('SIGKILL');
        kills += 1;
        await closed;
      }
    };
    const keepBuying = async () => {
      while (kills < KILLS) {
        const account = `account-${nanoid()}`;
        accounts.push(account);
        // The first in any case: by day there may be no more than four.
        if (random.chance(0.5) || accounts.length === 1)
          await openTopUp(shop, account, PACK.credits + 1, cards.authenticates);
        const { url } = await shop.place(account);
        await payPage(url);
        const [payment] = (await shop.stripe.paymentIntents.list({ limit: 1 })).data;
        if (payment?.status === 'succeeded' && random.chance(0.5))
          await shop.stripe.refunds.create({ payment_intent: payment.id, amount: random.between(1, 500) });
        if (payment?.status === 'succeeded' && random.chance(0.3))
          await shop.steer({ dispute: { payment_intent: payment.id } });
        await sleep(random.between(0, LONGEST_REST_MS));
      }
    };
    await Promise.all([...Array.from({ length: PROCESSES }, keepKilling), keepBuying()]);
    await shop.settle();
    for (const account of accounts) deepEqual(await shop.problems(account), [], account);
    const topUps = await shop.store.orders.find({ kind: 'top_up' }).toArray();
    equal(new Set(topUps.map(({ account }) => account)).size, topUps.length, 'one top-up for each crossing');
    ok(topUps.length > 0 && kills >= KILLS, `${kills} kills, ${accounts.length} accounts, ${topUps.length} top-ups`);
    await shop.close();
  });
});
