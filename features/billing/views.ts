import { toCredits } from '../../shared/contract/amounts.js';
import { instant, integer, nullable, number, object, oneOf, text } from '../../shared/contract/fields.js';
import { type Order, orderStates } from './collections.js';
import type { Pack } from './packs.js';

const money = 'In the smallest unit of the currency, e.g. cents';

/** A pack, as shown to accounts. */
export const packRow = object({
  pack: text(),
  credits: number(),
  price: integer({ description: money }),
  currency: text({ description: 'ISO 4217, in small letters' }),
});

export const toPackRow = ({ id, credits, price, currency }: Pack) => ({
  pack: id,
  credits: toCredits(credits),
  price,
  currency,
});

/** An order, as shown to its account and to operators. */
export const orderRow = object({
  order: text({ description: 'Also the id of its lot, once it is paid' }),
  kind: oneOf(['checkout', 'top_up']),
  state: oneOf([...orderStates]),
  pack: text(),
  credits: number(),
  price: integer({ description: money }),
  currency: text(),
  refunded: integer({ description: 'What of the price went back to the payer' }),
  disputed: integer({ description: "What of the price the payer's bank has taken back" }),
  why: nullable(
    text({
      description:
        "Why it failed: the payment provider's word for it; `cancelled` when its account cancelled it, `page_not_opened` " +
        'when the provider did not open a payment page',
    }),
  ),
  created_at: instant(),
  pay_until: nullable(instant({ description: 'While it is open: when the page on which it is paid closes' })),
  paid_at: nullable(instant()),
});

export const toOrderRow = (order: Order) => ({
  order: order._id,
  kind: order.kind,
  state: order.state,
  pack: order.pack,
  credits: toCredits(order.credits),
  price: order.price,
  currency: order.currency,
  refunded: order.refunded,
  disputed: order.disputed,
  why: order.why ?? null,
  created_at: order.created.toISOString(),
  pay_until: (order.state === 'open' && order.closes?.toISOString()) || null,
  paid_at: order.paid?.toISOString() ?? null,
});
