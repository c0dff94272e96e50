import { toCredits } from '../../shared/contract/amounts.js';
import { instant, integer, named, nullable, number, object, oneOf, text } from '../../shared/contract/fields.js';
import { type Order, orderStates } from './collections.js';
import type { Pack } from './packs.js';
import { taxRules } from './tax.js';

const money = 'Amount in the smallest unit of the currency, e.g. cents';

/** A pack, as shown to accounts. */
export const packRow = named(
  'Pack',
  object({
    pack: text({ description: 'Id of the pack' }),
    credits: number({ description: 'Credits in the pack' }),
    price: integer({ description: money }),
    currency: text({ description: 'ISO 4217 code in lower case' }),
  }),
);

export const toPackRow = ({ id, credits, price, currency }: Pack) => ({
  pack: id,
  credits: toCredits(credits),
  price,
  currency,
});

/** An order, as shown to its account and to operators. */
export const orderRow = named(
  'Order',
  object({
    order: text({ description: 'Id of the order, and of its lot once it is paid' }),
    kind: oneOf(['checkout', 'top_up', 'plan'], {
      description: 'top_up for an automatic top-up, plan for a period of a plan',
    }),
    state: oneOf([...orderStates]),
    pack: text({ description: 'Id of the pack or plan' }),
    credits: number({ description: 'Credits of the order' }),
    price: integer({ description: `${money}, with the tax` }),
    currency: text(),
    net: nullable(integer({ description: 'Price without the tax; null if no tax was computed' })),
    tax: nullable(integer({ description: 'Tax in the price' })),
    tax_rate: nullable(number({ description: 'Rate of the tax, in percent' })),
    tax_rule: nullable(
      oneOf([...taxRules], {
        description:
          'domestic: VAT of the seller’s country. reverse_charge: to a business in another country of the EU. consumer: VAT of your ' +
          'country. export: out of the EU. stripe_tax: computed by Stripe Tax',
      }),
    ),
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
  }),
);

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
  net: order.tax?.net ?? null,
  tax: order.tax?.amount ?? null,
  tax_rate: order.tax?.rate ?? null,
  tax_rule: order.tax?.rule ?? null,
  refunded: order.refunded,
  disputed: order.disputed,
  why: order.why ?? null,
  created_at: order.created.toISOString(),
  pay_until: (order.state === 'open' && order.closes?.toISOString()) || null,
  paid_at: order.paid?.toISOString() ?? null,
});

/** Names of the payment provider's codes that are not written like the name. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  jcb: 'JCB',
  sepa_debit: 'SEPA Direct Debit',
  unionpay: 'UnionPay',
};

/** Returns the name of a card brand, or of a payment method without a card. */
export const nameBrand = (code: string): string =>
  BRANDS[code] ?? (code.charAt(0).toUpperCase() + code.slice(1)).replaceAll('_', ' ');
