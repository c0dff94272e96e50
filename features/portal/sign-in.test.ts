import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { queuePrefix } from '../../shared/queue/queues.js';
import { Customer, findEmails, findSignInLink, newAddress, newCustomer } from '../../test/helpers/portal.js';
import { eventually, stack } from '../../test/helpers/stack.js';

const customerHere = async () => new Customer((await stack()).platform.baseUrl);

describe('signing in to the portal', () => {
  it('is required for every page, and leads back to the requested page', async () => {
    const customer = await customerHere();
    for (const path of [
      '/account',
      '/account/keys',
      '/account/requests?status=500&state=charged',
      '/account/nothing',
    ]) {
      const response = await customer.ask(path);
      equal(response.status, 302, path);
      const to = response.headers.get('location') ?? '';
      equal(to, path === '/account' ? '/account/login' : `/account/login?next=${encodeURIComponent(path)}`);
    }
    const deep = '/account/requests?status=500&state=charged';
    equal(await customer.signIn(newAddress(), `/account/login?next=${encodeURIComponent(deep)}`), deep);
    equal((await customer.ask(deep)).status, 200);
  });

  it('leads to no other site', async () => {
    const customer = await customerHere();
    for (const next of [
      'https://elsewhere.example',
      '//elsewhere.example/account',
      '/\\elsewhere.example',
      '/v1/vat',
      '/accounts',
    ]) {
      match(
        await customer.page(`/account/login?next=${encodeURIComponent(next)}`),
        /name="next" value="\/account"/,
        next,
      );
    }
  });

  it('opens an account with its starting credits for a new address, once', async () => {
    const { store } = await stack();
    const { address, account } = await newCustomer();
    equal((await store.accounts.findOne({ _id: account }))?.name, address);
    equal((await store.wallets.findOne({ _id: account }))?.bought, 5_000_000);
    const [mail] = await findEmails(address);
    equal(mail?.subject, 'Create your utility-api account');
    await (await customerHere()).signIn(address);
    const [second] = await findEmails(address);
    equal(second?.subject, 'Sign in to utility-api');
    equal((await store.wallets.findOne({ _id: account }))?.bought, 5_000_000);
    // The same mailbox by another name has an account of its own, without credits of its own.
    const alias = address.replace('@', '+again@');
    await (await customerHere()).signIn(alias);
    const other = await store.members.findOne({ _id: alias });
    ok(other);
    notEqual(other.account, account);
    equal(await store.wallets.countDocuments({ _id: other.account }), 0);
  });

  it('accepts a link once, by POST, in the browser that requested it', async () => {
    const customer = await customerHere();
    const address = newAddress();
    await customer.send('/account/login', '/account/login', { email: ` ${address.toUpperCase()} ` });
    const link = await findSignInLink(address);

    // As mail scanners do: they have no cookie, and send no form.
    const scanner = await customerHere();
    for (let time = 0; time < 3; time++) equal((await scanner.ask(link)).status, 403);
    const stolen = await scanner.press(link, '/account/login');
    equal(stolen.status, 403);
    match(await stolen.text(), /in the browser where you requested it/);
    ok(!scanner.cookies.includes('account='));

    const page = await customer.page(link);
    match(page, /<button type="submit"/);
    equal((await customer.press(link, '/healthz')).status, 403, 'without the token of the form');
    equal((await customer.press(link)).status, 303);
    equal((await customer.ask('/account')).status, 200);
    const again = await customer.press(link, '/account');
    equal(again.status, 410);
    match(await again.text(), /has expired or was already used/);
    equal((await customer.ask('/account/login/link?token=nothing')).status, 410);
  });

  it('responds the same for an address that may sign in and for one that may not', async () => {
    const { address } = await newCustomer();
    const answers = [];
    for (const email of [address, newAddress(), 'unknown@customers.example']) {
      const customer = await customerHere();
      const response = await customer.send('/account/login', '/account/login', { email });
      const headers = Object.fromEntries(response.headers);
      for (const name of ['date', 'x-request-id', 'set-cookie']) delete headers[name];
      const page = (await customer.page('/account/login/sent'))
        .replaceAll(email, 'the address')
        .replaceAll(/name="form_token" value="[\w-]+"/g, '');
      answers.push({ status: response.status, headers, page });
    }
    deepEqual(answers[1], answers[0]);
    deepEqual(answers[2], answers[0]);
  });

  it('shows the typed text again if it is not an address', async () => {
    const customer = await customerHere();
    for (const email of ['nobody', 'a@b', 'a b@c.example', 'a@c.example,b@c.example', `${'a'.repeat(65)}@c.example`]) {
      const response = await customer.send('/account/login', '/account/login', { email, next: '/account/keys' });
      equal(response.status, 422, email);
      const page = await response.text();
      match(page, /role="alert">Enter a valid email address/);
      ok(page.includes(`value="${email}"`), email);
      ok(page.includes('value="/account/keys"'));
    }
  });

  it('refuses a network that requests more than thirty links', async () => {
    const customer = await customerHere();
    for (let time = 1; time <= 30; time++) {
      equal((await customer.send('/account/login', '/account/login', { email: newAddress() })).status, 303);
    }
    equal((await customer.send('/account/login', '/account/login', { email: newAddress() })).status, 429);
    equal((await (await customerHere()).send('/account/login', '/account/login', { email: newAddress() })).status, 303);
  });

  it('refuses forms of another site or another session', async () => {
    const { customer } = await newCustomer();
    const another = await newCustomer();
    const token = async (who: Customer) =>
      /name="form_token" value="(\w+)"/.exec(await who.page('/account'))?.[1] ?? '';
    const [own, others] = [await token(customer), await token(another.customer)];
    const logOut = (form_token: string, headers = {}) => customer.post('/account/logout', { form_token }, headers);
    equal((await logOut(others)).status, 403);
    equal((await logOut('')).status, 403);
    equal((await logOut(own, { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
    equal((await logOut(own, { 'Sec-Fetch-Site': 'same-site' })).status, 403);
    equal((await logOut(own, { Origin: 'https://elsewhere.example' })).status, 403);
    equal((await customer.ask('/account')).status, 200);
    equal((await logOut(own)).headers.get('location'), '/account/login');
    equal((await customer.ask('/account')).status, 302);
  });

  it('leaves no trace in Redis of an email that was sent or finally refused', async () => {
    const { platform } = await stack();
    const redis = connectRedis(platform.redisUrl, 'producer', () => {});
    await whenReady(redis, 30_000);
    const address = `unknown-${newAddress()}`;
    await (await customerHere()).send('/account/login', '/account/login', { email: address });
    const waiting = async () => {
      const keys = await redis.keys(`${queuePrefix('email')}:email:*`);
      return keys.filter((key) => /:email:[\w-]{43}$/.test(key)).length;
    };
    equal(await eventually(waiting, (jobs) => jobs === 0), 0);
    deepEqual(await findEmails(address), []);
    redis.disconnect();
  });
});
