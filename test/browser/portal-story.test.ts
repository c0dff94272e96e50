import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { audit } from '../../shared/ledger/audit.js';
import { openBrowser, reloadUntil, visit } from '../helpers/browser.js';
import { findEmails, findSignInLink, newAddress } from '../helpers/portal.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { call, eventually, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const STARTING = 5;
const PACK = 500;

describe('the story of a customer', function () {
  this.timeout(600_000);

  before(async function () {
    if (!(await openBrowser())) this.skip();
  });

  // Without JavaScript the same forms are sent, which the tests through HTTP fill in.
  for (const javaScriptEnabled of nightlyOrDaily([true, false], [true])) {
    const how = javaScriptEnabled ? '' : ', without JavaScript';

    it(`goes from the sign-up over a payment, a key and calls to the mail of a low balance and a top-up${how}`, async () => {
      const { platform, store } = await stack();
      await visit(platform.baseUrl, { javaScriptEnabled }, async ({ page, troubles }) => {
        const address = newAddress();
        await page.goto('/account/billing');
        await page.getByLabel('Email address').fill(address);
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('heading', { name: 'Check your email' }).waitFor();
        await page.goto(await findSignInLink(address));
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.waitForURL('**/account/billing');
        const { account = '' } = (await store.members.findOne({ _id: address })) ?? {};

        await page.getByLabel('500 credits for €10.00').check();
        await page.getByLabel('Save the payment method').check();
        await page.getByRole('button', { name: 'Continue to payment' }).click();
        await page.getByRole('heading', { name: 'Pay' }).waitFor();
        equal(new URL(page.url()).origin, platform.stripeUrl);
        await page.getByRole('button', { name: 'Go back' }).click();
        await page.getByText('You left before paying').waitFor();

        await page.getByRole('button', { name: 'Resume payment' }).first().click();
        await page.getByRole('button', { name: 'Pay' }).click();
        await page.waitForURL('**/account/billing?*paid=1');
        const back = page.url();
        await reloadUntil(page, back, async () => (await page.getByText('Payment received').count()) === 1);
        const invoice = page.getByRole('link', { name: /^INV-/ });
        await reloadUntil(page, back, async () => (await invoice.count()) === 1);
        await invoice.click();
        await page.getByText('€10.00').first().waitFor();

        // The price of one request takes the balance below both thresholds.
        const below = STARTING + PACK - 0.0005;
        await page.goto('/account/settings');
        await page.getByLabel('Balance below').fill(String(below));
        await page.getByRole('button', { name: 'Save alerts' }).click();
        await page.getByText('Alerts saved.').waitFor();
        await page.goto('/account/billing');
        await page.getByLabel('When the balance is below').fill(String(below));
        await page.getByRole('button', { name: 'Turn on' }).click();
        await page.getByText('Automatic top-up is on.').first().waitFor();

        await page.goto('/account/keys');
        await page.getByLabel('Name', { exact: true }).fill('My server');
        await page.getByText('Restrictions', { exact: true }).click();
        const everything = page.getByLabel('Everything, including endpoints added later');
        const vat = page.locator('input[name="scopes"][value="vat"]');
        if (!javaScriptEnabled) await everything.uncheck();
        await vat.check();
        equal(await everything.isChecked(), false);
        await page.getByRole('button', { name: 'Create key' }).click();
        const key = (await page.locator('#issued').textContent()) ?? '';
        equal((await call('/v1/vat', VAT, { key })).status, 200);

        const mails = await eventually(
          () => findEmails(address),
          (found) => found.some(({ subject }) => subject.startsWith('Your balance is low')),
          120_000,
        );
        const link = /https?:\S+\/account\/billing/.exec(mails[0]?.text ?? '')?.[0] ?? '';
        equal(new URL(link).origin, platform.baseUrl);
        const lastPaid = page.getByText(/^Last top-up: .*, paid\.$/);
        await reloadUntil(page, link, async () => (await lastPaid.count()) === 1);
        match((await page.getByRole('row', { name: /automatic top-up/ }).textContent()) ?? '', /€10\.00/);
        const lots = (await store.wallets.findOne({ _id: account }))?.lots ?? [];
        ok(lots.reduce((sum, { left }) => sum + left, 0) > (STARTING + PACK) * 1_000_000);
        deepEqual((await audit(store, account)).findings, []);
        deepEqual(
          troubles.filter((trouble) => !trouble.includes(platform.stripeUrl)),
          [],
        );
      });
    });
  }
});
