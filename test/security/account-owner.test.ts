import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { cleanUpAccounts } from '../../features/accounts/clean-up-accounts.js';
import { deleteAccount } from '../../features/accounts/delete-account.js';
import { mailInvitations } from '../../features/accounts/mail-invitations.js';
import { mailNotices } from '../../features/accounts/mail-notices.js';
import { cancelDeletion } from '../../features/members/account.js';
import { customerWithKey } from '../helpers/customer-with-key.js';
import { Customer, findEmails, newAddress } from '../helpers/portal.js';
import { eventuallyBy } from '../helpers/run-task.js';
import { call, callAsOperator, stack } from '../helpers/stack.js';

const SETTINGS = '/account/settings';
const MEMBERS = '/account/members';
const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

/** The email with a subject, once the scheduler has had it sent. */
const noticeTo = async (address: string, subject: RegExp): Promise<string> => {
  const mails = await eventuallyBy(
    mailNotices,
    () => findEmails(address),
    (found) => found.some((mail) => subject.test(mail.subject)),
  );
  return mails.find((mail) => subject.test(mail.subject))?.text ?? '';
};

/** Invites a member to an account as an operator, and accepts the invitation. */
async function joinByInvitation(account: string): Promise<{ customer: Customer; address: string }> {
  const { platform } = await stack();
  const address = newAddress();
  equal((await callAsOperator('POST', '/invitations', { email: address, account })).status, 200);
  const [mail] = await eventuallyBy(
    mailInvitations,
    () => findEmails(address),
    (mails) => mails.length > 0,
  );
  const customer = new Customer(platform.baseUrl);
  const link = /https?:\S+\/account\/login\/invitation\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  equal((await customer.press(link)).status, 303);
  return { customer, address };
}

/** Requests the deletion of an account. @param name of the account; that of a new one is the address of its first member */
const askToDelete = (customer: Customer, name: string) =>
  customer.send(SETTINGS, `${SETTINGS}/delete`, { confirm: name });

describe('the owner of an account', () => {
  it('is notified of an invitation by an operator, and withdraws it', async () => {
    const { store } = await stack();
    const { customer, address, account } = await customerWithKey();
    const invited = newAddress();
    equal((await callAsOperator('POST', '/invitations', { email: invited, account })).status, 200);
    const text = await noticeTo(address, /was invited to your account/);
    ok(text.includes(invited), text);
    match(text, /withdraw the invitation/);
    const page = await customer.page(MEMBERS);
    ok(page.includes(invited) && page.includes(`action="${MEMBERS}/withdraw"`));
    const withdrawn = await customer.send(MEMBERS, `${MEMBERS}/withdraw`, { email: invited });
    equal(withdrawn.status, 303);
    equal(await store.invitations.findOne({ _id: invited }), null);
  });

  it('alone deletes the account, and cancels the deletion', async () => {
    const { store } = await stack();
    const { customer, address, account, key } = await customerWithKey();
    const colleague = await joinByInvitation(account);
    const refused = await askToDelete(colleague.customer, address);
    equal(refused.status, 403);
    ok((await colleague.customer.page(SETTINGS)).includes(address), 'it says who can');

    equal((await askToDelete(customer, address)).status, 303);
    equal((await call('/v1/vat', VAT, { key })).status, 200, 'all works on');
    const due = (await store.accounts.findOne({ _id: account }))?.deletion?.due ?? new Date(0);
    const days = (due.getTime() - Date.now()) / 86_400_000;
    ok(days > 13.9 && days <= 14, `${days} days`);
    const date = due.toISOString().slice(0, 10);
    for (const one of [address, colleague.address]) ok((await noticeTo(one, /will be deleted/)).includes(date));
    const [mine, theirs] = [await customer.page('/account'), await colleague.customer.page('/account')];
    ok(mine.includes(date) && mine.includes('Cancel deletion'));
    ok(theirs.includes(date) && !theirs.includes('Cancel deletion'));
    equal((await colleague.customer.send(SETTINGS, `${SETTINGS}/delete/cancel`)).status, 403);
    equal((await customer.send(SETTINGS, `${SETTINGS}/delete/cancel`)).status, 303);
    equal((await store.accounts.findOne({ _id: account }))?.deletion, undefined);
    ok(!(await customer.page('/account')).includes('Cancel deletion'));
  });

  it('cannot cancel a deletion that has begun', async () => {
    const { store } = await stack();
    const { customer, address, account } = await customerWithKey();
    equal((await askToDelete(customer, address)).status, 303);
    await store.accounts.updateOne({ _id: account }, { $set: { 'deletion.due': new Date(0) } });
    await eventuallyBy(
      cleanUpAccounts,
      () => store.accounts.findOne({ _id: account }),
      (found) => found?.name === 'Deleted account',
    );
    equal((await callAsOperator('POST', `/accounts/${account}/restore`)).status, 409);
    equal((await customer.send(SETTINGS, `${SETTINGS}/delete/cancel`)).status, 403);
    const deleted = await store.accounts.findOne({ _id: account });
    deepEqual([deleted?.name, deleted?.owner], ['Deleted account', undefined]);
  });

  it('either cancels a deletion that is due or has the account deleted, never both', async () => {
    const { store } = await stack();
    const deletion = {
      store,
      quota: { release: async () => {} },
      sessions: { endAll: async () => {} },
      deleteStudioData: async () => {},
      deleteFiles: async () => {},
      sendFarewell: async () => {},
    };
    const now = new Date();
    // The scheduler of the platform is not to begin it.
    const due = new Date(now.getTime() + 86_400_000);
    for (let round = 0; round < 20; round += 1) {
      const account = `acc_${nanoid()}`;
      await store.accounts.insertOne({ _id: account, name: 'Acme', created: now, deletion: { requested: now, due } });
      const [cancelled] = await Promise.allSettled([
        cancelDeletion(store, account, 'The owner', now),
        deleteAccount(deletion, account, due),
      ]);
      const left = await store.accounts.findOne({ _id: account });
      const isCancelled = cancelled.status === 'fulfilled';
      deepEqual(
        [left?.deletion, left?.closed === undefined, left?.name],
        [undefined, isCancelled, isCancelled ? 'Acme' : 'Deleted account'],
      );
      await store.accounts.updateOne({ _id: account }, { $unset: { deleting: true, clearing: true } });
    }
  });

  it('is changed, and a deletion cancelled, by an operator, in the audit trail', async () => {
    const { customer, address, account } = await customerWithKey();
    const colleague = await joinByInvitation(account);
    equal((await callAsOperator('GET', `/accounts/${account}`)).body.owner, address);
    equal((await callAsOperator('POST', `/accounts/${account}/owner`, { email: newAddress() })).status, 422);
    const named = await callAsOperator('POST', `/accounts/${account}/owner`, { email: colleague.address });
    deepEqual([named.status, named.body.owner], [200, colleague.address]);
    match(await noticeTo(address, /owner/), new RegExp(colleague.address));
    equal((await askToDelete(customer, address)).status, 403);
    equal((await askToDelete(colleague.customer, address)).status, 303);
    ok((await callAsOperator('GET', `/accounts/${account}`)).body.deletion_due);
    const restored = await callAsOperator('POST', `/accounts/${account}/restore`);
    deepEqual([restored.status, restored.body.deletion_due], [200, null]);
    const { entries } = (await callAsOperator('GET', `/audit-trail?account=${account}`)).body;
    const done = entries.map(({ operation }: { operation: string }) => operation);
    ok(done.includes('accounts owner') && done.includes('accounts restore'), String(done));
  });
});
