import { createCoupon, deactivateCoupon, listCoupons } from '../billing/index.js';
import type { OperationContext } from '../operators/index.js';
import { money, readDone } from '../web/index.js';
import type { Refused } from './forms.js';
import {
  type ConsoleContext,
  type ConsoleRouter,
  type ConsoleServices,
  type FormOptions,
  handleForm,
  renderPage,
} from './pages.js';

const PATH = '/operator/coupons';
const PER_PAGE = 50;

const DONE: Record<string, string> = {
  created: 'Coupon created.',
  deactivated: 'Coupon deactivated. Orders that use it keep their discount.',
};

const FIELDS = [
  ...['code', 'percent', 'amount', 'currency', 'credits', 'groups', 'valid_days'],
  ...['only', 'months', 'first_order', 'ends_at', 'most'],
];

/** Mounts the list of coupons, with forms to create and deactivate them. */
export function mountCouponPages(router: ConsoleRouter, services: ConsoleServices): void {
  const context: OperationContext = services;
  const render = async (ctx: ConsoleContext, refused?: Refused) => {
    const { after } = ctx.query;
    const page = await listCoupons.run({ limit: PER_PAGE, ...(typeof after === 'string' && { after }) }, context);
    renderPage(ctx, 'coupons', { title: 'Coupons', done: readDone(DONE, ctx.query), money, ...page }, refused);
  };
  const options = (form: string): FormOptions => ({ form, again: (ctx, _, refused) => render(ctx, refused) });
  const redirect = (ctx: ConsoleContext, done: string) => {
    ctx.status = 303;
    ctx.redirect(`${PATH}?done=${done}`);
  };

  router.get('/coupons', (ctx) => render(ctx));
  handleForm(
    ...([router, '/coupons', FIELDS, createCoupon, services] as const),
    (ctx) => redirect(ctx, 'created'),
    options('create'),
  );
  handleForm(
    ...([router, '/coupons/:code/deactivate', [], deactivateCoupon, services] as const),
    (ctx) => redirect(ctx, 'deactivated'),
    options('deactivate'),
  );
}
