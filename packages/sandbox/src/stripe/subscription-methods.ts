import Type from 'typebox';
import { invalid } from './errors.js';
import { page } from './lists.js';
import { type Method, method, noParameters, requireObject, retrieve } from './method.js';
import type { Customer, Invoice, PaymentMethod } from './objects.js';
import { expand, metadata, paging, parameters } from './parameters.js';
import { cancelNow, change, findItem } from './subscriptions.js';
import { findTaxRate } from './tax.js';
import type { World } from './world.js';

const text = Type.Optional(Type.String());

/** Detaches a card from its customer. */
export function detach(world: World, card: PaymentMethod): PaymentMethod {
  const { customer } = card;
  if (customer === null)
    throw invalid(
      'payment_method_unexpected_state',
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  card.customer = null;
  for (const one of world.all('subscription'))
    if (one.default_payment_method === card.id) one.default_payment_method = null;
  const owner = world.get('customer', customer);
  if (owner?.invoice_settings.default_payment_method === card.id) owner.invoice_settings.default_payment_method = null;
  world.emit('payment_method.detached', card, { customer });
  return card;
}

/** Makes a card the default of its customer, and of the customer's subscriptions. */
export function useCard(world: World, customer: Customer, card: PaymentMethod): void {
  customer.invoice_settings.default_payment_method = card.id;
  for (const one of world.all('subscription')) if (one.customer === customer.id) one.default_payment_method = card.id;
  world.emit('customer.updated', customer, {});
}

const expandPayments = (invoice: Invoice, wanted: readonly string[] = []): Invoice => {
  const { payments, ...shown } = invoice;
  return wanted.some((name) => name.endsWith('payments')) && payments ? { ...shown, payments } : shown;
};

/** Methods for subscriptions, their invoices, coupons and cards. */
export const subscriptionMethods: readonly Method[] = [
  method(
    'POST',
    '/v1/prices',
    parameters({
      currency: Type.String({ pattern: '^[a-z]{3}$' }),
      unit_amount: Type.Integer({ minimum: 0 }),
      lookup_key: Type.Optional(Type.String({ maxLength: 200 })),
      product_data: parameters({ name: Type.String({ minLength: 1 }) }),
      recurring: parameters({ interval: Type.Enum(['month']) }),
      tax_behavior: Type.Optional(Type.Enum(['inclusive', 'exclusive'])),
      metadata,
      expand,
    }),
    (world, { currency, unit_amount, lookup_key = null, metadata: about = {}, tax_behavior }) => {
      if (lookup_key !== null && world.all('price').some((one) => one.lookup_key === lookup_key))
        throw invalid('resource_already_exists', 'A price with this lookup key exists already.', 'lookup_key');
      return world.create('price', {
        ...{ active: true, currency, lookup_key, metadata: about, product: `prod_${world.all('price').length + 1}` },
        ...{ recurring: { interval: 'month', interval_count: 1 }, type: 'recurring', unit_amount },
        ...(tax_behavior && { tax_behavior }),
      });
    },
  ),
  method(
    'GET',
    '/v1/prices',
    parameters({ ...paging, lookup_keys: Type.Optional(Type.Array(Type.String(), { maxItems: 10 })) }),
    (world, { lookup_keys: keys, ...asked }) => {
      const fits = world.all('price').filter(({ lookup_key: key }) => !keys || (key !== null && keys.includes(key)));
      return page('/v1/prices', fits, asked);
    },
  ),
  retrieve('price', '/v1/prices/:id'),

  method(
    'POST',
    '/v1/coupons',
    parameters({
      id: text,
      name: text,
      percent_off: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
      amount_off: Type.Optional(Type.Integer({ minimum: 1 })),
      currency: text,
      duration: Type.Enum(['forever', 'once', 'repeating']),
      duration_in_months: Type.Optional(Type.Integer({ minimum: 1 })),
      expand,
    }),
    (world, { id, name = null, percent_off = null, amount_off = null, currency = null, duration, ...given }) => {
      if (id !== undefined && world.get('coupon', id))
        throw invalid('resource_already_exists', 'Coupon already exists.', 'id');
      const { duration_in_months = null } = given;
      return world.create(
        'coupon',
        { amount_off, currency, duration, duration_in_months, name, percent_off, valid: true },
        id,
      );
    },
  ),
  retrieve('coupon', '/v1/coupons/:id'),

  method(
    'GET',
    '/v1/subscriptions',
    parameters({ ...paging, customer: text, status: text }),
    (world, { customer, status, expand: wanted = [], ...asked }) => {
      const fits = world
        .all('subscription')
        .filter((one) => customer === undefined || one.customer === customer)
        .filter((one) => status === 'all' || one.status !== 'canceled')
        .map((one) => {
          const invoice = world.get('invoice', one.latest_invoice ?? '');
          return wanted.includes('data.latest_invoice') && invoice
            ? { ...one, latest_invoice: expandPayments(invoice) }
            : one;
        });
      return page('/v1/subscriptions', fits, asked);
    },
  ),
  retrieve('subscription', '/v1/subscriptions/:id'),
  method(
    'POST',
    '/v1/subscriptions/:id',
    parameters({
      items: Type.Optional(Type.Array(parameters({ id: Type.String(), price: Type.String() }), { maxItems: 1 })),
      billing_cycle_anchor: Type.Optional(parameters({ type: Type.Enum(['now', 'unchanged']) })),
      proration_behavior: Type.Optional(Type.Enum(['none', 'always_invoice'])),
      payment_behavior: Type.Optional(Type.Enum(['error_if_incomplete'])),
      cancel_at_period_end: Type.Optional(Type.Boolean()),
      default_payment_method: text,
      metadata,
      expand,
    }),
    (world, { items = [], billing_cycle_anchor: anchor, ...given }, id) => {
      const subscription = requireObject(world, 'subscription', id);
      const [wanted] = items;
      if (wanted && wanted.id !== findItem(subscription).id)
        throw invalid('resource_missing', `No such subscription item: '${wanted.id}'`, 'items[0][id]');
      if (wanted) requireObject(world, 'price', wanted.price, 'items[0][price]');
      const { proration_behavior: prorates, cancel_at_period_end: ends, default_payment_method: card } = given;
      if (anchor?.type === 'now' && prorates !== 'always_invoice')
        throw invalid(
          'parameter_invalid',
          'The sandbox begins a period only with always_invoice.',
          'billing_cycle_anchor[type]',
        );
      return change(world, subscription, {
        isNow: anchor?.type === 'now',
        ...(wanted && { price: wanted.price }),
        ...(ends !== undefined && { cancel_at_period_end: ends }),
        ...(card !== undefined && { default_payment_method: card }),
        ...(given.metadata && { metadata: given.metadata }),
      });
    },
  ),
  method('DELETE', '/v1/subscriptions/:id', noParameters, (world, _, id) => {
    const subscription = requireObject(world, 'subscription', id);
    if (subscription.status === 'canceled') throw invalid('resource_missing', `No such subscription: '${id}'`, 'id');
    cancelNow(world, subscription);
    return subscription;
  }),

  method(
    'GET',
    '/v1/invoices',
    parameters({ ...paging, customer: text, subscription: text, status: text }),
    (world, { customer, subscription, status, expand: wanted, ...asked }) => {
      const fits = world
        .all('invoice')
        .filter((one) => customer === undefined || one.customer === customer)
        .filter(({ parent: { subscription_details: of } }) => !subscription || of.subscription === subscription)
        .filter((one) => status === undefined || one.status === status)
        .map((one) => expandPayments(one, wanted));
      return page('/v1/invoices', fits, asked);
    },
  ),

  method('GET', '/v1/tax_rates/:id', noParameters, (_, __, id) => {
    const rate = findTaxRate(id);
    if (rate === undefined) throw invalid('resource_missing', `No such tax rate: '${id}'`, 'id');
    return { id, object: 'tax_rate', livemode: false, percentage: rate, effective_percentage: rate };
  }),
  retrieve('payment_method', '/v1/payment_methods/:id'),
  method('POST', '/v1/payment_methods/:id/detach', noParameters, (world, _, id) =>
    detach(world, requireObject(world, 'payment_method', id)),
  ),
  method(
    'POST',
    '/v1/billing_portal/sessions',
    parameters({ customer: Type.String(), return_url: text, expand }),
    (world, { customer, return_url = null }) => {
      requireObject(world, 'customer', customer, 'customer');
      const session = world.create('billing_portal.session', { customer, return_url, url: '' });
      session.url = world.createUrl('portal', session.id);
      return session;
    },
  ),
];
