import { errors } from '../../shared/contract/errors.js';
import { findOwnInvoice, type InvoiceCollections, layOut, renderPdf, toInvoiceRow } from '../invoices/index.js';
import { type PortalRouter, showPage } from './pages.js';
import type { PortalServices } from './services.js';

/** Maximum number of PDFs per second and account, since each is rendered on request. */
const PDFS_PER_SECOND = 2;

type Row = ReturnType<typeof toInvoiceRow>;

/** Reads the invoices and credit notes of orders, by the id of the order, in the sequence of their issue. */
export async function readDocuments(
  { invoices }: InvoiceCollections,
  orders: readonly string[],
): Promise<Map<string, Row[]>> {
  const byOrder = new Map<string, Row[]>();
  for await (const invoice of invoices.find({ order: { $in: [...orders] } }, { sort: { order: 1, part: 1 } }))
    byOrder.set(invoice.order, [...(byOrder.get(invoice.order) ?? []), toInvoiceRow(invoice)]);
  return byOrder;
}

/** Pages and PDFs of invoices and credit notes. */
export function mountInvoicePages(router: PortalRouter, { store, rateLimiter }: PortalServices): void {
  router.get('/billing/invoices/:invoice', async (ctx) => {
    const invoice = await findOwnInvoice(store, ctx.state.member.account, String(ctx.params.invoice));
    const layout = layOut(invoice);
    showPage(ctx, 'invoice', {
      ...layout,
      title: `${layout.title} ${layout.number}`,
      heading: layout.title,
      id: invoice._id,
    });
  });

  router.get('/billing/invoices/:invoice/pdf', async (ctx) => {
    const { account } = ctx.state.member;
    const invoice = await findOwnInvoice(store, account, String(ctx.params.invoice));
    const { allowed } = await rateLimiter.count(`portal-pdf:${account}`, PDFS_PER_SECOND, 1);
    if (!allowed) throw errors.tooManyRequests();
    ctx.attachment(`${invoice.number}.pdf`);
    ctx.type = 'application/pdf';
    ctx.body = await renderPdf(invoice);
  });
}
