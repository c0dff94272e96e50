import { errors } from '../../shared/contract/errors.js';
import { findInvoice, type InvoiceCollections, listInvoices, renderPdf } from '../invoices/index.js';
import type { OperationContext } from '../operators/index.js';
import { money } from '../web/index.js';
import { readFilters } from './forms.js';
import { type ConsoleRouter, type ConsoleServices, renderPage } from './pages.js';

const PER_PAGE = 50;
const FILTERS = ['account', 'order'] as const;

/** Mounts the list of invoices and credit notes, and their PDFs. */
export function mountInvoicePages(
  router: ConsoleRouter,
  services: ConsoleServices & { readonly store: InvoiceCollections },
): void {
  const context: OperationContext<InvoiceCollections> = services;
  router.get('/invoices', async (ctx) => {
    const given = [...FILTERS, 'after' as const].flatMap((name) => {
      const value = ctx.query[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
    });
    const filters: Record<string, string> = Object.fromEntries(given);
    const { input, refused } = readFilters(listInvoices.contract.request, { ...filters, limit: PER_PAGE });
    if (refused) ctx.status = 422;
    const page = input ? await listInvoices.run(input, context) : { invoices: [], next: null };
    const rest = new URLSearchParams(given.filter(([name]) => name !== 'after')).toString();
    renderPage(ctx, 'invoices', { title: 'Invoices', filters, rest, money, ...page }, refused);
  });

  router.get('/invoices/:invoice/pdf', async (ctx) => {
    const given = String(ctx.params.invoice);
    const invoice = await findInvoice(context.store, given);
    if (!invoice) throw errors.invoiceUnknown({ invoice: given });
    ctx.attachment(`${invoice.number}.pdf`);
    ctx.type = 'application/pdf';
    ctx.body = await renderPdf(invoice);
  });
}
