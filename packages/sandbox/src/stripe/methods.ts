import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { invalid, Refusal } from './errors.js';
import { page } from './lists.js';
import { expandFields, type Method, method, noParameters, requireObject, retrieve } from './method.js';
import { created, expand, metadata, paging, parameters } from './parameters.js';
import { cancel, chargeSaved, createIntent, expire, refund } from './payments.js';
import { subscriptionMethods } from './subscription-methods.js';
import { findPrice } from './subscriptions.js';
import { computeTax } from './tax.js';

const seconds = Type.Optional(Type.Integer());
const money = Type.Integer({ minimum: 1, maximum: 99_999_999 });
const currency = Type.String({ pattern: '^[a-zA-Z]{3}$' });
const taxBehavior = Type.Optional(Type.Enum(['inclusive', 'exclusive']));
const updating = Type.Optional(Type.Enum(['auto', 'never']));
const saving = Type.Optional(Type.Enum(['off_session']));

const [SHORTEST_SESSION, LONGEST_SESSION] = [30 * 60, 24 * 3_600];

function checkExpiry(seconds: number): void {
  const refuse = (message: string): never => {
    throw new Refusal(400, { type: 'invalid_request_error', message, param: 'expires_at' });
  };
  if (seconds < SHORTEST_SESSION)
    refuse('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.');
  if (seconds > LONGEST_SESSION)
    refuse('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.');
}

