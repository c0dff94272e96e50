import { deepEqual, rejects } from 'node:assert/strict';
import type { Collection } from 'mongodb';
import type { Order } from './collections.js';
import { createOrder } from './orders.js';
import type { PaymentProvider } from './provider.js';
import { requestRefund } from './refund.js';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-05-04T12:00:00Z');

describe('a refund of an order that is repeated', () => {
  const sale = { pack: 'small', credits: 500_000_000, price: 1_000, currency: 'eur' };
  const created = new Date(NOW.getTime() - 100 * HOUR_MS);
  const at = new Date(NOW.getTime() - 21 * HOUR_MS);
  const order: Order = {
    ...createOrder({ _id: 'ord_1', account: 'a', kind: 'checkout', saves: false, customer: 'cus_1', created, ...sale }),
    ...{ intent: 'pi_1', refunds: [{ id: 'ticket', amount: 400, at }] },
  };
  const repeat = async (refunded: number) => {
    const sent: unknown[] = [];
    const refund = async (...given: unknown[]) => void sent.push(given);
    const store = { orders: {} as Collection<Order> };
    const request = { order: { ...order, refunded }, amount: undefined, refund: 'ticket' };
    await requestRefund(store, { refund } as unknown as PaymentProvider, request, NOW);
    return sent;
  };

  it('is refused a day later, unless the refund has arrived', async () => {
    await rejects(repeat(0), { type: 'order_refund_too_old', status: 409 });
    deepEqual(await repeat(400), []);
  });
});
