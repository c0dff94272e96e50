import { toCredits } from '../../shared/contract/amounts.js';
import { isDuplicate } from '../../shared/store/insert-new.js';
import { nameBrand, type Order, type OrderTax, type PaymentCollections } from '../billing/index.js';
import type { Buyer, MemberCollections } from '../members/index.js';
import { number as formatNumber } from '../web/index.js';
import type { Invoice, InvoiceCollections } from './collections.js';

export type IssuingStore = InvoiceCollections &
  Pick<PaymentCollections, 'orders'> &
  Pick<MemberCollections, 'closedAccounts'>;

/** Attempts while other processes take the numbers; then the order is left to the next run. */
const ATTEMPTS = 50;

const PREFIXES = { invoice: 'INV', credit_note: 'CN' } as const;

/** Notes that the law requires on an invoice without VAT, and the place of supply of one with the VAT of the buyer's country. */
const NOTES: Partial<Record<OrderTax['rule'], string>> = {
  reverse_charge: 'Reverse charge: VAT to be accounted for by the recipient (Article 196, Directive 2006/112/EC).',
  consumer: 'VAT of the country of the customer (Article 58, Directive 2006/112/EC).',
  export:
    'Not subject to EU VAT: the place of supply is outside the European Union (Articles 44 and 58, Directive 2006/112/EC).',
};

/**
 * Issues what an order lacks: its invoice, then a credit note for each amount that was returned, and an invoice for money that came back. It
 * may be repeated, and run twice at once: the id of a document is taken once, and its number with it.
 *
 * @returns the number of documents that were issued
 */
export async function issueDocuments(store: IssuingStore, order: string, now: Date): Promise<number> {
  const { invoices, orders } = store;
  let inserted = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const issued = await invoices.find({ order }, { sort: { part: 1 } }).toArray();
    const found = await orders.findOne({ _id: order });
    if (found?.documents !== 'due') return inserted;
    const content = await composeNext(store, found, issued);
    if (!content) {
      const { revision } = found;
      const ended = await orders.updateOne({ _id: order, revision }, { $set: { documents: 'issued' } });
      if (ended.matchedCount > 0) return inserted;
      continue;
    }
    try {
      await invoices.insertOne(await assignNumber(store, content, now));
      inserted += 1;
    } catch (error) {
      // Another process has issued it, or taken the number.
      if (!isDuplicate(error)) throw error;
    }
  }
  return inserted;
}

type Content = Omit<Invoice, 'series' | 'count' | 'number' | 'issued'>;

/** Adds the number that follows the last one of the series, and a date that is not before that of the last one. */
async function assignNumber({ invoices }: InvoiceCollections, content: Content, now: Date): Promise<Invoice> {
  const { seller_id, kind } = content;
  const series = `${PREFIXES[kind]}-${now.getUTCFullYear()}`;
  const last = await invoices.findOne(
    { seller_id, series },
    { sort: { count: -1 }, projection: { count: 1, issued: 1 } },
  );
  const count = (last?.count ?? 0) + 1;
  const number = `${series}-${String(count).padStart(6, '0')}`;
  const issued = last && last.issued > now ? last.issued : now;
  return { ...content, series, count, number, issued };
}

/** Returns the content of the next document of an order; undefined if its documents add up to what was paid and not returned. */
async function composeNext(
  store: Pick<IssuingStore, 'closedAccounts'>,
  order: Order,
  issued: readonly Invoice[],
): Promise<Content | undefined> {
  const [first] = issued;
  const { price, refunded, disputed, tax } = order;
  // A gift has no invoice.
  if (price === 0) return undefined;
  if (!first) return composeInvoice(order, await findBuyer(store, order));
  const billed = issued.reduce((sum, { kind, total }) => sum + (kind === 'invoice' ? total : -total), 0);
  const change = Math.max(0, price - refunded - disputed) - billed;
  if (change === 0) return undefined;
  const part = issued.length;
  const total = Math.abs(change);
  // Computed from the sums, so that the parts add up to the tax of the order.
  const computeTax = (returned: number) => (tax ? computeProportion(tax.amount, returned, price) : 0);
  const taxed = Math.abs(computeTax(price - billed) - computeTax(price - billed - change));
  const before = issued.at(-1)?.returned ?? { refunded: 0, disputed: 0 };
  return {
    ...pickShared(first),
    ...{ _id: `${order._id}-${part}`, part, kind: change < 0 ? 'credit_note' : 'invoice' },
    text: describeChange(change, disputed > before.disputed, first),
    ...{ net: total - taxed, tax: taxed, total },
    corrects: first.number,
    returned: { refunded, disputed },
    unmailed: true,
  };
}

/** Returns `part / whole` of an amount, rounded half up. */
const computeProportion = (amount: number, part: number, whole: number): number =>
  Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));

function describeChange(change: number, isDispute: boolean, { number, text }: Invoice): string {
  if (change > 0) return `Payment returned to the seller after a credit note to invoice ${number}: ${text}`;
  return `${isDispute ? 'Payment disputed' : 'Refund'}, invoice ${number}: ${text}`;
}

/** Fields that all documents of an order have in common. */
const pickShared = ({ account, order, seller_id, supplied, seller, buyer, currency, rate, rule, notes }: Invoice) => ({
  ...{ account, order, seller_id, supplied, seller, buyer, currency, notes },
  ...(rate !== undefined && { rate }),
  ...(rule && { rule }),
});

function composeInvoice(order: Order, buyer: Buyer): Content {
  const { _id, account, credits, price, currency, tax, paid, paid_with: method, created } = order;
  const { id = '', ...seller } = order.receipt?.seller ?? { name: '', address: '', vat_number: '' };
  const note = tax && NOTES[tax.rule];
  return {
    ...{ _id: `${_id}-0`, account, order: _id, part: 0, kind: 'invoice' },
    ...{ seller_id: id, supplied: paid ?? created, seller },
    buyer: {
      ...buyer,
      ...(tax?.country !== undefined && { country: tax.country }),
      ...(tax?.vat_number !== undefined && { vat_number: tax.vat_number }),
    },
    text: `${formatNumber(toCredits(credits))} credits for API requests`,
    ...{ currency, net: tax?.net ?? price, tax: tax?.amount ?? 0, total: price },
    ...(tax?.rate !== undefined && { rate: tax.rate }),
    ...(tax && { rule: tax.rule }),
    notes: note ? [note] : [],
    ...(method && { paid_with: nameMethod(method) }),
    returned: { refunded: 0, disputed: 0 },
    unmailed: true,
  };
}

const nameMethod = ({ brand, last4 }: NonNullable<Order['paid_with']>): string =>
  last4 ? `${nameBrand(brand)} ending in ${last4}` : nameBrand(brand);

/** Returns the buyer of an order, also if the account has been deleted since it was paid. */
async function findBuyer({ closedAccounts }: Pick<IssuingStore, 'closedAccounts'>, order: Order): Promise<Buyer> {
  if (order.receipt?.buyer) return order.receipt.buyer;
  const closed = await closedAccounts.findOne({ _id: order.account });
  const { _id, closed: at, receipts = [], ...buyer } = closed ?? { _id: order.account, name: order.account };
  return receipts.find(({ orders }) => orders.includes(order._id))?.buyer ?? buyer;
}
