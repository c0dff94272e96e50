import { readFields } from '../../shared/contract/input.js';
import type { OperationContext } from '../../shared/operations/operation.js';
import { listOrders, refundOrder, showOrder } from '../../shared/operations/orders.js';
import type { orderStates } from '../../shared/payments/collections.js';
import type { Services } from '../call.js';
import { money } from '../pages/money.js';
import type { Refused } from './forms.js';
import { type ConsoleContext, type ConsoleRouter, show, takeForm } from './pages.js';

const PER_PAGE = 50;
const FILTERS = ['account', 'state'] as const;

/** What states are called where operators read them. */
const STATES: Readonly<Record<(typeof orderStates)[number], string>> = {
  ...{ open: 'under way', paid: 'paid', failed: 'failed', expired: 'given up' },
};

/** The list of orders; and one, with its payment, its lot and what went back, where it may be paid back. */
export function orderPages(router: ConsoleRouter, services: Services): void {
  const context: OperationContext = services;
  const showOne = async (ctx: ConsoleContext, id: string, told: object = {}, refused?: Refused) => {
    const order = await showOrder.run({ order: id }, context);
    const refundable = order.state === 'paid' ? order.price - order.refunded - order.disputed : 0;
    const view = { title: 'Order', order, refundable, sells: services.payments !== undefined, states: STATES, money };
    show(ctx, 'order', { ...view, done: undefined, ...told }, refused);
  };

  router.get('/orders', async (ctx) => {
    const given = [...FILTERS, 'after' as const].flatMap((name) => {
      const value = ctx.query[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
    });
    const asked = readFields(listOrders.contract.request, { ...Object.fromEntries(given), limit: PER_PAGE }, 422);
    const page = await listOrders.run(asked, context);
    const { account = '', state = '', after } = asked;
    const rest = new URLSearchParams(given.filter(([name]) => name !== 'after')).toString();
    show(ctx, 'orders', { title: 'Orders', account, state, after, rest, states: STATES, money, ...page });
  });
  router.get('/orders/:order', (ctx) =>
    showOne(ctx, ctx.params.order ?? '', {
      done:
        'done' in ctx.query ? 'The money is on its way back, and what was unspent of the credits is gone.' : undefined,
    }),
  );
  takeForm(
    router,
    '/orders/:order/refund',
    refundOrder,
    services,
    (ctx, { order }) => {
      ctx.status = 303;
      ctx.redirect(`/operator/orders/${encodeURIComponent(order)}?done=refunded`);
    },
    { form: 'refund', again: (ctx, { order = '' }, refused) => showOne(ctx, order, {}, refused) },
  );
}
