import type { Collection, Db, IndexDescription } from 'mongodb';
import type { Order, OrderTax, Seller } from '../billing/index.js';
import type { Buyer } from '../members/index.js';

export const documentKinds = ['invoice', 'credit_note'] as const;

/**
 * An invoice or a credit note of an order. It is stored for good and never changed: all that it shows is in the document. Money is in the
 * smallest unit of the currency, and never negative.
 */
export interface Invoice {
  /** The order, and the number of the document among those of the order. */
  _id: string;
  account: string;
  order: string;
  part: number;
  kind: (typeof documentKinds)[number];
  /** Documents of a company, kind and year are numbered from 1 without gaps. The insert takes the number: there is no counter. */
  seller_id: string;
  series: string;
  count: number;
  /** `series` and `count`, e.g. INV-2026-000123. */
  number: string;
  issued: Date;
  /** Time of the payment. */
  supplied: Date;
  seller: Omit<Seller, 'id'>;
  buyer: Buyer;
  /** Description of the sale, or of the credit. */
  text: string;
  currency: string;
  net: number;
  tax: number;
  total: number;
  /** In percent; absent if no tax was computed, or several rates apply. */
  rate?: number;
  rule?: OrderTax['rule'];
  notes: string[];
  /** Method that an invoice was paid with. */
  paid_with?: string;
  /** Number of the invoice that a credit note, or an invoice after one, is about. */
  corrects?: string;
  /** Amounts of the order that were returned when it was issued. */
  returned: Pick<Order, 'refunded' | 'disputed'>;
  /** Set until its email is enqueued. */
  unmailed?: true;
}

export const invoiceIndexes = {
  invoices: [
    { key: { seller_id: 1, series: 1, count: 1 }, unique: true },
    { key: { order: 1, part: 1 } },
    { key: { account: 1, issued: 1, _id: 1 } },
    { key: { issued: 1, _id: 1 } },
    { key: { number: 1 } },
    { key: { unmailed: 1 }, sparse: true },
  ],
} satisfies Record<string, IndexDescription[]>;

export interface InvoiceCollections {
  invoices: Collection<Invoice>;
}

export const invoiceCollections = (db: Db): InvoiceCollections => ({ invoices: db.collection('invoices') });