/** Supported methods of the API. */
export const methods: readonly Method[] = [
  method(
    'POST',
    '/v1/customers',
    parameters({ name: Type.Optional(Type.String()), email: Type.Optional(Type.String()), metadata, expand }),
    (world, { name = null, email = null, metadata: about = {} }) => {
      const customer = world.create('customer', {
        ...{ name, email, metadata: about, invoice_settings: { default_payment_method: null } },
      });
      world.emit('customer.created', customer);
      return customer;
    },
  ),
  retrieve('customer', '/v1/customers/:id'),

  method(
    'POST',
    '/v1/checkout/sessions',
    parameters({
      mode: Type.Enum(['payment', 'subscription']),
      customer: Type.Optional(Type.String()),
      client_reference_id: Type.Optional(Type.String({ maxLength: 200 })),
      metadata,
      payment_intent_data: Type.Optional(parameters({ metadata, setup_future_usage: saving })),
      subscription_data: Type.Optional(parameters({ metadata })),
      discounts: Type.Optional(Type.Array(parameters({ coupon: Type.String() }), { maxItems: 1 })),
      line_items: Type.Array(
        parameters({
          quantity: Type.Integer({ minimum: 1 }),
          price: Type.Optional(Type.String()),
          price_data: Type.Optional(
            parameters({
              currency,
              unit_amount: Type.Integer({ minimum: 0 }),
              tax_behavior: taxBehavior,
              product_data: parameters({
                name: Type.String({ minLength: 1 }),
                description: Type.Optional(Type.String()),
              }),
            }),
          ),
        }),
        { minItems: 1 },
      ),
      automatic_tax: Type.Optional(parameters({ enabled: Type.Boolean() })),
      tax_id_collection: Type.Optional(parameters({ enabled: Type.Boolean() })),
      customer_update: Type.Optional(parameters({ address: updating, name: updating })),
      success_url: Type.String(),
      cancel_url: Type.Optional(Type.String()),
      expires_at: seconds,
      expand,
    }),
    (world, given) => {
      if (given.customer !== undefined) requireObject(world, 'customer', given.customer, 'customer');
      for (const url of [given.success_url, given.cancel_url ?? given.success_url])
        if (!URL.canParse(url)) throw invalid('url_invalid', 'Not a valid URL', 'success_url');
      if (given.expires_at !== undefined) checkExpiry(given.expires_at - world.now());
      const sold = given.line_items.map(({ quantity, price, price_data: one }) => {
        const { unit_amount, currency: of } = one ?? requireObject(world, 'price', price ?? '', 'line_items[0][price]');
        return { amount: quantity * unit_amount, currency: of };
      });
      const total = sold.reduce((sum, { amount }) => sum + amount, 0);
      const [{ coupon } = {}] = given.discounts ?? [];
      if (coupon !== undefined) requireObject(world, 'coupon', coupon, 'discounts[0][coupon]');
      const isTaxed = given.automatic_tax?.enabled ?? false;
      const session = world.create('checkout.session', {
        ...{ mode: given.mode, status: 'open', payment_status: 'unpaid', payment_intent: null, url: null },
        subscription: null,
        ...{ customer: given.customer ?? null, client_reference_id: given.client_reference_id ?? null },
        ...{ metadata: given.metadata ?? {}, amount_subtotal: total, amount_total: total },
        automatic_tax: { enabled: isTaxed, status: isTaxed ? 'requires_location_inputs' : null },
        ...{ customer_details: null, total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } },
        currency: sold[0]?.currency.toLowerCase() ?? '',
        ...{ success_url: given.success_url, cancel_url: given.cancel_url ?? null },
        expires_at: given.expires_at ?? world.now() + LONGEST_SESSION,
      });
      const { metadata: about = {}, setup_future_usage = null } = given.payment_intent_data ?? {};
      const price = given.line_items[0]?.price;
      if (given.mode === 'subscription' && price !== undefined) {
        const plan = { metadata: given.subscription_data?.metadata ?? {}, price, setup_future_usage: null };
        const behavior = isTaxed ? findPrice(world, price).tax_behavior : undefined;
        world.storePlan(session.id, {
          ...{ ...plan, ...(coupon !== undefined && { coupon }), ...(behavior && { tax_behavior: behavior }) },
        });
      } else {
        const behavior = given.line_items[0]?.price_data?.tax_behavior;
        world.storePlan(session.id, {
          metadata: about,
          setup_future_usage,
          ...(behavior && { tax_behavior: behavior }),
        });
      }
      session.url = world.createPageUrl(session.id);
      return session;
    },
  ),
  method(
    'GET',
    '/v1/checkout/sessions',
    parameters({
      ...paging,
      created,
      customer: Type.Optional(Type.String()),
      payment_intent: Type.Optional(Type.String()),
      status: Type.Optional(Type.Enum(['open', 'complete', 'expired'])),
    }),
    (world, { customer, payment_intent, status, ...asked }) => {
      const fits = world
        .all('checkout.session')
        .filter((one) => customer === undefined || one.customer === customer)
        .filter((one) => payment_intent === undefined || one.payment_intent === payment_intent)
        .filter((one) => status === undefined || one.status === status);
      return page('/v1/checkout/sessions', fits, asked);
    },
  ),
  retrieve('checkout.session', '/v1/checkout/sessions/:id'),
  method('POST', '/v1/checkout/sessions/:id/expire', noParameters, (world, _, id) =>
    expire(world, requireObject(world, 'checkout.session', id)),
  ),

  method(
    'POST',
    '/v1/payment_intents',
    parameters({
      amount: money,
      currency,
      customer: Type.Optional(Type.String()),
      payment_method: Type.Optional(Type.String()),
      off_session: Type.Optional(Type.Boolean()),
      confirm: Type.Optional(Type.Boolean()),
      hooks: Type.Optional(parameters({ inputs: parameters({ tax: parameters({ calculation: Type.String() }) }) })),
      setup_future_usage: saving,
      metadata,
      expand,
    }),
    (world, { expand: wanted, confirm = false, off_session = false, payment_method, ...given }) => {
      if (off_session && !confirm)
        throw invalid('parameter_missing', 'off_session can only be used when confirm=true.', 'off_session');
      if (given.customer !== undefined) requireObject(world, 'customer', given.customer, 'customer');
      if (payment_method !== undefined) {
        const saved = requireObject(world, 'payment_method', payment_method, 'payment_method');
        if (saved.customer !== (given.customer ?? null))
          throw invalid('parameter_invalid', 'The PaymentMethod belongs to another Customer.', 'payment_method');
      } else if (confirm)
        throw invalid('parameter_missing', 'You cannot confirm without a PaymentMethod.', 'payment_method');
      const { amount, customer = null, metadata: about = {}, setup_future_usage = null } = given;
      const wantedIntent = {
        amount,
        currency: given.currency.toLowerCase(),
        customer,
        metadata: about,
        setup_future_usage,
      };
      const intent = createIntent(world, wantedIntent);
      intent.payment_method = payment_method ?? null;
      intent.status = payment_method === undefined ? 'requires_payment_method' : 'requires_confirmation';
      if (confirm) chargeSaved(world, intent);
      return expandFields(world, intent, wanted);
    },
  ),
  method(
    'POST',
    '/v1/tax/calculations',
    parameters({
      currency,
      customer: Type.String(),
      line_items: Type.Array(
        parameters({ amount: money, reference: Type.Optional(Type.String()), tax_behavior: taxBehavior }),
        { minItems: 1, maxItems: 1 },
      ),
    }),
    (world, { currency: of, customer, line_items: [item] }) => {
      const paid = world.all('checkout.session').filter((one) => one.customer === customer && one.customer_details);
      const country = paid[0]?.customer_details?.address.country;
      if (country === undefined) throw invalid('customer_tax_location_invalid', 'The customer has no address.');
      const behavior = item?.tax_behavior ?? 'exclusive';
      const { rate, tax, total, reason } = computeTax(item?.amount ?? 0, behavior, country);
      return {
        ...{ id: `taxcalc_${randomBytes(12).toString('hex')}`, object: 'tax.calculation', livemode: false },
        ...{ amount_total: total, currency: of.toLowerCase(), customer },
        customer_details: { address: { country }, tax_ids: [] },
        tax_amount_exclusive: behavior === 'exclusive' ? tax : 0,
        tax_amount_inclusive: behavior === 'inclusive' ? tax : 0,
        tax_breakdown: [
          { amount: tax, taxability_reason: reason, tax_rate_details: { percentage_decimal: String(rate) } },
        ],
      };
    },
  ),
  method(
    'GET',
    '/v1/payment_intents',
    parameters({ ...paging, created, customer: Type.Optional(Type.String()) }),
    (world, { customer, ...asked }) => {
      const fits = world.all('payment_intent').filter((one) => customer === undefined || one.customer === customer);
      return page('/v1/payment_intents', fits, asked);
    },
  ),
  retrieve('payment_intent', '/v1/payment_intents/:id'),
  method(
    'POST',
    '/v1/payment_intents/:id/cancel',
    parameters({
      cancellation_reason: Type.Optional(Type.Enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'])),
      expand,
    }),
    (world, { cancellation_reason = null }, id) =>
      cancel(world, requireObject(world, 'payment_intent', id), cancellation_reason),
  ),

  method(
    'POST',
    '/v1/refunds',
    parameters({
      payment_intent: Type.String(),
      amount: Type.Optional(money),
      reason: Type.Optional(Type.Enum(['duplicate', 'fraudulent', 'requested_by_customer'])),
      metadata,
      expand,
    }),
    (world, { payment_intent, amount, reason = null }) => {
      const { latest_charge: charge } = requireObject(world, 'payment_intent', payment_intent, 'payment_intent');
      if (charge === null) {
        const message = 'This PaymentIntent does not have a successful charge to refund.';
        throw invalid('payment_intent_unexpected_state', message, 'payment_intent');
      }
      return refund(world, requireObject(world, 'charge', charge, 'payment_intent'), amount, reason);
    },
  ),
  ...(['refund', 'dispute'] as const).flatMap((kind) => [
    method(
      'GET',
      `/v1/${kind}s`,
      parameters({
        ...paging,
        created,
        payment_intent: Type.Optional(Type.String()),
        charge: Type.Optional(Type.String()),
      }),
      (world, { payment_intent, charge, ...asked }) => {
        const fits = world
          .all(kind)
          .filter((one) => payment_intent === undefined || one.payment_intent === payment_intent)
          .filter((one) => charge === undefined || one.charge === charge);
        return page(`/v1/${kind}s`, fits, asked);
      },
    ),
    retrieve(kind, `/v1/${kind}s/:id`),
  ]),

  method(
    'GET',
    '/v1/events',
    parameters({
      ...paging,
      created,
      type: Type.Optional(Type.String()),
      types: Type.Optional(Type.Array(Type.String(), { maxItems: 20 })),
    }),
    (world, { type, types, ...asked }) => {
      const fits = world
        .all('event')
        .filter((one) => type === undefined || one.type === type)
        .filter((one) => types === undefined || types.includes(one.type));
      return page('/v1/events', fits, asked);
    },
  ),
  retrieve('event', '/v1/events/:id'),
  ...subscriptionMethods,

  method(
    'POST',
    '/v1/webhook_endpoints',
    parameters({ url: Type.String(), enabled_events: Type.Array(Type.String(), { minItems: 1 }), metadata, expand }),
    (world, { url, enabled_events, metadata: about = {} }) => {
      if (!URL.canParse(url)) throw invalid('url_invalid', 'Not a valid URL', 'url');
      return world.registerEndpoint(url, enabled_events, about);
    },
  ),
];
