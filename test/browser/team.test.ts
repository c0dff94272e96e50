import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { mailInvitations } from '../../features/accounts/mail-invitations.js';
import { openBrowser, visit } from '../helpers/browser.js';
import { alternatingViews, findProblems } from '../helpers/page-views.js';
import { type Customer, findEmails, newAddress, newCustomer } from '../helpers/portal.js';
import { eventuallyBy } from '../helpers/run-task.js';
import { stack } from '../helpers/stack.js';

/** Signs a page in with the session of a customer. */
async function signIn(page: Page, { cookies, baseUrl: url }: Customer): Promise<void> {
  const pairs = cookies.split('; ').map((pair) => pair.split(/=(.*)/s, 2));
  await page.context().addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url })));
}

describe('the story of a team', function () {
  this.timeout(300_000);

  before(async function () {
    if (!(await openBrowser())) this.skip();
  });

  it('goes from an invitation over a change of role and of owner to leaving, all in the account log', async () => {
    const { platform, store } = await stack();
    const { customer, address: owner, account } = await newCustomer();
    const colleague = newAddress();
    await visit(platform.baseUrl, {}, async ({ page, troubles }) => {
      page.on('dialog', (dialog) => void dialog.accept());
      await signIn(page, customer);
      await page.goto('/account/members');
      await page.getByLabel('Email address').fill(colleague);
      await page.locator('#role').selectOption('developer');
      await page.getByRole('button', { name: 'Send invitation' }).click();
      await page.getByText('Invitation sent.').waitFor();
      const [mail] = await eventuallyBy(
        mailInvitations,
        () => findEmails(colleague),
        (mails) => mails.length > 0,
      );
      const link = /https?:\S+\/account\/login\/invitation\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';

      await visit(platform.baseUrl, {}, async ({ page: other, troubles: others }) => {
        other.on('dialog', (dialog) => void dialog.accept());
        await other.goto(link);
        await other.getByRole('button', { name: 'Accept and sign in' }).click();
        await other.getByRole('heading', { name: 'Home' }).waitFor();
        await other.goto('/account/billing');
        equal(await other.getByRole('button', { name: 'Continue to payment' }).count(), 0);
        await other.getByText('can buy credits').waitFor();

        await page.goto('/account/members');
        const row = page.getByRole('row', { name: colleague });
        await row.getByText('Manage').click();
        deepEqual(await findProblems(page, 'members', alternatingViews(0)), []);
        await row.getByLabel('Role').selectOption('billing');
        await row.getByRole('button', { name: 'Change role' }).click();
        await page.getByText('Role changed.').waitFor();
        await other.reload();
        await other.getByRole('button', { name: 'Continue to payment' }).waitFor();

        await row.getByText('Manage').click();
        await row.getByRole('button', { name: 'Make owner' }).click();
        await page.getByText('Ownership handed over.').waitFor();
        equal((await store.accounts.findOne({ _id: account }))?.owner, colleague);
        await page.getByRole('button', { name: 'Leave account' }).click();
        await page.getByRole('button', { name: 'Continue' }).waitFor();

        await other.goto('/account/log');
        const actions = await other.locator('td[data-label="Action"]').allTextContents();
        const named = [
          'Left the account',
          'Handed over ownership',
          'Changed role of member',
          'Joined the account',
          'Invited member',
        ];
        equal(actions.length, named.length);
        for (const [index, name] of named.entries()) match(actions[index] ?? '', new RegExp(name));
        await other.locator('summary').nth(2).click();
        match((await other.locator('dl.changes').nth(2).textContent()) ?? '', /developer\s*billing/);
        deepEqual(await findProblems(other, 'account-log', alternatingViews(0)), []);
        deepEqual(others, []);
      });
      ok(!(await store.members.findOne({ _id: owner })));
      deepEqual(troubles, []);
    });
  });
});
