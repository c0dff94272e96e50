/**
 * Invoices of paid orders and credit notes of returned payments: numbered without gaps, stored with all that they show, emailed, and
 * rendered as a page and as a PDF.
 */

export { type InvoiceCollections, invoiceCollections, invoiceIndexes } from './collections.js';
export { type InvoiceLayout, layOut } from './layout.js';
export { findInvoiceByNumber, listInvoices, showInvoice } from './operations.js';
export { findInvoice, findOwnInvoice, readInvoicePage, toDownload, toInvoiceRow, toInvoiceView } from './read.js';
export { renderPdf } from './render-pdf.js';
export { invoiceRoutes } from './routes.js';
export { issueInvoices, mailInvoices } from './tasks.js';
