import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { SANDBOX_KEY, type SandboxStripe, startSandboxStripe } from '../src/stripe/server.js';
import { order } from './ask.js';

const createClient = ({ url }: SandboxStripe): Stripe =>
  new Stripe(SANDBOX_KEY, { host: '127.0.0.1', port: new URL(url).port, protocol: 'http', maxNetworkRetries: 0 });

const PAID = 'http://127.0.0.1:9/paid?session={CHECKOUT_SESSION_ID}';

async function openPage(stripe: Stripe, saves = false) {
  const customer = await stripe.customers.create({ metadata: { account: 'a' } });
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    customer: customer.id,
    metadata: { order: 'o' },
    payment_intent_data: { metadata: { order: 'o' }, ...(saves && { setup_future_usage: 'off_session' }) },
    line_items: [
      { quantity: 1, price_data: { currency: 'eur', unit_amount: 1000, product_data: { name: '500 credits' } } },
    ],
    success_url: PAID,
  });
  return { customer: customer.id, session };
}

const pay = (url: string | null, card: string, deed = 'pay') =>
  fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ card, do: deed }), redirect: 'manual' });

describe('the sandbox Stripe', () => {
  let sandbox: SandboxStripe;
  let stripe: Stripe;
  before(async () => {
    sandbox = await startSandboxStripe();
    stripe = createClient(sandbox);
  });
  after(() => sandbox.close());
  beforeEach(() => order(sandbox.url, { reset: true }));

  /** Sends a hand-made request, and returns the response. */
  const send = async (path: string, form: string, key = SANDBOX_KEY) => {
    const answer = await fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    });
    const { error }: { error?: { type: string; code?: string; param?: string; message: string } } = Object(
      await answer.json(),
    );
    return { status: answer.status, ...error };
  };

  it('refuses wrong keys, paths and parameters in the words of the original', async () => {
    const wrong = await send('/v1/customers', '', 'sk_test_another_key');
    deepEqual([wrong.status, wrong.type], [401, 'invalid_request_error']);
    equal((await send('/v1/nothing', '')).status, 404);
    const unknown = await send('/v1/customers', 'metadata[a]=b&colour=red');
    deepEqual([unknown.status, unknown.code, unknown.param], [400, 'parameter_unknown', 'colour']);
    const nested =
      'mode=payment&success_url=http://a.example&line_items[0][quantity]=1&line_items[0][price_data][sum]=1';
    match((await send('/v1/checkout/sessions', nested)).param ?? '', /^line_items\[0\]\[price_data\]/);
    const lacking = await send('/v1/payment_intents', 'currency=eur');
    deepEqual([lacking.status, lacking.code, lacking.param], [400, 'parameter_missing', 'amount']);
    const text = await send('/v1/payment_intents', 'currency=eur&amount=ten');
    deepEqual([text.status, text.code], [400, 'parameter_invalid_integer']);
    await rejects(stripe.paymentIntents.retrieve('pi_nothing'), { code: 'resource_missing', statusCode: 404 });
  });

  it('replays the answer to an idempotency key, and refuses it for another request', async () => {
    const asked = () => stripe.customers.create({ name: 'one' }, { idempotencyKey: 'k1' });
    equal((await asked()).id, (await asked()).id);
    await rejects(stripe.customers.create({ name: 'two' }, { idempotencyKey: 'k1' }), {
      type: 'StripeIdempotencyError',
    });
  });

  it('takes a payment on its page, once', async () => {
    const { session } = await openPage(stripe);
    match(await (await fetch(session.url ?? '')).text(), /Pay €10.00/);
    equal((await pay(session.url, '4000 0000 0000 0002')).status, 402);
    const paid = await pay(session.url, '4242 4242 4242 4242');
    deepEqual([paid.status, paid.headers.get('location')], [303, PAID.replace('{CHECKOUT_SESSION_ID}', session.id)]);
    const now = await stripe.checkout.sessions.retrieve(session.id);
    deepEqual([now.status, now.payment_status, now.url], ['complete', 'paid', null]);
    const intent = await stripe.paymentIntents.retrieve(String(now.payment_intent), { expand: ['latest_charge'] });
    deepEqual([intent.status, intent.amount_received, intent.metadata.order], ['succeeded', 1000, 'o']);
    match(await (await pay(session.url, '4242424242424242')).text(), /has been paid/);
    const { data } = await stripe.events.list({
      types: ['checkout.session.completed', 'payment_intent.succeeded'],
      limit: 5,
    });
    deepEqual(
      data.map(({ type }) => type),
      ['checkout.session.completed', 'payment_intent.succeeded'],
    );
  });

  it('asks for authentication, and charges saved methods when nobody is there', async () => {
    for (const [card, ends] of [
      ['4000002500003155', 'succeeded'],
      ['4000002760003184', 'requires_payment_method'],
    ] as const) {
      const { customer, session } = await openPage(stripe, true);
      match(await (await pay(session.url, card)).text(), /Is it you/);
      equal((await pay(session.url, card, 'refuse')).status, 402);
      await pay(session.url, card);
      equal((await pay(session.url, card, 'confirm')).status, 303);
      const { payment_intent: first } = await stripe.checkout.sessions.retrieve(session.id);
      const { payment_method: method } = await stripe.paymentIntents.retrieve(String(first));
      const wanted = {
        amount: 700,
        currency: 'eur',
        customer,
        payment_method: String(method),
        off_session: true,
        confirm: true,
      };
      await stripe.paymentIntents.create(wanted).catch((error) => equal(error.code, 'authentication_required'));
      const [charged] = (await stripe.paymentIntents.list({ customer })).data;
      equal(charged?.status, ends);
      if (charged && ends !== 'succeeded') equal((await stripe.paymentIntents.cancel(charged.id)).status, 'canceled');
    }
  });

  it('pays back, disputes, and lists what happened', async () => {
    const { session } = await openPage(stripe);
    await pay(session.url, '4242424242424242');
    const payment_intent = String((await stripe.checkout.sessions.retrieve(session.id)).payment_intent);
    await stripe.refunds.create({ payment_intent, amount: 300 });
    await rejects(stripe.refunds.create({ payment_intent, amount: 800 }), { statusCode: 400 });
    equal(await order(sandbox.url, { dispute: { payment_intent } }), 200);
    const [open] = (await stripe.disputes.list({ payment_intent })).data;
    deepEqual([open?.amount, open?.status], [700, 'needs_response']);
    equal(await order(sandbox.url, { closeDispute: { id: open?.id, status: 'won' } }), 200);
    equal((await stripe.disputes.retrieve(open?.id ?? '')).status, 'won');
    const types: string[] = [];
    for await (const { type } of stripe.events.list({ created: { gte: 0 }, limit: 3 })) types.unshift(type);
    deepEqual(types.slice(-6), [
      ...['refund.created', 'charge.refunded', 'charge.dispute.created', 'charge.dispute.funds_withdrawn'],
      ...['charge.dispute.closed', 'charge.dispute.funds_reinstated'],
    ]);
  });

  it('ends pages in time', async () => {
    const { session } = await openPage(stripe);
    const shown = async () => {
      const { status, url } = await stripe.checkout.sessions.retrieve(session.id);
      return [status, url];
    };
    deepEqual(await shown(), ['open', session.url]);
    equal(session.expires_at - session.created, 24 * 3_600);
    await order(sandbox.url, { advance: 25 * 3_600 });
    deepEqual(await shown(), ['expired', null]);

    const one = 'mode=payment&success_url=http://a.example&line_items[0][quantity]=1&line_items[0][price_data]';
    const form = `${one}[currency]=eur&${one.split('&').at(-1)}[unit_amount]=1&${one.split('&').at(-1)}[product_data][name]=x`;
    const later = (seconds: number) => Math.floor(Date.now() / 1_000) + 25 * 3_600 + seconds;
    for (const [seconds, status] of [
      [29 * 60, 400],
      [31 * 60, 200],
      [25 * 3_600, 400],
    ] as const) {
      const answer = await send('/v1/checkout/sessions', `${form}&expires_at=${later(seconds)}`);
      deepEqual([answer.status, answer.param], [status, status === 200 ? undefined : 'expires_at']);
    }
  });

  it('signs its webhooks, and repeats, holds, turns round or drops them', async () => {
    const got: { type: string; signature: string; body: string }[] = [];
    const receiver = createServer(async (request: IncomingMessage, response) => {
      const body = await text(request);
      got.push({ type: JSON.parse(body).type, signature: String(request.headers['stripe-signature']), body });
      response.end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    const endpoint = { url: `http://127.0.0.1:${port}/`, enabled_events: ['customer.created' as const] };
    const { secret = '' } = await stripe.webhookEndpoints.create(endpoint);
    await order(sandbox.url, { webhooks: 'hold' });
    await stripe.customers.create({ name: 'one' });
    await stripe.customers.create({ name: 'two' });
    equal(got.length, 0);
    await order(sandbox.url, { release: { order: 'reversed', times: 2 } });
    const names = got.map(({ body, signature }) => {
      const { data } = stripe.webhooks.constructEvent(body, signature, secret);
      return 'name' in data.object ? data.object.name : undefined;
    });
    deepEqual(names, ['two', 'two', 'one', 'one']);
    await order(sandbox.url, { webhooks: 'drop' });
    await stripe.customers.create({});
    await order(sandbox.url, { release: { order: 'kept', times: 1 } });
    equal(got.length, 4);
    await order(sandbox.url, { webhooks: 'hold', customer: 'cus_another' });
    const taken = once(receiver, 'request');
    await stripe.customers.create({ name: 'three' });
    await taken;
    receiver.close();
  });

  it('finds what it kept after a restart', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'sandbox-stripe-')), 'stripe.json');
    const first = await startSandboxStripe(0, file);
    const { id } = await createClient(first).customers.create({ name: 'kept' });
    await first.close();
    const second = await startSandboxStripe(0, file);
    const found = await createClient(second).customers.retrieve(id);
    ok('name' in found && found.name === 'kept');
    await second.close();
  });
});
