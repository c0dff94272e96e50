import { equal, match, notEqual, ok } from 'node:assert/strict';
import { SIGN_IN_CODES } from '../../shared/contract/bounds.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { Customer, findSignInCode, findSignInLink, newAddress, newCustomer } from '../../test/helpers/portal.js';
import { stack } from '../../test/helpers/stack.js';

const SENT = '/account/login/sent';
const CODE = '/account/login/code';

const newBrowser = async () => new Customer((await stack()).platform.baseUrl);

const request = (customer: Customer, email: string, next = '/account') =>
  customer.send('/account/login', '/account/login', { email, next });

const enter = (customer: Customer, code: string) => customer.send(SENT, CODE, { code });

/** Returns a code that differs from another in its last digit. */
const wrong = (code: string): string => code.slice(0, 5) + ((Number(code.at(-1)) + 1) % 10);

describe('signing in by a code', () => {
  it('leads to the requested page, in the browser that requested the code', async () => {
    const customer = await newBrowser();
    const address = newAddress();
    equal((await customer.ask(SENT)).headers.get('location'), '/account/login', 'nothing is requested yet');
    equal((await request(customer, address, '/account/keys')).headers.get('location'), SENT);
    const page = await customer.page(SENT);
    ok(page.includes(address));
    match(page, /They expire in 15 minutes/);
    const code = await findSignInCode(address);
    match(code, /^\d{6}$/);
    const entered = await enter(customer, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    equal(entered.status, 303);
    equal(entered.headers.get('location'), '/account/keys');
    equal((await customer.ask('/account')).status, 200);
  });

  it('refuses a wrong code, and every code after five attempts, while the link still works', async () => {
    const customer = await newBrowser();
    const address = newAddress();
    await request(customer, address);
    const code = await findSignInCode(address);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < SIGN_IN_CODES.perRequest; attempt++) {
      const refused = await enter(customer, wrong(code));
      statuses.push(refused.status);
      match(await refused.text(), /id="code-problem">That code is not correct/);
    }
    equal(statuses.join(), '422,422,422,422,422');
    const late = await enter(customer, code);
    equal(late.status, 429);
    match(await late.text(), /Too many wrong codes/);
    ok(!customer.cookies.includes('account='));
    equal((await customer.press(await findSignInLink(address))).status, 303);
  });

  it('refuses the code of another browser', async () => {
    const address = newAddress();
    const [customer, other] = [await newBrowser(), await newBrowser()];
    await request(customer, address);
    const code = await findSignInCode(address);
    await request(other, address);
    notEqual(await findSignInCode(address, 2), code);
    equal((await enter(other, code)).status, 422);
    equal((await enter(customer, code)).status, 303);
    const otherBrowser = await newBrowser();
    await otherBrowser.page('/account/login');
    equal((await otherBrowser.send('/account/login', CODE, { code })).status, 410, 'without a request');
    equal((await otherBrowser.post(CODE, { code })).status, 403, 'without the token of the form');
  });

  it('uses up the link, and the link uses up the code', async () => {
    const customer = await newBrowser();
    const address = newAddress();
    await request(customer, address);
    const [code, link] = [await findSignInCode(address), await findSignInLink(address)];
    const { cookies } = customer;
    equal((await enter(customer, code)).status, 303);
    const before = await newBrowser();
    const headers = { cookie: cookies };
    equal((await before.ask(link, { headers })).status, 410, 'the link after the code');

    const again = await newBrowser();
    await request(again, address);
    const [second, other] = [await findSignInCode(address, 2), await findSignInLink(address, 2)];
    const html = await again.page(SENT);
    const form_token = /name="form_token" value="([\w-]+)"/.exec(html)?.[1] ?? '';
    const asBefore = { cookie: again.cookies };
    equal((await again.press(other)).status, 303);
    const reused = await before.post(CODE, { form_token, code: second }, asBefore);
    equal(reused.status, 410, 'the code after the link');
    match(await reused.text(), /has expired or was already used/);
  });

  it('expires with the link', async () => {
    const customer = await newBrowser();
    const address = newAddress();
    await request(customer, address);
    const code = await findSignInCode(address);
    const page = await customer.page(SENT);
    const form_token = /name="form_token" value="([\w-]+)"/.exec(page)?.[1] ?? '';
    const redis = connectRedis((await stack()).platform.redisUrl, 'producer', () => {});
    await whenReady(redis, 30_000);
    try {
      const names = await redis.keys('*:sign-in-pending:*');
      const values = await redis.mget(names);
      // Others belong to tests that sign in at the same time.
      const at = values.findIndex((value) => value?.includes(address));
      const name = names[at] ?? '';
      const seconds = await redis.ttl(name);
      ok(seconds > 0 && seconds <= 900, `${seconds} s`);
      ok(!values[at]?.includes(code), 'codes are hashed');
      await redis.del(name);
    } finally {
      redis.disconnect();
    }
    const expired = await customer.post(CODE, { form_token, code });
    equal(expired.status, 410);
    match(await expired.text(), /That code has expired/);
  });

  it('accepts the code of the newest email; a browser may request three more', async () => {
    const customer = await newBrowser();
    const address = newAddress();
    await request(customer, address);
    const first = await findSignInCode(address);
    let newest = first;
    const resend = () => customer.send(SENT, '/account/login', { email: address, next: '/account' });
    for (let time = 1; time <= SIGN_IN_CODES.resends; time++) {
      const resent = await resend();
      equal(resent.headers.get('location'), `${SENT}?resent`);
      match(await customer.page(`${SENT}?resent`), /class="done" role="status">We sent a new code/);
      // Emails that are queued together may arrive in any order.
      newest = await findSignInCode(address, 1 + time);
    }
    const refused = await resend();
    equal(refused.status, 429);
    match(await refused.text(), /Six-digit code/, 'the newest code can still be entered');
    if (first !== newest) equal((await enter(customer, first)).status, 422);
    equal((await enter(customer, newest)).status, 303);
  });

  it('limits the attempts for an address over all browsers, but not those of its member’s own browser', async () => {
    const { customer: member, address } = await newCustomer();
    equal((await member.send('/account', '/account/logout')).status, 303);
    let [attempts, emails] = [0, 1];
    let [refused, page] = [0, ''];
    while (refused !== 429 && attempts <= 2 * SIGN_IN_CODES.perAddress) {
      const otherBrowser = await newBrowser();
      await request(otherBrowser, address);
      emails++;
      for (let time = 0; time < 4 && refused !== 429; time++) {
        const response = await enter(otherBrowser, '000000');
        [refused, page] = [response.status, await response.text()];
        attempts++;
      }
    }
    equal(attempts, SIGN_IN_CODES.perAddress + 1);
    match(page, /Too many wrong codes for this address today/);
    await findSignInCode(address, emails);
    await request(member, address);
    equal((await enter(member, await findSignInCode(address, emails + 1))).status, 303);
  });
});
