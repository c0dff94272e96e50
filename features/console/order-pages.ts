import { listOrders, type orderStates, type Payments, refundOrder, showOrder } from '../billing/index.js';
import type { OperationContext } from '../operators/index.js';
import { money, parseMoney, plainMoney } from '../web/index.js';
import { type Refused, readFilters } from './forms.js';
import {
  type ConsoleContext,
  type ConsoleRouter,
  type ConsoleServices,
  type FormOptions,
  handleForm,
  renderPage,
} from './pages.js';

const PER_PAGE = 50;
const FILTERS = ['account', 'state'] as const;

/** Labels of the states. */
const STATES: Readonly<Record<(typeof orderStates)[number], string>> = {
  ...{ open: 'under way', paid: 'paid', failed: 'failed', expired: 'given up' },
};

/** Mounts the list of orders, and the page of one with its payment, lot and refunds. */
export function orderPages(
  router: ConsoleRouter,
  services: ConsoleServices & { readonly payments: Payments | undefined },
): void {
  const context: OperationContext = services;
  const renderOne = async (ctx: ConsoleContext, id: string, extra: object = {}, refused?: Refused) => {
    const order = await showOrder.run({ order: id }, context);
    const refundable = order.state === 'paid' ? order.price - order.refunded - order.disputed : 0;
    const sells = services.payments !== undefined;
    const view = { title: 'Order', order, refundable, sells, states: STATES, money, plainMoney, formatReason };
    renderPage(ctx, 'order', { ...view, done: undefined, ...extra }, refused);
  };
  /** Converts the amount to the currency's smallest unit, and checks it here, so that messages are in the unit that was typed. */
  const readAmount: FormOptions['read'] = async (given, { order: id = '' }) => {
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
    const filters: Record<string, string> = Object.fromEntries(given);
    const { input, refused } = readFilters(listOrders.contract.request, { ...filters, limit: PER_PAGE });
    if (refused) ctx.status = 422;
    const page = input ? await listOrders.run(input, context) : { orders: [], next: null };
    const rest = new URLSearchParams(given.filter(([name]) => name !== 'after')).toString();
    renderPage(ctx, 'orders', { title: 'Orders', filters, rest, states: STATES, money, ...page }, refused);
  });
  router.get('/orders/:order', (ctx) =>
    renderOne(ctx, ctx.params.order ?? '', {
      done: 'done' in ctx.query ? 'Refund requested. The same share of the credits is removed.' : undefined,
    }),
  );
  handleForm(
    router,
    '/orders/:order/refund',
    ['amount'],
    refundOrder,
    services,
    (ctx, { order }) => {
      ctx.status = 303;
      ctx.redirect(`/operator/orders/${encodeURIComponent(order)}?done=refunded`);
    },
    { form: 'refund', read: readAmount, again: (ctx, { order = '' }, refused) => renderOne(ctx, order, {}, refused) },
  );
}

/** Formats the amounts in the reason of a reversal. */
const formatReason = (reason: string, currency: string): string =>
  reason.replaceAll(/\b\d+(?= (?:refunded|disputed)\b)/g, (amount) => money(Number(amount), currency));
