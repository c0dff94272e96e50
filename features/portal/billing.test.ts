import { deepEqual, equal, match, ok } from 'node:assert/strict';
import Stripe from 'stripe';
import { purchase } from '../../shared/ledger/purchase.js';
import { reverse } from '../../shared/ledger/reverse.js';
import { payPage } from '../../test/helpers/payments.js';
import { type Customer, findEmails, newCustomer } from '../../test/helpers/portal.js';
import { eventuallyBy } from '../../test/helpers/run-task.js';
import { ADMIN_TOKEN, call, eventually, stack } from '../../test/helpers/stack.js';
import { issueInvoices, mailInvoices } from '../invoices/index.js';

const PATH = '/account/billing';

/** Orders the small pack. Returns the page on which to pay, and the order. */
async function orderPack(customer: Customer, account: string, besides: Record<string, string> = {}) {
  const ordered = await customer.send(PATH, `${PATH}/orders`, { pack: 'small', ...besides });
  equal(ordered.status, 303);
  const { store } = await stack();
  const [order] = await store.orders.find({ account }, { sort: { created: -1 }, limit: 1 }).toArray();
  return { url: ordered.headers.get('location') ?? '', id: order?._id ?? '' };
}

const setBillingDetails = async (customer: Customer, details: { address: string; vat_number: string }) =>
  equal((await customer.send('/account/settings', '/account/settings', { name: 'Acme', ...details })).status, 303);

/** Waits for the invoice of an order. Returns its id. */
async function waitForInvoice(order: string): Promise<string> {
  const { store } = await stack();
  const { _id } = (await eventuallyBy(issueInvoices, () => store.invoices.findOne({ order }), Boolean)) ?? {};
  return _id ?? '';
}

const isPaid = async (id: string): Promise<boolean> =>
  (await (await stack()).store.orders.findOne({ _id: id }))?.state === 'paid';

