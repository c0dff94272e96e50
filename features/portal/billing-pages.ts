import { stringify } from 'csv-stringify/sync';
import { countryName } from '../../shared/vat/countries.js';
import { readPurchases, showAccount, streamPurchases } from '../accounts/index.js';
import { COUPON_CREDITS, completeReceipt, PLAN_CREDITS } from '../billing/index.js';
import { requireAccount } from '../members/index.js';
import { money, plainMoney } from '../web/index.js';
import { mountInvoicePages } from './invoice-pages.js';
import { findOrderConfirmation, findProcessing, findSubscribed, orderPages, readShop } from './order-pages.js';
import { type PortalContext, type PortalRouter, type RefusedForm, showPage } from './pages.js';
import type { PortalServices } from './services.js';
import { STARTING_CREDITS } from './sign-up.js';

const PER_PAGE = 50;
const COLUMNS = ['payment_id', 'what', 'credits', 'bought_at', 'expires_at', 'settled'] as const;
/** Further columns of purchases that have a receipt. */
const RECEIPT_COLUMNS = [
  ...['seller', 'seller_address', 'seller_vat_number'],
  ...['price', 'currency', 'buyer', 'buyer_address', 'buyer_vat_number'],
];

const ORDER_FIELDS = { price: 1, currency: 1, receipt: 1 } as const;

const joinLines = (address: string): string => address.split(/\r?\n/).join(', ');

/** The Billing page: the shop if payments are configured, purchases, and the buyer on new receipts. */
export function mountBillingPages(router: PortalRouter, services: PortalServices): void {
  const { store, clock, payments } = services;
  const describe = <Bought extends { payment_id: string }>(bought: Bought) => {
    const isFree = bought.payment_id.startsWith(STARTING_CREDITS);
    const [, coupon] = bought.payment_id.startsWith(COUPON_CREDITS) ? bought.payment_id.split(':') : [];
    const isOfPlan = bought.payment_id.startsWith(PLAN_CREDITS);
    const what = coupon ? `credits of coupon ${coupon}` : isOfPlan ? 'credits of a plan' : 'credits';
    return { ...bought, isFree, what: isFree ? 'granted at sign-up' : what };
  };

  const showBilling = async (ctx: PortalContext, refused?: RefusedForm) => {
    const { account } = ctx.state.member;
    const { name, billing = {} } = await requireAccount(store, account);
    const subscribed = payments && (await findSubscribed(services, ctx));
    const { owed } = await showAccount.run({ account }, { store, clock });
    const shop = payments && (await readShop(services, ctx, payments, refused?.fields));
    const { problem, problems = {} } = refused ?? {};
    const after = ctx.query.purchases;
    const page = { limit: PER_PAGE, ...(typeof after === 'string' && { after }) };
    const { purchases, next } = await readPurchases(store, account, page, -1);
    const country = billing.country && countryName({ code: billing.country });
    const billedTo = [billing.address?.split(/\r?\n/)[0] ?? name, country, billing.vat_number]
      .filter(Boolean)
      .join(', ');
    const buyer = { name, billing, billedTo, country };
    showPage(ctx, 'billing', {
      title: 'Billing',
      done: findOrderConfirmation(ctx) ?? subscribed ?? (shop?.said?.isDone ? shop.said.text : undefined),
      purchases: purchases.map(describe),
      next,
      owed,
      ...buyer,
      shop,
      problem,
      problems,
    });
  };

  router.get('/billing', async (ctx) => {
    const processing = payments && (await findProcessing(services, ctx));
    if (!processing) return showBilling(ctx);
    showPage(ctx, 'processing', { title: 'Processing your payment…', order: processing, money });
  });
  if (payments) orderPages(router, services, showBilling);
  mountInvoicePages(router, services);

  router.get('/billing/purchases.csv', async (ctx) => {
    const account = await requireAccount(store, ctx.state.member.account);
    const orders = await store.orders.find({ account: account._id }, { projection: ORDER_FIELDS }).toArray();
    const byId = new Map(orders.map((order) => [order._id, order]));
    const rows: unknown[][] = [];
    for await (const purchase of streamPurchases(store, account._id, -1)) {
      const bought = describe(purchase);
      const order = byId.get(bought.payment_id);
      const { seller, buyer } = completeReceipt(order ?? {}, account, services.config);
      rows.push([
        ...COLUMNS.map((column) => bought[column]),
        ...[seller.name, joinLines(seller.address), seller.vat_number],
        ...(order ? [plainMoney(order.price, order.currency), order.currency.toUpperCase()] : ['', '']),
        ...(order ? [buyer.name, joinLines(buyer.address ?? ''), buyer.vat_number ?? ''] : ['', '', '']),
      ]);
    }
    ctx.attachment('purchases.csv');
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = stringify([[...COLUMNS, ...RECEIPT_COLUMNS], ...rows], {
      record_delimiter: 'windows',
      escape_formulas: true,
    });
  });
}
