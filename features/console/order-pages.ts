import type { Clock } from '../../shared/process/clock.js';
import { listOrders, type orderStates, type Payments, refundOrder, showOrder } from '../billing/index.js';
import type { OperationContext, OperatorCollections } from '../operators/index.js';
import { money, parseMoney, plainMoney } from '../web/index.js';
import { type Refused, readFilters } from './forms.js';
import { type ConsoleContext, type ConsoleRouter, type FormOrder, show, takeForm } from './pages.js';

interface Dependencies {
  readonly clock: Clock;
  readonly payments: Payments | undefined;
  readonly store: Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;
}

const PER_PAGE = 50;
const FILTERS = ['account', 'state'] as const;

/** What states are called where operators read them. */
const STATES: Readonly<Record<(typeof orderStates)[number], string>> = {
  ...{ open: 'under way', paid: 'paid', failed: 'failed', expired: 'given up' },
};

/** The list of orders; and one, with its payment, its lot and what went back, where it may be paid back. */
export function orderPages(router: ConsoleRouter, services: Dependencies): void {
  const context: OperationContext<object> = services;
  const showOne = async (ctx: ConsoleContext, id: string, told: object = {}, refused?: Refused) => {
    const order = await showOrder.run({ order: id }, context);
    const refundable = order.state === 'paid' ? order.price - order.refunded - order.disputed : 0;
    const sells = services.payments !== undefined;
    const view = { title: 'Order', order, refundable, sells, states: STATES, money, plainMoney, reasonOf };
    show(ctx, 'order', { ...view, done: undefined, ...told }, refused);
  };
  /** An amount is typed in the currency's own units; the operation takes the smallest, and would say in these what is too much. */
  const readAmount: FormOrder['read'] = async (given, { order: id = '' }) => {
    const typed = String(given.amount ?? '').trim();
    if (typed === '') return { fields: given };
    const { currency, price, refunded, disputed } = await showOrder.run({ order: id }, context);
    const amount = parseMoney(typed, currency);
    const left = price - refunded - disputed;
    const wrong = (message: string) => ({ problem: { message, problems: [{ param: 'amount', message }] } });
    if (amount === undefined) return wrong(`Write the amount as a number such as ${plainMoney(left, currency)}.`);
    if (amount > left) return wrong(`At most ${money(left, currency)} is left: the rest of the payment has gone back.`);
    return { fields: { ...given, amount } };
  };

  router.get('/orders', async (ctx) => {
    const given = [...FILTERS, 'after' as const].flatMap((name) => {
      const value = ctx.query[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
    });
    const asked: Record<string, string> = Object.fromEntries(given);
    const { input, refused } = readFilters(listOrders.contract.request, { ...asked, limit: PER_PAGE });
    if (refused) ctx.status = 422;
    const page = input ? await listOrders.run(input, context) : { orders: [], next: null };
    const rest = new URLSearchParams(given.filter(([name]) => name !== 'after')).toString();
    show(ctx, 'orders', { title: 'Orders', asked, rest, states: STATES, money, ...page }, refused);
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
    ['amount'],
    refundOrder,
    services,
    (ctx, { order }) => {
      ctx.status = 303;
      ctx.redirect(`/operator/orders/${encodeURIComponent(order)}?done=refunded`);
    },
    { form: 'refund', read: readAmount, again: (ctx, { order = '' }, refused) => showOne(ctx, order, {}, refused) },
  );
}

/** Why credits were taken back, its amounts as they are read. */
const reasonOf = (reason: string, currency: string): string =>
  reason.replaceAll(/\b\d+(?= (?:refunded|disputed)\b)/g, (amount) => money(Number(amount), currency));
