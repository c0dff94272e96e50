import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { holdBody } from '../../test/helpers/hold-body.js';
import { Customer, findEmails, newAddress, newCustomer } from '../../test/helpers/portal.js';
import { eventuallyBy } from '../../test/helpers/run-task.js';
import { stack } from '../../test/helpers/stack.js';
import { mailInvitations } from '../accounts/mail-invitations.js';
import { handOverOwnership, removeMember } from '../members/team.js';

const MEMBERS = '/account/members';
const ROUNDS = 10;

const send = (customer: Customer, action: string, fields: Record<string, string> = {}) =>
  customer.send(MEMBERS, `${MEMBERS}/${action}`, fields);

/** The email of an invitation, and its link. */
async function findInvitationEmail(address: string) {
  const isInvitation = ({ subject }: { subject: string }) => subject.includes('invited you');
  const mails = await eventuallyBy(
    mailInvitations,
    () => findEmails(address),
    (found) => found.some(isInvitation),
  );
  const text = mails.find(isInvitation)?.text ?? '';
  return { text, link: /https?:\S+\/account\/login\/invitation\?token=\S+/.exec(text)?.[0] ?? '' };
}

/** Invites a new address, and accepts the invitation. */
async function join(owner: Customer, role: string): Promise<{ customer: Customer; address: string }> {
  const address = newAddress();
  equal((await send(owner, 'invite', { email: address, role })).status, 303);
  const customer = new Customer((await stack()).platform.baseUrl);
  equal((await customer.press((await findInvitationEmail(address)).link)).status, 303);
  return { customer, address };
}

