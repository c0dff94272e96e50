import { MongoClient } from 'mongodb';
import { openPayments } from '../../features/billing/payments.js';
import { reconcileOrders } from '../../features/billing/reconcile-payments.js';
import { topUpAll } from '../../features/billing/top-up-credits.js';
import { collections } from '../../features/collections.js';
import { reconcile } from '../../scheduler/reconcile-holds.js';
import { skipFailures } from '../../shared/process/item-runner.js';

/** Does a scheduler's work on orders and top-ups, again and again, until it is killed. Says `round` after each. */
const { MONGODB_URL = '', MONGODB_DATABASE, PAYMENT_PACKS = '', STRIPE_SECRET_KEY = '', STRIPE_URL = '' } = process.env;
const store = collections(new MongoClient(MONGODB_URL, { ignoreUndefined: true }).db(MONGODB_DATABASE));
const payments = await openPayments({ PAYMENT_PACKS, STRIPE_SECRET_KEY, STRIPE_URL });
const each = skipFailures((what, error) => process.stdout.write(`failed ${what} ${String(error)}\n`));

while (payments) {
  const now = new Date();
  await topUpAll(store, payments, now, each);
  await reconcileOrders(store, payments, now, each, console);
  await reconcile(store, now);
  process.stdout.write('round\n');
}
