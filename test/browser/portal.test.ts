import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { createInvitationLink } from '../../features/members/invitations.js';
import { openBrowser, visit } from '../helpers/browser.js';
import { alternatingViews, findProblems } from '../helpers/page-views.js';
import { createPage } from '../helpers/page-visits.js';
import { findSignInLink, newAddress } from '../helpers/portal.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { call, eventually, stack } from '../helpers/stack.js';

const DAY_MS = 86_400_000;
const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

/** Asks for a link in a browser, and opens it there. */
async function signUp(page: Page, from = '/account'): Promise<string> {
  const address = newAddress();
  await page.goto(from);
  await page.getByLabel('Email address').fill(address);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto(await findSignInLink(address));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return address;
}

describe('the portal, in a browser', function () {
  this.timeout(300_000);

  before(async function () {
    if (!(await openBrowser())) this.skip();
  });

  it('leads from the sign-up over the mailbox and a key to the first call, which stands among the requests', async () => {
    const { platform, store } = await stack();
    await visit(platform.baseUrl, {}, async ({ page, troubles }) => {
      const address = newAddress();
      await page.goto('/account/keys');
      await page.getByLabel('Email address').fill(address);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();

      await findSignInLink(address);
      const link = await visit(new URL(platform.mailboxUrl ?? '').origin, {}, async ({ page: mailbox }) => {
        await mailbox.goto(`/mailbox?to=${address}`);
        await mailbox.getByRole('link', { name: 'Create your utility-api account' }).click();
        return mailbox.getByRole('link', { name: '/account/login/link' }).getAttribute('href');
      });
      await page.goto(link ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('**/account/keys');

      await page.getByLabel('Name', { exact: true }).fill('My server');
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = (await page.locator('#issued').textContent()) ?? '';
      match(key, /^ua_live_/);
      await page.reload();
      equal(await page.locator('#issued').count(), 0, 'shown once');
      const { account = '' } = (await store.members.findOne({ _id: address })) ?? {};
      equal(await store.keys.countDocuments({ account }), 1, 'loading the page again issues nothing');

      equal((await call('/v1/vat', VAT, { key })).status, 200);
      await eventually(
        async () => {
          await page.goto('/account/requests');
          return page.getByRole('cell', { name: 'vat', exact: true }).count();
        },
        (calls) => calls === 1,
      );
      await page.locator('tbody a').first().click();
      await page.getByText('Timeline', { exact: true }).click();
      await page.getByRole('heading', { name: 'Credits held' }).waitFor();
      deepEqual(troubles, []);
    });
  });

  it('copies a key, and asks before it revokes one', async () => {
    const { platform } = await stack();
    const permissions = ['clipboard-read', 'clipboard-write'];
    await visit(platform.baseUrl, { permissions }, async ({ page, troubles }) => {
      await signUp(page, '/account/keys');
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = await page.locator('#issued').textContent();
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByText('Copied').waitFor();
      equal(await page.evaluate('navigator.clipboard.readText()'), key);

      await page.getByRole('rowheader').getByRole('link').click();
      page.once('dialog', (dialog) => void dialog.dismiss());
      await page.getByRole('button', { name: 'Revoke key' }).click();
      equal(await page.getByRole('button', { name: 'Revoke key' }).count(), 1, 'not without a yes');
      page.once('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await page.getByText('Key revoked.').waitFor();
      deepEqual(troubles, []);
    });
  });

  it('creates a key without JavaScript, and keeps invalid input', async () => {
    const { platform } = await stack();
    await visit(platform.baseUrl, { javaScriptEnabled: false }, async ({ page }) => {
      await signUp(page, '/account/keys');
      await page.getByLabel('Name', { exact: true }).fill('Without scripts');
      await page.getByText('Restrictions', { exact: true }).click();
      await page.getByLabel('Everything').uncheck();
      await page.locator('input[value="vat"]').check();
      await page.getByLabel('Allowed IPs').fill('300.1.1.1');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.locator('#ip_ranges-problem').waitFor();
      equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Without scripts');
      equal(await page.getByLabel('Everything').isChecked(), false);
      await page.getByLabel('Allowed IPs').fill('127.0.0.0/8');
      await page.getByRole('button', { name: 'Create key' }).click();
      match((await page.locator('#issued').textContent()) ?? '', /^ua_live_/);
      equal(await page.getByRole('button', { name: 'Copy' }).isVisible(), false);
    });
  });

  it('looks right on every page, in every size, light and dark', async () => {
    const { platform, store } = await stack();
    await visit(platform.baseUrl, {}, async ({ page, troubles }) => {
      const found: string[] = [];
      let turn = 0;
      const look = async (path: string, name: string) => {
        await page.goto(path);
        found.push(...(await findProblems(page, name, alternatingViews(turn++))));
      };
      const lookHere = async (name: string) =>
        found.push(...(await findProblems(page, name, alternatingViews(turn++))));
      await look('/account/login', 'login');
      const invited = { _id: newAddress(), created: new Date(), expires: new Date(Date.now() + DAY_MS) };
      const { unmailed: secret = '', link } = createInvitationLink();
      await store.invitations.insertOne({ ...invited, ...(link && { link }) });
      await look(`/account/login/invitation?token=${secret}`, 'invitation');
      await page.goto('/account/login');
      const mailed = newAddress();
      await page.getByLabel('Email address').fill(mailed);
      await page.getByRole('button', { name: 'Continue' }).click();
      await lookHere('sent');
      await page.getByLabel('Six-digit code').fill('000000');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await lookHere('sent-refused');
      troubles.length = 0;
      await look(await findSignInLink(mailed), 'link');
      const address = await signUp(page);
      for (const name of nightlyOrDaily(['', 'keys', 'requests', 'experiences'], ['', 'requests']))
        await look(`/account/${name}`, `${name || 'home'}-empty`);

      await page.goto('/account/keys');
      await page.getByLabel('Name', { exact: true }).fill('My server');
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = (await page.locator('#issued').textContent()) ?? '';
      await lookHere('key-issued');
      for (let time = 0; time < 5; time++) await call('/v1/vat', VAT, { key });
      await call('/v1/vat', { action: 'nonsense' }, { key });
      const { id } = await createPage('feedback', {}, key);
      const said = { experience_id: id, event: 'feedback_submitted', value: 'Very good, and quick.' };
      await call('/v1/qr-scan/event', said, { key });
      const { account = '' } = (await store.members.findOne({ _id: address })) ?? {};
      await eventually(
        () => store.usage.countDocuments({ account }),
        (calls) => calls === 8,
      );
      const sold = { account, pack: 'small', credits: 500_000_000, price: 1_000, currency: 'eur', saves: true };
      const known = { customer: 'cus_none', refunded: 0, disputed: 0, revision: 0, asked: 0, created: new Date() };
      const paid = { ...sold, ...known, kind: 'checkout' as const, state: 'paid' as const, paid: new Date() };
      const declined = { ...sold, ...known, kind: 'top_up' as const, state: 'failed' as const, why: 'card_declined' };
      await store.orders.insertMany([
        { _id: `ord_${account}`, ...paid },
        { _id: `top_${account}`, ...declined },
      ]);
      const off = { at: new Date(), why: 'card_declined' };
      const topUp = { below: 5_000_000, pack: 'small', most_per_day: 1, on: false, crossings: 1, off };
      const method = { id: 'pm_none', brand: 'visa', last4: '4242' };
      await store.payers.insertOne({ _id: account, customer: 'cus_none', method, top_up: topUp });
      const [made] = await store.keys.find({ account }).toArray();
      const [last] = await store.usage.find({ account }).toArray();
      for (const name of ['', 'keys', 'requests', 'experiences', 'billing', 'settings']) {
        await look(`/account/${name}`, name || 'home');
      }
      await look(`/account/keys/${made?.id}`, 'key');
      await look(`/account/requests/${last?._id}`, 'request');
      await look(`/account/experiences/${id}`, 'experience');
      for (const tab of nightlyOrDaily(
        ['statistics', 'statistics?days=365', 'messages', 'versions', 'versions/1', 'settings'],
        ['statistics', 'settings'],
      ))
        await look(`/account/experiences/${id}/${tab}`, `experience-${tab.replaceAll(/\W/g, '-')}`);
      for (const type of nightlyOrDaily(['coupon'], [])) {
        const { id: coupon } = await createPage(type, {}, key);
        await look(`/account/experiences/${coupon}`, `experience-${type}`);
      }
      const { id: leads } = await createPage('url', {}, key);
      await look(`/account/experiences/${leads}`, 'experience-url');
      await look(`/account/billing/receipts/ord_${account}`, 'receipt');
      await look(`/account/billing?order=ord_${account}&paid=1`, 'billing-returned');
      const open = { ...sold, ...known, kind: 'checkout' as const, state: 'open' as const, session: `cs_${account}` };
      await store.orders.insertOne({ _id: `open_${account}`, ...open, closes: new Date(Date.now() + DAY_MS) });
      const low = { below: 1_000_000_000, is: true, crossings: 1 };
      await store.wallets.updateOne({ _id: account }, { $set: { low } });
      await look(`/account/billing?order=open_${account}&paid=1&checks=30`, 'billing-unconfirmed');
      // The page would load itself again while it is examined.
      await page.route('**/account/billing?*', async (route) => {
        const response = await route.fetch();
        const { refresh: _, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      });
      await look(`/account/billing?order=open_${account}&paid=1`, 'billing-processing');
      await page.unroute('**/account/billing?*');
      deepEqual(troubles, []);

      await page.goto('/account/keys');
      await page.getByText('Restrictions', { exact: true }).click();
      await page.getByLabel('Allowed IPs').fill('300.1.1.1');
      await page.getByLabel('Expires').fill('2020-01-01');
      await page.getByRole('button', { name: 'Create key' }).click();
      await lookHere('keys-refused');
      await page.goto(`/account/experiences/${leads}/settings`);
      await store.experiences.updateOne({ _id: leads }, { $inc: { version: 1 } });
      await page.getByLabel('Name', { exact: true }).fill('Web shop');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await lookHere('experience-late');
      await page.goto('/account/settings');
      await page.getByLabel('VAT number').fill('DE12');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await lookHere('settings-refused');
      await page.goto(`/account/keys/${made?.id}`);
      await page.getByRole('button', { name: 'Revoke key' }).evaluate((button) => button.removeAttribute('data-ask'));
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await page.getByText('Key revoked.').waitFor();
      await lookHere('keys-revoked');
      await look('/account/nothing', 'problem');
      await page.goto('/account/settings');
      const name = await page.getByLabel('Name', { exact: true }).inputValue();
      await page.getByLabel('Enter the name of the account').fill(name);
      await page
        .getByRole('button', { name: 'Delete account' })
        .evaluate((button) => button.removeAttribute('data-ask'));
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByText(/will be deleted on/).waitFor();
      await lookHere('deletion-scheduled');
      deepEqual(found, []);
      ok(
        troubles.every((trouble) => /status of (412|422|404)/.test(trouble)),
        troubles.join(),
      );
    });
  });
});
