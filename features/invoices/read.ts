import { Readable } from 'node:stream';
import { Download } from '../../shared/contract/download.js';
import { errors } from '../../shared/contract/errors.js';
import { instant, integer, list, named, nullable, number, object, oneOf, text } from '../../shared/contract/fields.js';
import { taxRules } from '../billing/index.js';
import { documentKinds, type Invoice, type InvoiceCollections } from './collections.js';
import { renderPdf } from './render-pdf.js';

/** Id or number of a document. */
export const invoiceId = text({ maxLength: 100, description: 'Id or number of an invoice or a credit note' });

const money = 'Amount in the smallest unit of the currency, e.g. cents';

/** A document, as shown to its account and to operators. */
export const invoiceRow = named(
  'Invoice',
  object({
    invoice: text({ description: 'Id of the document' }),
    number: text({ description: 'Number, e.g. INV-2026-000123' }),
    kind: oneOf([...documentKinds]),
    order: text({ description: 'Id of the order' }),
    issued_at: instant(),
    paid_at: instant({ description: 'Time of the payment' }),
    currency: text({ description: 'ISO 4217 code in lower case' }),
    net: integer({ description: money }),
    tax: integer({ description: money }),
    total: integer({ description: `${money}; credit notes have positive amounts as well` }),
    tax_rate: nullable(number({ description: 'In percent; null if no tax was computed, or several rates apply' })),
    tax_rule: nullable(oneOf([...taxRules], { description: 'As of the order' })),
    corrects: nullable(text({ description: 'Number of the original invoice' })),
  }),
);

export const toInvoiceRow = (invoice: Invoice) => ({
  invoice: invoice._id,
  number: invoice.number,
  kind: invoice.kind,
  order: invoice.order,
  issued_at: invoice.issued.toISOString(),
  paid_at: invoice.supplied.toISOString(),
  currency: invoice.currency,
  net: invoice.net,
  tax: invoice.tax,
  total: invoice.total,
  tax_rate: invoice.rate ?? null,
  tax_rule: invoice.rule ?? null,
  corrects: invoice.corrects ?? null,
});

const party = { name: text(), address: nullable(text()), vat_number: nullable(text()) };

/** A document with all that it shows. */
export const invoiceView = object({
  ...invoiceRow.properties,
  seller: object(party),
  buyer: object({ ...party, country: nullable(text({ description: 'ISO code' })) }),
  description: text(),
  paid_with: nullable(text({ description: 'Payment method, e.g. Visa ending in 4242' })),
  notes: list(text()),
});

export function toInvoiceView(invoice: Invoice) {
  const { seller, buyer, text: description, paid_with: method, notes } = invoice;
  return {
    ...toInvoiceRow(invoice),
    seller: { name: seller.name, address: seller.address || null, vat_number: seller.vat_number || null },
    buyer: {
      name: buyer.name,
      address: buyer.address ?? null,
      vat_number: buyer.vat_number ?? null,
      country: buyer.country ?? null,
    },
    ...{ description, paid_with: method ?? null, notes },
  };
}

/** Finds a document by its id, or the latest with a number: companies number theirs separately. */
export const findInvoice = async (
  { invoices }: InvoiceCollections,
  given: string,
  account?: string,
): Promise<Invoice | undefined> => {
  const only = account !== undefined && { account };
  const found = await invoices.findOne(
    { $or: [{ _id: given }, { number: given.toUpperCase() }], ...only },
    { sort: { issued: -1 } },
  );
  return found ?? undefined;
};

/** Returns a document of an account. @throws ApiError 404 */
export async function findOwnInvoice(store: InvoiceCollections, account: string, given: string): Promise<Invoice> {
  const found = await findInvoice(store, given, account);
  if (!found) throw errors.invoiceUnknown({ invoice: given });
  return found;
}

/** Returns a page of documents, the latest first: all, or those of an account or an order. */
export async function readInvoicePage(
  { invoices }: InvoiceCollections,
  only: Partial<Pick<Invoice, 'account' | 'order'>>,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ invoices: Invoice[]; next: string | null }> {
  const last = after === undefined ? null : await invoices.findOne({ _id: after, ...only });
  if (after !== undefined && !last) throw errors.cursorInvalid();
  const beyond = last && {
    issued: { $lte: last.issued },
    $or: [{ issued: { $lt: last.issued } }, { _id: { $lt: last._id } }],
  };
  const found = await invoices
    .find({ ...only, ...beyond }, { sort: { issued: -1, _id: -1 }, limit: limit + 1 })
    .toArray();
  const page = found.slice(0, limit);
  return { invoices: page, next: found.length > limit ? (page.at(-1)?._id ?? null) : null };
}

/** Returns a document as a PDF, which is rendered when it is sent. */
export const toDownload = (invoice: Invoice): Download =>
  new Download(`${invoice.number}.pdf`, Readable.from(render(invoice), { objectMode: false }), 'application/pdf');

async function* render(invoice: Invoice): AsyncGenerator<Buffer> {
  yield await renderPdf(invoice);
}
