import { MOST_ORDERS_LISTED } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { integer, list, nullable, object, optional, text, withDefault } from '../../shared/contract/fields.js';
import { accountId } from '../members/index.js';
import { type OperationContext, operation } from '../operators/index.js';
import type { Invoice, InvoiceCollections } from './collections.js';
import {
  findInvoice,
  invoiceId,
  invoiceRow,
  invoiceView,
  readInvoicePage,
  toInvoiceRow,
  toInvoiceView,
} from './read.js';

export const listInvoices = operation({
  command: 'invoices list',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/invoices',
  summary: 'List the invoices and credit notes of all accounts, newest first',
  request: object({
    account: optional({ ...accountId, description: 'Only documents of this account' }),
    order: optional(text({ maxLength: 100, description: 'Only documents of this order' })),
    limit: withDefault(integer({ minimum: 1, maximum: MOST_ORDERS_LISTED }), 50),
    after: optional(text({ maxLength: 100, description: 'Value of `next` from the previous page' })),
  }),
  response: object({ invoices: list(object({ account: text(), ...invoiceRow.properties })), next: nullable(text()) }),
  errors: [errors.cursorInvalid],
  example: { request: { account: 'example' } },
  async run({ account, order, limit, after }, { store }: OperationContext<InvoiceCollections>) {
    const only = { ...(account !== undefined && { account }), ...(order !== undefined && { order }) };
    const { invoices, next } = await readInvoicePage(store, only, { limit, after });
    return { invoices: invoices.map((invoice) => ({ account: invoice.account, ...toInvoiceRow(invoice) })), next };
  },
});

export const showInvoice = operation({
  command: 'invoices show',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/invoices/{invoice}',
  summary: 'Show an invoice or a credit note, as it was issued',
  request: object({ invoice: invoiceId }),
  response: object({ account: text(), ...invoiceView.properties }),
  errors: [errors.invoiceUnknown],
  example: { request: { invoice: 'INV-2026-000123' } },
  async run({ invoice }, { store }: OperationContext<InvoiceCollections>) {
    const found = await findInvoice(store, invoice);
    if (!found) throw errors.invoiceUnknown({ invoice });
    return { account: found.account, ...toInvoiceView(found) };
  },
});

/** Finds a document by its number, in any case; the latest, if several companies have issued it. */
export const findInvoiceByNumber = (store: InvoiceCollections, number: string): Promise<Invoice | undefined> =>
  findInvoice(store, number.trim());
