import { MOST_ORDERS_LISTED, ORDERS_PER_SECOND } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { integer, list, nullable, object, optional, text, withDefault } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import { accountRoute, type Caller } from '../web/index.js';
import type { InvoiceCollections } from './collections.js';
import {
  findOwnInvoice,
  invoiceId,
  invoiceRow,
  invoiceView,
  readInvoicePage,
  toDownload,
  toInvoiceRow,
  toInvoiceView,
} from './read.js';

interface Dependencies {
  readonly store: InvoiceCollections;
}

const scope = ['billing', 'account:read'] as const;

const listOwnInvoices = accountRoute(
  route({
    name: 'invoices',
    title: 'List invoices',
    method: 'GET',
    path: '/v1/invoices',
    scope: [...scope],
    summary: 'Lists the invoices and credit notes of the account, newest first',
    request: object({
      limit: withDefault(integer({ minimum: 1, maximum: MOST_ORDERS_LISTED }), 50),
      after: optional(text({ maxLength: 100, description: 'Value of `next` from the previous page' })),
    }),
    response: object({ invoices: list(invoiceRow), next: nullable(text()) }),
    errors: [errors.cursorInvalid],
    example: { request: {} },
  }),
  async ({ limit, after }, { store, key: { account } }: Dependencies & Caller) => {
    const { invoices, next } = await readInvoicePage(store, { account }, { limit, after });
    return { invoices: invoices.map(toInvoiceRow), next };
  },
);

const showOwnInvoice = accountRoute(
  route({
    name: 'invoice',
    title: 'Get an invoice',
    method: 'GET',
    path: '/v1/invoices/{invoice}',
    scope: [...scope],
    summary: 'Returns an invoice or a credit note, as it was issued',
    request: object({ invoice: invoiceId }),
    response: invoiceView,
    errors: [errors.invoiceUnknown],
    example: { request: { invoice: 'INV-2026-000123' } },
  }),
  async ({ invoice }, { store, key: { account } }: Dependencies & Caller) =>
    toInvoiceView(await findOwnInvoice(store, account, invoice)),
);

const exportOwnInvoice = accountRoute(
  route({
    name: 'invoicePdf',
    title: 'Get an invoice as a PDF',
    method: 'GET',
    path: '/v1/invoices/{invoice}/pdf',
    scope: [...scope],
    ratePerSecond: ORDERS_PER_SECOND,
    summary: 'Returns an invoice or a credit note as a PDF file',
    request: object({ invoice: invoiceId }),
    response: text({ description: 'PDF file' }),
    file: 'application/pdf',
    errors: [errors.invoiceUnknown],
    example: { request: { invoice: 'INV-2026-000123' } },
  }),
  async ({ invoice }, { store, key: { account } }: Dependencies & Caller) =>
    toDownload(await findOwnInvoice(store, account, invoice)),
);

/** Routes of the account API for invoices. */
export const invoiceRoutes = [listOwnInvoices, showOwnInvoice, exportOwnInvoice] as const;