describe('the Billing page of the portal', () => {
  it('redirects to the payment page, credits nothing on the return alone, and shows the receipt', async () => {
    const { customer, account, address } = await newCustomer();
    const { platform } = await stack();
    const { url, id } = await orderPack(customer, account);
    ok(url.startsWith(platform.stripeUrl));
    const policy = (await customer.ask(PATH)).headers.get('content-security-policy') ?? '';
    ok(policy.includes(`form-action 'self' ${platform.stripeUrl}`), policy);

    match(await customer.page(`${PATH}?order=${id}`), /You left before paying/);
    match(await customer.page(`${PATH}?order=${id}&paid=1`), /Processing your payment…/);
    equal(await isPaid(id), false);
    equal((await customer.ask(`${PATH}/receipts/${id}`)).status, 404);

    const goOn = (whose: Customer, order: string) => whose.send(PATH, `${PATH}/orders/${order}/pay`);
    equal((await goOn(customer, id)).headers.get('location'), url);
    const { customer: another } = await newCustomer();
    equal((await goOn(another, id)).status, 404);
    equal(await payPage(url), 303);
    await eventually(() => isPaid(id), Boolean);
    const page = await customer.page(`${PATH}?order=${id}&paid=1`);
    match(page, /Payment received\. 500 credits/);
    match(page, /<td[^>]*>€10\.00<\/td><td[^>]*>paid<\/td>/);
    const invoice = `${PATH}/invoices/${await waitForInvoice(id)}`;
    match(await customer.page(PATH), new RegExp(`<a href="${invoice}">INV-\\d{4}-\\d{6}</a>`));
    match(await customer.page(invoice), /Total<\/strong><\/th><td class="figure"><strong>€10\.00</);
    match(await customer.page(invoice), /Paid on [\d-]+ with Visa ending in 4242/);
    const isInvoice = ({ subject }: { subject: string }) => /^Invoice INV-\d{4}-\d{6} from Seller & Co$/.test(subject);
    const emails = await eventuallyBy(
      mailInvoices,
      () => findEmails(address),
      (found) => found.some(isInvoice),
    );
    ok(emails.find(isInvoice)?.text.includes(invoice));
    const pdf = await customer.ask(`${invoice}/pdf`);
    deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf']);
    equal((await customer.ask(`${PATH}/receipts/${id}`)).headers.get('location'), invoice);

    for (const path of [`${PATH}/receipts/${id}`, invoice, `${invoice}/pdf`])
      equal((await another.ask(path)).status, 404);
    ok(!(await another.page(`${PATH}?order=${id}&paid=1`)).includes('Payment received'));
  });

  it('lets an unfinished order be paid while its payment page is open, and shows it as expired afterwards', async () => {
    const { customer, account } = await newCustomer();
    const { platform, store } = await stack();
    const { url, id } = await orderPack(customer, account);
    const left = await customer.page(`${PATH}?order=${id}`);
    match(left, /You left before paying[^<]*<\/p><form[^>]*>.*Resume payment/);
    match(left, /not paid yet, payable until 2[^<]*<form/);
    const goOn = async () => (await customer.send(PATH, `${PATH}/orders/${id}/pay`)).headers.get('location');
    match(await customer.page(PATH), /Your order of 500 credits for €10\.00 is not paid yet[^<]*<\/p><form/);
    equal(await goOn(), url);
    match(await (await fetch(url)).text(), /Pay €|Pay 10/);

    const { session = '', closes } = (await store.orders.findOne({ _id: id })) ?? {};
    const lastsMs = (closes?.getTime() ?? 0) - Date.now();
    ok(lastsMs > 23 * 3_600_000 && lastsMs <= 24 * 3_600_000, `${lastsMs} ms`);
    const { hostname: host, port } = new URL(platform.stripeUrl);
    const stripe = new Stripe(platform.environment.STRIPE_SECRET_KEY ?? '', { host, port, protocol: 'http' });
    await stripe.checkout.sessions.expire(session);
    match((await goOn()) ?? '', new RegExp(`^${PATH}\\?order=${id}`));
    const html = await customer.page(`${PATH}?order=${id}`);
    match(html, /The payment page has expired/);
    match(html, /<td[^>]*>expired</);
    ok(!html.includes('Resume payment'));
    const again = await orderPack(customer, account);
    // As if nothing had been heard of its end.
    await store.orders.updateOne({ _id: again.id }, { $set: { closes: new Date(0) } });
    ok(!(await customer.page(PATH)).includes('Resume payment'));
  });

  it('switches the automatic top-up on with a saved payment method, and off', async () => {
    const { customer, account } = await newCustomer();
    match(await customer.page(PATH), /buy a pack once and save the payment method/);
    const wanted = { below: '2', pack: 'small', most_per_day: '3' };
    const early = await customer.send(PATH, `${PATH}/top-up`, wanted);
    equal(early.status >= 400 && early.status < 500, true);
    const { url, id } = await orderPack(customer, account, { save_method: '1' });
    equal(await payPage(url), 303);
    await eventually(() => isPaid(id), Boolean);
    const { store } = await stack();
    const set = async () => (await store.payers.findOne({ _id: account }))?.top_up;
    await eventually(
      () => customer.page(PATH),
      (html) => html.includes('ending in 4242'),
    );

    const refused = await customer.send(PATH, `${PATH}/top-up`, { ...wanted, most_per_day: '900' });
    equal(refused.status, 422);
    match(await refused.text(), /value="900"[^>]*aria-describedby="[^"]*most_per_day-problem/);
    equal((await customer.send(PATH, `${PATH}/top-up`, wanted)).status, 303);
    const on = await set();
    deepEqual([on?.on, on?.below, on?.pack, on?.most_per_day], [true, 2_000_000, 'small', 3]);
    equal((await customer.send(PATH, `${PATH}/top-up/end`)).status, 303);
    equal((await set())?.on, false);
  });

  it('shows debts and what settled them, and the seller and the buyer at the time of payment on receipts', async () => {
    const { store, platform } = await stack();
    const { customer, account } = await newCustomer();
    const lot = await purchase(store, { account, amount: 2_000_000, bought: new Date() });
    // As if it had been spent when its money went back.
    await store.wallets.updateOne(
      { _id: account, 'lots.id': lot },
      { $inc: { 'lots.$.left': -2_000_000, spent: 2_000_000 } },
    );
    await reverse(store, { account, lot, amount: 1_500_000, after: 0, reason: 'test' }, new Date());
    match(await customer.page(PATH), /role="alert">You owe 1\.5 credits/);
    match(await customer.page('/account'), />1\.5 owed</);

    const { url, id } = await orderPack(customer, account);
    await setBillingDetails(customer, { address: 'Acme Ltd\n1 Old Street', vat_number: 'DE123456789' });
    equal(await payPage(url), 303);
    await eventually(() => isPaid(id), Boolean);
    await waitForInvoice(id);
    // As if it had been paid before there were invoices.
    await store.invoices.deleteMany({ order: id });
    await store.orders.updateOne({ _id: id }, { $unset: { documents: true } });
    await setBillingDetails(customer, { address: 'Acme Ltd\n2 New Street', vat_number: '' });
    const html = await customer.page(PATH);
    ok(!html.includes('You owe'));
    match(html, /credits, 1\.5 of them for credits owed<\/td><td[^>]*>500</);
    const receipt = await customer.page(`${PATH}/receipts/${id}`);
    match(receipt, /Used for credits owed<\/th><td class="figure">1\.5 credits</);
    match(
      receipt,
      /Sold by<\/h2>\s*<p class="lines">Seller &amp; Co\n1 Harbour Road\n20095 Hamburg<\/p>\s*<p>VAT number <code>DE123456789/,
    );
    const billedThen =
      /Billed to<\/h2>\s*<p class="lines">Acme Ltd\r?\n1 Old Street<\/p>\s*<p>VAT number <code>DE123456789/;
    match(receipt, billedThen);
    const csv = await customer.page(`${PATH}/purchases.csv`);
    match(
      csv,
      /,settled,seller,seller_address,seller_vat_number,price,currency,buyer,buyer_address,buyer_vat_number\r\n/,
    );
    const seller = 'Seller & Co,"1 Harbour Road, 20095 Hamburg",DE123456789';
    const bought = '10.00,EUR,[^,]*,"Acme Ltd, 1 Old Street",DE123456789';
    match(csv, new RegExp(`${id},credits,500,[^,]*,[^,]*,1.5,${seller},${bought}\r\n`));

    // The seller has moved since.
    const before = { name: 'Seller Ltd', address: '9 Former Road', vat_number: '' };
    await store.orders.updateOne({ _id: id }, { $set: { 'receipt.seller': before } });
    const moved = await customer.page(`${PATH}/receipts/${id}`);
    match(moved, /Sold by<\/h2>\s*<p class="lines">Seller Ltd\n9 Former Road<\/p>\s*<h2>/);
    match(moved, billedThen);
    ok((await customer.page(`${PATH}/purchases.csv`)).includes('Seller Ltd,9 Former Road,,10.00'));

    const asAdmin = { method: 'GET', headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } };
    const { purchases } = (await call(`/v1/admin/accounts/${account}/purchases`, {}, asAdmin)).body;
    equal(purchases.find((one: { payment_id: string }) => one.payment_id === id).settled, 1.5);
    const { settled, owed } = (await call(`/v1/admin/accounts/${account}/ledger`, {}, asAdmin)).body;
    deepEqual([settled, owed, platform.environment.SELLER_NAME], [1.5, 0, 'Seller & Co']);
  });

  it('refuses an unknown pack, and a form of another site', async () => {
    const { customer } = await newCustomer();
    equal((await customer.send(PATH, `${PATH}/orders`, { pack: 'huge' })).status, 422);
    equal((await customer.post(`${PATH}/orders`, { pack: 'small' })).status, 403);
  });
});
