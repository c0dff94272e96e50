import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { logIn } from '../../test/helpers/log-in.js';
import { Customer, findEmails, newAddress } from '../../test/helpers/portal.js';
import { eventuallyBy } from '../../test/helpers/run-task.js';
import { callAsOperator, newAccount, stack } from '../../test/helpers/stack.js';
import { mailInvitations } from '../accounts/mail-invitations.js';

/** The link that an invitation has had mailed. */
async function linkTo(address: string): Promise<string> {
  const [mail] = await eventuallyBy(
    mailInvitations,
    () => findEmails(address),
    (mails) => mails.length > 0,
  );
  equal(mail?.subject, 'You are invited to utility-api');
  return /https?:\S+\/account\/login\/invitation\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

describe('invitations to the portal', () => {
  it('are emailed with a link that signs up once, in any browser', async () => {
    const { platform, store } = await stack();
    const { account } = await newAccount();
    const [colleague, newcomer] = [newAddress(), newAddress()];
    equal((await callAsOperator('POST', '/invitations', { email: colleague, account })).body.mailed_at, null);
    equal((await callAsOperator('POST', '/invitations', { email: newcomer })).status, 200);

    const link = await linkTo(colleague);
    equal(new URL(link).origin, platform.baseUrl);
    const customer = new Customer(platform.baseUrl);
    const page = await customer.page(new URL(link).pathname + new URL(link).search);
    match(page, new RegExp(`You will sign in with <b>${colleague}</b>`));
    equal(await store.members.findOne({ _id: colleague }), null, 'opening it signs nobody up');
    const pressed = await Promise.all([customer.press(link), customer.press(link)]);
    deepEqual(pressed.map(({ status }) => status).sort(), [303, 410]);
    equal((await store.members.findOne({ _id: colleague }))?.account, account);
    equal((await customer.ask('/account')).status, 200);
    equal((await new Customer(platform.baseUrl).ask(`/account/login/invitation${new URL(link).search}`)).status, 410);

    const other = new Customer(platform.baseUrl);
    equal((await other.press(await linkTo(newcomer))).status, 303);
    const member = await store.members.findOne({ _id: newcomer });
    ok(member && member.account !== account);
    deepEqual((await findEmails(newcomer)).length, 1);
  });

  it('are refused when withdrawn, expired or sent by another site, and are not emailed again at once', async () => {
    const { platform, store } = await stack();
    const address = newAddress();
    equal((await callAsOperator('POST', '/invitations', { email: address })).status, 200);
    const again = await callAsOperator('POST', '/invitations', { email: address });
    deepEqual([again.status, again.body.type, again.headers.get('retry-after')], [429, 'invited_before', '900']);
    const link = await linkTo(address);
    const customer = new Customer(platform.baseUrl);
    const token = new URL(link).searchParams.get('token') ?? '';
    equal((await customer.post('/account/login/invitation', { token })).status, 403);
    const { invitations } = (await callAsOperator('GET', '/invitations')).body;
    ok(invitations.find((one: { email: string }) => one.email === address).mailed_at);
    equal((await callAsOperator('DELETE', `/invitations/${address}`)).status, 200);
    equal((await customer.ask(`/account/login/invitation?token=${token}`)).status, 410);
    const late = newAddress();
    equal((await callAsOperator('POST', '/invitations', { email: late })).status, 200);
    const lateLink = new URL(await linkTo(late));
    await store.invitations.updateOne({ _id: late }, { $set: { expires: new Date(Date.now() - 1) } });
    equal((await customer.ask(lateLink.pathname + lateLink.search)).status, 410);
    const trail = JSON.stringify((await callAsOperator('GET', `/audit-trail?subject=${address}`)).body);
    ok(!trail.includes(token) && !trail.includes('"link"'), trail);
  });

  it('are created and withdrawn in the console', async () => {
    const { platform, store } = await stack();
    const { cookie } = await logIn(platform.baseUrl);
    const path = `${platform.baseUrl}/operator/invitations`;
    const page = async () => (await fetch(path, { headers: { cookie } })).text();
    const form_token = /name="form_token" value="(\w+)"/.exec(await page())?.[1] ?? '';
    const send = async (to: string, fields: Record<string, string>) => {
      const body = new URLSearchParams({ form_token, ...fields });
      const answer = await fetch(path + to, { method: 'POST', redirect: 'manual', headers: { cookie }, body });
      return answer.status;
    };
    const email = newAddress();
    equal(await send('', { email, account: '', days: '7' }), 303);
    match(await page(), new RegExp(`>${email}</th><td>new account<`));
    equal(await send('', { email, account: 'no-such-account', days: '7' }), 404);
    equal(await send('/withdraw', { email }), 303);
    equal(await store.invitations.findOne({ _id: email }), null);
  });
});
