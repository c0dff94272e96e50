import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { audit } from '../../shared/ledger/audit.js';
import { cards, controlStripe, payPage } from '../../test/helpers/payments.js';
import { type Customer, newCustomer } from '../../test/helpers/portal.js';
import { callAsOperator, eventually, stack } from '../../test/helpers/stack.js';

const PATH = '/account/billing';

const choose = (customer: Customer, plan: string) => customer.sendWithinLimit(PATH, `${PATH}/plan`, { plan });

const location = (response: { headers: { get(name: string): string | null } }): string =>
  response.headers.get('location') ?? '';

/** Opens the provider's page for cards, and sends a form of it. */
async function manageCards(customer: Customer, form: Record<string, string>): Promise<string> {
  const opened = await customer.sendWithinLimit(PATH, `${PATH}/portal`);
  equal(opened.status, 303);
  return (await fetch(location(opened), { method: 'POST', body: new URLSearchParams(form) })).text();
}

describe('plans in the portal', () => {
  it('are subscribed to, renewed, changed, left unpaid, paid late and cancelled', async () => {
    const { customer, account } = await newCustomer();
    const { store, platform } = await stack();
    const plan = async () => (await store.subscriptions.findOne({ _id: account }))?.current;
    const orders = () =>
      store.orders.find({ account, kind: 'plan', state: 'paid' }, { sort: { created: 1 } }).toArray();
    const endPeriod = async () => controlStripe(platform.stripeUrl, { endPeriod: (await plan())?.id });
    const waitForOrders = (count: number) => eventually(orders, (found) => found.length === count);

    match(await customer.page(PATH), /Choose a plan[\s\S]*starter<\/b>: 600 credits a month for €10\.00/);
    const { url } = { url: location(await choose(customer, 'starter')) };
    ok(url.startsWith(platform.stripeUrl));
    equal(await payPage(url, cards.declines), 402);
    equal(await payPage(url), 303);
    const [first] = await waitForOrders(1);
    deepEqual([first?.credits, first?.price], [600_000_000, 1_000]);
    match(await customer.page(`${PATH}?subscribed=1`), /You have the plan starter\. Its credits are in your balance/);
    const invoice = await eventually(() => store.invoices.findOne({ order: first?._id ?? '' }), Boolean);
    match(await customer.page(`${PATH}/invoices/${invoice?._id}`), /€10\.00/);

    await endPeriod();
    await waitForOrders(2);

    // The period has just begun, so nearly all of its price is deducted, and as much of its credits.
    match(location(await choose(customer, 'pro')), /done=plan-changed/);
    const upgrade = (await waitForOrders(3)).find(({ pack }) => pack === 'pro');
    deepEqual([upgrade?.credits, upgrade?.price], [1_900_000_000, 2_000]);

    match(location(await choose(customer, 'starter')), /done=plan-changed/);
    match(await customer.page(PATH), /Your plan changes to <b>starter<\/b>/);
    equal((await choose(customer, 'pro')).status, 303);
    ok(!(await customer.page(PATH)).includes('Your plan changes'));
    equal((await choose(customer, 'starter')).status, 303);
    await endPeriod();
    const renewed = await waitForOrders(4);
    deepEqual(
      renewed.filter(({ pack }) => pack === 'starter').map(({ credits }) => credits),
      [600_000_000, 600_000_000, 600_000_000],
    );

    equal((await customer.sendWithinLimit(PATH, `${PATH}/method/remove`)).status, 409);
    match(await manageCards(customer, { add: cards.savedOnly }), /0341/);
    const declined = await choose(customer, 'pro');
    equal(declined.status, 409);
    match(await declined.text(), /The payment for the new plan was declined \(generic decline\)/);
    await endPeriod();
    await eventually(plan, (current) => current?.state === 'past_due');
    match(await customer.page(PATH), /The payment for your plan was declined[\s\S]*Pay now/);
    equal((await orders()).length, 4);
    equal((await choose(customer, 'pro')).status, 409);
    await manageCards(customer, { add: cards.pays });
    equal((await fetch((await plan())?.pay ?? '', { method: 'POST' })).status, 200);
    await waitForOrders(5);
    await eventually(plan, (current) => current?.state === 'active');

    const refunded = await callAsOperator('POST', `/orders/${upgrade?._id}/refund`, {});
    deepEqual([refunded.status, refunded.body.refunded], [200, 2_000]);

    match(location(await customer.sendWithinLimit(PATH, `${PATH}/plan/cancel`)), /done=plan-cancelled/);
    match(await customer.page(PATH), /Your plan is cancelled\. It ends on/);
    match(location(await customer.sendWithinLimit(PATH, `${PATH}/method/remove`)), /done=method-removed/);
    match(await customer.page(PATH), /No payment method is saved/);
    await endPeriod();
    await eventually(plan, (current) => current?.state === 'ended');
    match(await customer.page(PATH), /Choose a plan/);
    equal((await orders()).length, 5);
    deepEqual((await audit(store, account)).findings, []);
  });

  it('end when their account is closed, also while a page to subscribe is open', async () => {
    const { customer, account } = await newCustomer();
    const { store } = await stack();
    const plan = async () => (await store.subscriptions.findOne({ _id: account }))?.current;
    equal(await payPage(location(await choose(customer, 'starter'))), 303);
    await eventually(plan, (current) => current?.state === 'active');
    equal((await callAsOperator('POST', `/accounts/${account}/close`, { reason: 'test' })).status, 200);
    await eventually(plan, (current) => current?.state === 'ended');
  });

  it('lose their saved payment method, and the automatic top-up, when it is removed at the provider', async () => {
    const { customer, account } = await newCustomer();
    const { store } = await stack();
    const payer = () => store.payers.findOne({ _id: account });
    equal(
      await payPage(
        location(await customer.sendWithinLimit(PATH, `${PATH}/orders`, { pack: 'small', save_method: '1' })),
      ),
      303,
    );
    const saved = await eventually(payer, (found) => found?.method !== undefined);
    equal(
      (await customer.sendWithinLimit(PATH, `${PATH}/top-up`, { below: '2', pack: 'small', most_per_day: '1' })).status,
      303,
    );
    await manageCards(customer, { remove: saved?.method?.id ?? '' });
    const after = await eventually(payer, (found) => found?.method === undefined);
    deepEqual([after?.top_up?.on, after?.top_up?.off?.why], [false, 'payment_method_removed']);
  });
});
