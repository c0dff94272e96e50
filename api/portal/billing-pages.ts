import { stringify } from 'csv-stringify/sync';
import { accountOf, listPurchases, showAccount } from '../../shared/operations/accounts.js';
import type { Services } from '../call.js';
import { STARTING_CREDITS } from './enter.js';
import { orderPages, shopView } from './order-pages.js';
import { type PortalContext, type PortalRouter, type Refused, show } from './pages.js';
import { sellerOf } from './seller.js';

const COLUMNS = ['payment_id', 'what', 'credits', 'bought_at', 'expires_at', 'settled'] as const;
const SELLER = ['seller', 'seller_address', 'seller_vat_number'] as const;

/** What the account can buy where something is sold, what it has bought, and to whom its receipts are made out. */
export function billingPages(router: PortalRouter, services: Services): void {
  const { store, clock, payments } = services;
  const purchasesOf = async ({ state: { member } }: PortalContext) => {
    const { purchases } = await listPurchases.run({ account: member.account }, { store, clock });
    return purchases.toReversed().map((bought) => ({
      ...bought,
      what: bought.payment_id.startsWith(STARTING_CREDITS) ? 'starting credits' : 'credits',
    }));
  };

  const showBilling = async (ctx: PortalContext, refused?: Refused) => {
    const { account } = ctx.state.member;
    const { billing = {} } = await accountOf(store, account);
    const { owed } = await showAccount.run({ account }, { store, clock });
    const shop = payments && (await shopView(services, ctx, payments, refused?.fields));
    const { problem, problems = {} } = refused ?? {};
    const purchases = await purchasesOf(ctx);
    show(ctx, 'billing', { title: 'Billing', purchases, owed, billing, shop, problem, problems });
  };

  router.get('/billing', (ctx) => showBilling(ctx));
  if (payments) orderPages(router, services, showBilling);

  router.get('/billing/purchases.csv', async (ctx) => {
    const { name, address, vat_number } = sellerOf(services.config);
    const rows = (await purchasesOf(ctx)).map((bought) => [
      ...COLUMNS.map((column) => bought[column]),
      ...[name, address.replaceAll('\n', ', '), vat_number],
    ]);
    ctx.attachment('purchases.csv');
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = stringify([[...COLUMNS, ...SELLER], ...rows], { record_delimiter: 'windows', escape_formulas: true });
  });
}
