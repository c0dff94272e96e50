import { toCredits } from '../../shared/contract/amounts.js';
import { instant, integer, nullable, number, object, oneOf, text } from '../../shared/contract/fields.js';
import { type Order, orderStates } from './collections.js';
import type { Pack } from './packs.js';

const money = 'Amount in the smallest unit of the currency, e.g. cents';

/** A pack, as shown to accounts. */
export const packRow = object({
  pack: text({ description: 'Id of the pack' }),
  credits: number({ description: 'Credits in the pack' }),
  price: integer({ description: money }),
  currency: text({ description: 'ISO 4217 code in lower case' }),
});

export const toPackRow = ({ id, credits, price, currency }: Pack) => ({
  pack: id,
  credits: toCredits(credits),
  price,
  currency,
});

/** An order, as shown to its account and to operators. */
export const orderRow = object({
  order: text({ description: 'Id of the order, and of its lot once it is paid' }),
  kind: oneOf(['checkout', 'top_up', 'plan'], {
    description: 'top_up for an automatic top-up, plan for a period of a plan',
  }),
  state: oneOf([...orderStates]),
  pack: text({ description: 'Id of the pack or plan' }),
  credits: number({ description: 'Credits of the order' }),
  price: integer({ description: money }),
  currency: text(),
  discount: integer({ description: 'Discount of a coupon, by which the price is lower' }),
  coupon: nullable(text({ description: 'Code of the coupon' })),
  refunded: integer({ description: 'Amount refunded to the payer' }),
  disputed: integer({ description: 'Amount charged back by the payer’s bank' }),
  why: nullable(
    text({
      description:
        'Reason code of the payment provider for a failure; `cancelled` if the account cancelled the order, `page_not_opened` ' +
        'if the provider did not open a payment page',
    }),
  ),
  created_at: instant(),
  pay_until: nullable(instant({ description: 'Time at which the payment page of an open order closes' })),
  paid_at: nullable(instant({ description: 'Time of the payment; null until it is paid' })),
});

export const toOrderRow = (order: Order) => ({
  order: order._id,
  kind: order.kind,
  state: order.state,
  pack: order.pack,
  credits: toCredits(order.credits),
  price: order.price,
  currency: order.currency,
  discount: order.discount ?? 0,
  coupon: order.coupon ?? null,
  refunded: order.refunded,
  disputed: order.disputed,
  why: order.why ?? null,
  created_at: order.created.toISOString(),
  pay_until: (order.state === 'open' && order.closes?.toISOString()) || null,
  paid_at: order.paid?.toISOString() ?? null,
});
