import { nanoid } from 'nanoid';
import type { Collections } from '../../features/collections.js';
import { webhookKey } from '../../features/webhooks/collections.js';
import { type FillAmounts, inBatches, numbers } from './fill-batches.js';

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const DAYS = 30;

/** Webhooks of `account-0`: the first accepts every message, the other fails. */
export const WEBHOOKS = ['whk_fine', 'whk_failing'] as const;

/** One account hears of a hundredth of all calls, half of it by a webhook that fails: the deliveries of a month. */
export async function writeDeliveries(
  { webhooks, deliveries }: Collections,
  { calls }: FillAmounts,
  ended: Date,
): Promise<void> {
  for (const emptied of [webhooks, deliveries]) await emptied.deleteMany({});
  const [account, created] = ['account-0', new Date(ended.getTime() - DAYS * DAY_MS)];
  await webhooks.insertMany(
    WEBHOOKS.map((id, index) => ({
      ...{ _id: webhookKey(account, id), id, account, url: `https://${id}.example/hook`, description: '' },
      ...{ events: ['job.completed'], secrets: [], active: true, created },
      ...(index > 0 && { failing_since: created }),
    })),
  );
  await inBatches(Math.round(calls / 100), (from, to) =>
    deliveries.insertMany(
      numbers(from, to).map((number) => {
        const webhook = WEBHOOKS[number % WEBHOOKS.length] ?? '';
        const at = new Date(ended.getTime() - Math.floor(Math.random() * DAYS * DAY_MS));
        const hasFailed = webhook !== WEBHOOKS[0];
        const attempt = {
          at,
          ms: 40,
          status: hasFailed ? 500 : 200,
          answer: '',
          error: hasFailed ? 'answered 500' : null,
        };
        return {
          ...{ _id: `dlv_${nanoid()}`, account, webhook, message: `msg_${number}`, type: 'job.completed' },
          ...{
            orderingKey: `${account}/${webhook}`,
            state: hasFailed ? ('failed' as const) : ('delivered' as const),
            tries: 1,
          },
          ...{ attempts: Array.from({ length: hasFailed ? 8 : 1 }, () => attempt), created: at, ended: at },
          expires: new Date(ended.getTime() + DAYS * DAY_MS),
        };
      }),
    ),
  );
}

/** As many orders as there are accounts, a tenth of them by one: paid, but for a twentieth. */
export async function writeOrders({ orders }: Collections, { accounts: all }: FillAmounts, ended: Date): Promise<void> {
  await orders.deleteMany({});
  await inBatches(all, (from, to) =>
    orders.insertMany(
      numbers(from, to).map((number) => ({
        ...{ _id: `ord_${number}`, account: `account-${number % 10 === 0 ? 0 : number}`, kind: 'checkout' as const },
        ...{ pack: 'small', credits: 1_000, price: 1_000, currency: 'eur', saves: false, customer: 'cus' },
        ...{ state: number % 20 === 1 ? ('failed' as const) : ('paid' as const), refunded: 0, disputed: 0 },
        created: new Date(ended.getTime() - number * MINUTE_MS),
        ...{ revision: 0, asked: 0 },
      })),
    ),
  );
}
