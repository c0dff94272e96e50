import { reconcilePayments } from '../../features/billing/reconcile-payments.js';
import { eventuallyBy } from './run-task.js';
import { call, eventually, stack } from './stack.js';

/** Test cards of the sandbox. */
export const cards = {
  pays: '4242424242424242',
  declines: '4000000000000002',
  authenticates: '4000002500003155',
  authenticatesAlways: '4000002760003184',
  disputes: '4000000000000259',
  savedOnly: '4000000000000341',
};

/** Pays on the page of an order, with authentication if required, and returns the status of the last response. */
export async function payPage(url: string, card = cards.pays): Promise<number> {
  const send = (action: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ card, do: action }), redirect: 'manual' });
  const answer = await send('pay');
  return (await answer.text()).includes('Is it you?') ? (await send('confirm')).status : answer.status;
}

/** Orders a pack through the API. */
export async function order(key: string, pack = 'small', besides: object = {}): Promise<{ id: string; url: string }> {
  const { status, body } = await call('/v1/account/orders', { pack, ...besides }, { key });
  if (status !== 200) throw new Error(`an order was answered with ${status}: ${JSON.stringify(body)}`);
  return { id: body.order.order, url: body.url };
}

type Order = Record<string, unknown>;

/** An order as its account sees it. */
async function fetchOrder(key: string, id: string): Promise<Order> {
  const { body } = await call('/v1/account/orders', {}, { key, method: 'GET' });
  return body.orders.find((one: { order: string }) => one.order === id) ?? {};
}

/** Waits until an order is as wanted. */
export const waitForOrder = (key: string, id: string, wanted: (order: Order) => boolean): Promise<Order> =>
  eventually(() => fetchOrder(key, id), wanted);

/** Reconciles payments until an order is as wanted, for changes without a webhook of the provider. */
export const reconcileUntil = (key: string, id: string, wanted: (order: Order) => boolean): Promise<Order> =>
  eventuallyBy(reconcilePayments, () => fetchOrder(key, id), wanted);

/** Sends a control command to the payment sandbox. */
export async function controlStripe(stripeUrl: string, ordered: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${stripeUrl}/_control`, { method: 'POST', body: JSON.stringify(ordered) });
  if (!answer.ok) throw new Error(`the sandbox refused ${JSON.stringify(ordered)}`);
  return Object(await answer.json());
}

/** Waits for the invoice of an order. @returns its number */
export async function waitForInvoice(order: string): Promise<string> {
  const { store } = await stack();
  return (await eventually(() => store.invoices.findOne({ order }), Boolean))?.number ?? '';
}

/** Adds a coupon for credits, if there is none with its code. */
export async function addCoupon(code: string): Promise<void> {
  const { store } = await stack();
  const coupon = { credits: 1_000_000, months: 1, first_order: false, used: 0, active: true, created: new Date() };
  await store.coupons.updateOne({ _id: code }, { $setOnInsert: { ...coupon, by: 'test' } }, { upsert: true });
}
