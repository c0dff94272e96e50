import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { nanoid } from 'nanoid';
import { FailPoint, ignoreKilled } from '../../test/helpers/payment-shop.js';
import { seed, seeded } from '../../test/helpers/randomised.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { ownDatabase } from '../../test/helpers/stack.js';
import type { Order } from '../billing/index.js';
import type { Collections } from '../collections.js';
import type { Invoice } from './collections.js';
import { issueDocuments } from './issue.js';
import { layOut } from './layout.js';
import { renderPdf } from './render-pdf.js';

const HISTORIES = nightlyOrDaily(1_000, 40);
const AT_ONCE = 6;
const NOW = new Date('2026-12-31T23:59:00Z');

const createPaidOrder = (more: Partial<Order> = {}): Order => ({
  ...{ _id: `ord_${nanoid(16)}`, account: 'acme', kind: 'checkout', pack: 'small', credits: 500_000_000 },
  ...{ price: 1_000, currency: 'eur', saves: false, state: 'paid', customer: 'cus_1', paid: NOW },
  ...{ refunded: 0, disputed: 0, created: NOW, revision: 1, asked: 0, documents: 'due' },
  tax: { rule: 'domestic', country: 'DE', rate: 19, net: 840, amount: 160 },
  receipt: { seller: { name: 'Seller', address: '', vat_number: '', id: 'seller' }, buyer: { name: 'Acme' } },
  ...more,
});

/** Stores what was returned of an order, as an update from the provider does. */
const setReturned = (store: Collections, order: string, returned: Pick<Order, 'refunded' | 'disputed'>) =>
  store.orders.updateOne({ _id: order }, { $set: { ...returned, documents: 'due' }, $inc: { revision: 1 } });

const list = (store: Collections, order: string): Promise<Invoice[]> =>
  store.invoices.find({ order }, { sort: { part: 1 } }).toArray();