describe('the members of an account', () => {
  it('are invited with a role, which the email and the page of the link name', async () => {
    const { customer: owner, address: by, account } = await newCustomer();
    const { store, platform } = await stack();
    const address = newAddress();
    equal((await send(owner, 'invite', { email: address, role: 'owner' })).status, 422);
    equal((await send(owner, 'invite', { email: address, role: 'billing' })).status, 303);
    equal((await send(owner, 'invite', { email: address, role: 'billing' })).status, 429);
    equal((await send(owner, 'resend', { email: address })).status, 429);
    const { text, link } = await findInvitationEmail(address);
    match(text, /with the role billing/);
    ok(text.includes(by) && text.includes(`“${by}”`), text);
    const customer = new Customer(platform.baseUrl);
    const { pathname, search } = new URL(link);
    match(await customer.page(pathname + search), /with the role <b>billing<\/b>/);
    equal((await customer.press(link)).status, 303);
    const member = await store.members.findOne({ _id: address });
    deepEqual([member?.account, member?.role], [account, 'billing']);
    equal((await send(customer, 'invite', { email: newAddress(), role: 'viewer' })).status, 403);
    equal((await send(owner, 'invite', { email: address, role: 'viewer' })).status, 409);
  });

  it('lose access with the next request when they are removed or leave, and forms that are open are refused', async () => {
    const { customer: owner, address: ownersAddress } = await newCustomer();
    const { store } = await stack();
    const { customer, address } = await join(owner, 'admin');
    const html = await customer.page(MEMBERS);
    const form_token = /name="form_token" value="([\w-]+)"/.exec(html)?.[1] ?? '';
    const invite = () => customer.post(`${MEMBERS}/invite`, { form_token, email: newAddress(), role: 'admin' });
    equal((await send(customer, 'remove', { email: ownersAddress })).status, 409);
    equal((await send(customer, 'role', { email: ownersAddress, role: 'viewer' })).status, 409);
    equal((await send(customer, 'owner', { email: address })).status, 403);
    equal((await send(owner, 'leave')).status, 409);
    equal((await send(owner, 'role', { email: address, role: 'viewer' })).status, 303);
    equal((await invite()).status, 403, 'demoted');
    equal((await customer.ask('/account')).status, 200);
    equal((await send(owner, 'remove', { email: address })).status, 303);
    equal((await invite()).status, 403, 'removed');
    equal((await customer.ask('/account')).status, 302);
    equal(await store.members.findOne({ _id: address }), null);
    const { customer: other } = await join(owner, 'viewer');
    equal((await send(other, 'leave')).headers.get('location'), '/account/login');
    equal((await other.ask('/account')).status, 302);
  });

  it('cannot send a form whose body was held back while they were demoted or removed', async () => {
    const { customer: owner } = await newCustomer();
    const { store, platform } = await stack();
    const { customer, address } = await join(owner, 'admin');
    const form_token = /name="form_token" value="([\w-]+)"/.exec(await customer.page(MEMBERS))?.[1] ?? '';
    const hold = (action: string, fields: Record<string, string>) =>
      holdBody(`${platform.baseUrl}${MEMBERS}/${action}`, {
        headers: { cookie: customer.cookies, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ form_token, ...fields }).toString(),
      });
    const promote = await hold('role', { email: address, role: 'admin' });
    equal((await send(owner, 'role', { email: address, role: 'viewer' })).status, 303);
    equal(await promote(), 403);
    equal((await store.members.findOne({ _id: address }))?.role, 'viewer');
    equal((await send(owner, 'role', { email: address, role: 'admin' })).status, 303);
    const accomplice = newAddress();
    const invite = await hold('invite', { email: accomplice, role: 'admin' });
    equal((await send(owner, 'remove', { email: address })).status, 303);
    equal(await invite(), 403);
    equal(await store.invitations.findOne({ email: accomplice }), null);
  });

  it('get no key with the scope billing, new, changed or rotated, if their role does not have it', async () => {
    const { customer: owner, account } = await newCustomer();
    const { customer } = await join(owner, 'developer');
    const keys = '/account/keys';
    const sendKey = (by: Customer, action: string, scopes: string[]) =>
      by.send(keys, action, { name: 'Test', scopes, ...(action === keys && { mode: 'live' }) });
    equal((await sendKey(customer, keys, ['vat', 'billing'])).status, 403);
    equal((await sendKey(customer, keys, ['vat'])).status, 303);
    equal((await sendKey(owner, keys, ['billing'])).status, 303);
    const { store } = await stack();
    const [own, ofOwner] = await store.keys.find({ account }, { sort: { created: 1 } }).toArray();
    equal((await sendKey(customer, `${keys}/${own?.id}`, ['vat', 'billing'])).status, 403);
    equal((await sendKey(customer, `${keys}/${ofOwner?.id}`, ['billing'])).status, 303);
    equal((await customer.send(keys, `${keys}/${ofOwner?.id}/rotate`, { overlap_seconds: '0' })).status, 403);
    equal((await customer.send(keys, `${keys}/${ofOwner?.id}/revoke`)).status, 303);
  });

  it('are removed by their next request if the removal was interrupted', async () => {
    const { customer: owner, account } = await newCustomer();
    const { store } = await stack();
    const { customer, address } = await join(owner, 'admin');
    await store.accounts.updateOne({ _id: account }, { $set: { removing: [address] } });
    equal(
      (await send(owner, 'owner', { email: address })).status,
      409,
      'ownership goes to nobody who is being removed',
    );
    equal((await customer.ask('/account')).status, 302);
    equal((await customer.ask('/account/login')).status, 200);
    equal(await store.members.findOne({ _id: address }), null);
    deepEqual((await store.accounts.findOne({ _id: account }))?.removing, []);
  });

  it('are invited in the same way if they belong to another account, which only they learn', async () => {
    const { customer: owner } = await newCustomer();
    const { customer: other, address, account } = await newCustomer();
    const { store } = await stack();
    const sent = await send(owner, 'invite', { email: address, role: 'viewer' });
    equal(sent.headers.get('location'), `${MEMBERS}?done=invited`);
    const { text, link } = await findInvitationEmail(address);
    match(text, /already belongs to another account/);
    const refused = await other.press(link);
    equal(refused.status, 409);
    equal((await store.members.findOne({ _id: address }))?.account, account);
    await store.members.deleteOne({ _id: address });
    equal((await other.press(link)).status, 303, 'the link still works once they have left');
  });

  it('do not join by signing in, but only by the link of their invitation', async () => {
    const { customer: owner, account } = await newCustomer();
    const { store, platform } = await stack();
    const address = newAddress();
    equal((await send(owner, 'invite', { email: address, role: 'admin' })).status, 303);
    await new Customer(platform.baseUrl).signIn(address);
    const member = await store.members.findOne({ _id: address });
    ok(member && member.account !== account);
  });

  it('keep their owner if the member who is to follow is removed just before the hand-over is written', async () => {
    const { store } = await stack();
    const account = `acc_${nanoid()}`;
    const [owner, to] = [newAddress(), newAddress()];
    const now = new Date();
    await store.accounts.insertOne({ _id: account, name: 'Acme', created: now, owner });
    await store.members.insertMany([owner, to].map((_id) => ({ _id, account, created: now, signed_in: now })));
    const updateOne: typeof store.members.updateOne = async (...args) => {
      await removeMember(store, { endAll: async () => {} }, account, to);
      return store.members.updateOne(...args);
    };
    const members = new Proxy(store.members, {
      get: (target, name) => (name === 'updateOne' ? updateOne : Object(Reflect.get(target, name)).bind(target)),
    });
    await rejects(handOverOwnership({ accounts: store.accounts, members }, account, { from: owner, to }, now), {
      type: 'not_a_member',
    });
    const found = await store.accounts.findOne({ _id: account });
    deepEqual([found?.owner, found?.notices], [owner, []]);
  });

  it('have exactly one owner, however often ownership is handed over and members are removed at the same time', async () => {
    const { store } = await stack();
    const sessions = { endAll: async () => {} };
    const now = new Date();
    for (let round = 0; round < ROUNDS; round++) {
      const account = `acc_${nanoid()}`;
      const [owner = '', one = '', other = ''] = [newAddress(), newAddress(), newAddress()];
      await store.accounts.insertOne({ _id: account, name: 'Acme', created: now, owner });
      await store.members.insertMany(
        [owner, one, other].map((_id) => ({ _id, account, role: 'viewer' as const, created: now, signed_in: now })),
      );
      const handOver = (to: string) => handOverOwnership(store, account, { from: owner, to }, now);
      const [first, second, removed] = await Promise.allSettled([
        handOver(one),
        handOver(other),
        removeMember(store, sessions, account, one),
      ]);
      const found = await store.accounts.findOne({ _id: account });
      const winners = [first, second].filter(({ status }) => status === 'fulfilled');
      ok(winners.length <= 1);
      if (winners.length === 0) equal(found?.owner, owner);
      ok(await store.members.findOne({ _id: found?.owner ?? '', account }), 'the owner is a member');
      equal(found?.owner === one, removed.status === 'rejected');
      equal((await store.members.findOne({ _id: owner }))?.role, undefined, 'the previous owner is an admin');
    }
  });
});
