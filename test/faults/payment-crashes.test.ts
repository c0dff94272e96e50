import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import { randomFrom } from 'readings/compose';
import { projectFile } from '../../shared/process/project-file.js';
import { enableTopUp, openShop, PACK } from '../helpers/payment-shop.js';
import { cards, payPage } from '../helpers/payments.js';
import { seed, seeded } from '../helpers/randomised.js';
import { nightlyOrDaily } from '../helpers/scale.js';

/** Until there was enough to be right about. */
const KILLS = nightlyOrDaily(100, 2);
const PROCESSES = 2;
const LONGEST_LIFE_MS = nightlyOrDaily(1_500, 750);
/** Pause of a buyer, in ms. In the default run processes take longer to start than the purchases that expose errors. */
const LONGEST_REST_MS = nightlyOrDaily(0, 400);
/** Buyers at most: on a busy machine more come while a process starts, all of whom are settled and compared. */
const MOST_BUYERS = nightlyOrDaily(Number.POSITIVE_INFINITY, 6);

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
      while (kills < KILLS && accounts.length < MOST_BUYERS) {
        const account = `account-${nanoid()}`;
        accounts.push(account);
        // The first in any case: by day there may be no more than four.
        if (random.chance(0.5) || accounts.length === 1)
          await enableTopUp(shop, account, PACK.credits + 1, cards.authenticates);
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