describe('invoices', () => {
  let store: Collections;
  let close: () => Promise<void>;
  before(async function () {
    this.timeout(120_000);
    ({ store, close } = await ownDatabase());
  });
  after(() => close());

  const issue = async (order: Order, now = NOW): Promise<Invoice[]> => {
    await store.orders.insertOne(order);
    await issueDocuments(store, order._id, now);
    return list(store, order._id);
  };

  it(
    seeded(`are numbered without gaps and add up to what was paid and not returned, after ${HISTORIES} histories`),
    async function () {
      this.timeout(900_000);
      const change = fc.record({
        refunded: fc.integer({ min: 0, max: 1_000 }),
        isDisputed: fc.boolean(),
        dies: fc.integer({ min: 1, max: 14 }),
      });
      const history = fc.record({
        price: fc.constantFrom(1, 7, 999, 1_000, 99_999_999),
        rate: fc.constantFrom(0, 5.5, 19, 25.5),
        seller: fc.constantFrom('one', 'other'),
        changes: fc.array(change, { maxLength: 6 }),
      });
      const histories = fc.sample(history, { numRuns: HISTORIES, seed });
      const orders: string[] = [];
      const replay = async ({ price, rate, seller, changes }: (typeof histories)[number]) => {
        const amount = Math.round((price * rate) / (100 + rate));
        const receipt = { seller: { name: seller, address: '', vat_number: '', id: seller } };
        const tax = { rule: 'consumer' as const, country: 'FI', rate, net: price - amount, amount };
        const order = createPaidOrder({ price, tax, receipt });
        orders.push(order._id);
        await store.orders.insertOne(order);
        for (const { refunded, isDisputed, dies } of changes) {
          const returned = Math.round((refunded * price) / 1_000);
          await setReturned(store, order._id, { refunded: returned, disputed: isDisputed ? price - returned : 0 });
          const dying = new FailPoint(dies).store(store);
          await Promise.all([
            issueDocuments(store, order._id, NOW),
            issueDocuments(dying, order._id, NOW).catch(ignoreKilled),
          ]);
        }
      };
      const queue = histories.values();
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const one of queue) await replay(one);
        }),
      );
      for (const order of orders) await issueDocuments(store, order, NOW);

      for (const id of orders) {
        const order = await store.orders.findOne({ _id: id });
        ok(order);
        equal(order.documents, 'issued');
        const documents = await list(store, id);
        deepEqual(
          documents.map(({ part }) => part),
          documents.map((_, index) => index),
        );
        const sum = (field: 'net' | 'tax' | 'total') =>
          documents.reduce((all, { kind, [field]: amount }) => all + (kind === 'invoice' ? amount : -amount), 0);
        const left = order.price - order.refunded - order.disputed;
        const tax = order.tax?.amount ?? 0;
        equal(sum('total'), left);
        equal(sum('net') + sum('tax'), left);
        ok(Math.abs(sum('tax') - (tax * left) / order.price) <= 0.5, `${sum('tax')} of ${tax}`);
        for (const { net, tax: taxed, total } of documents) {
          equal(net + taxed, total);
          ok(net >= 0 && taxed >= 0 && total > 0);
        }
      }
      const series = new Map<string, number[]>();
      for await (const { seller_id, series: name, count } of store.invoices.find({}, { sort: { count: 1 } })) {
        const key = `${seller_id} ${name}`;
        series.set(key, [...(series.get(key) ?? []), count]);
      }
      ok(series.size >= 3);
      for (const counts of series.values())
        deepEqual(
          counts,
          counts.map((_, index) => index + 1),
        );
    },
  );

  it('begin a new sequence with a year, and with another seller', async () => {
    const seller = (id: string) => ({ receipt: { seller: { name: id, address: '', vat_number: '', id } } });
    const number = async (id: string, now: Date) => (await issue(createPaidOrder(seller(id)), now))[0]?.number;
    equal(await number('first', NOW), 'INV-2026-000001');
    equal(await number('first', NOW), 'INV-2026-000002');
    equal(await number('second', NOW), 'INV-2026-000001');
    equal(await number('first', new Date('2027-01-01T00:00:00Z')), 'INV-2027-000001');
  });

  it('name the buyer once, also if the address does not', async () => {
    const [invoice] = await issue(createPaidOrder());
    ok(invoice);
    const billedTo = (address?: string) => {
      const buyer = { name: 'Acme', ...(address !== undefined && { address }) };
      return layOut({ ...invoice, buyer }).parties.find(({ label }) => label === 'Billed to')?.lines;
    };
    deepEqual(billedTo(), ['Acme']);
    deepEqual(billedTo('Main Street 1\nBerlin'), ['Acme', 'Main Street 1', 'Berlin']);
    deepEqual(billedTo('ACME GmbH\nBerlin'), ['ACME GmbH', 'Berlin']);
  });

  it('are not issued for orders that were paid before there were invoices', async () => {
    const { documents: _, ...order } = createPaidOrder();
    deepEqual(await issue(order), []);
  });

  it('do not change with the order, its account or the settings, and neither do their bytes', async () => {
    const order = createPaidOrder({ paid_with: { brand: 'visa', last4: '4242' } });
    const [invoice] = await issue(order);
    ok(invoice);
    const before = await renderPdf(invoice);
    equal(before.subarray(0, 5).toString(), '%PDF-');
    const seller = { name: 'Moved', address: 'Elsewhere', vat_number: 'FR1', id: 'moved' };
    await store.orders.updateOne({ _id: order._id }, { $set: { credits: 1, receipt: { seller }, currency: 'usd' } });
    await setReturned(store, order._id, { refunded: 333, disputed: 0 });
    await issueDocuments(store, order._id, NOW);
    const [after, credit] = await list(store, order._id);
    ok(after && credit);
    const { unmailed: _, ...content } = invoice;
    deepEqual({ ...after, unmailed: true }, { ...content, unmailed: true });
    ok(before.equals(await renderPdf(after)));
    deepEqual(
      [after.buyer.name, after.paid_with, after.text],
      ['Acme', 'Visa ending in 4242', '500 credits for API requests'],
    );
    const { kind, seller: soldBy, currency, corrects, net, tax, total } = credit;
    deepEqual([kind, soldBy.name, currency, corrects], ['credit_note', 'Seller', 'eur', invoice.number]);
    deepEqual([net, tax, total], [280, 53, 333]);
  });

  it('are billed to the buyer of a deleted account, with the country and number of the tax', async () => {
    const tax = {
      rule: 'reverse_charge' as const,
      country: 'AT',
      vat_number: 'ATU12345678',
      rate: 0,
      net: 1_000,
      amount: 0,
    };
    const order = createPaidOrder({
      account: 'gone',
      tax,
      receipt: { seller: { name: 'S', address: '', vat_number: '' } },
    });
    const receipts = [{ buyer: { name: 'Gone AG', address: 'Gone AG\nWien' }, orders: [order._id] }];
    await store.closedAccounts.insertOne({ _id: 'gone', name: 'Later', closed: NOW, receipts });
    const [invoice] = await issue(order);
    deepEqual(invoice?.buyer, { name: 'Gone AG', address: 'Gone AG\nWien', country: 'AT', vat_number: 'ATU12345678' });
    ok(invoice?.notes[0]?.includes('Article 196'));
  });
});
