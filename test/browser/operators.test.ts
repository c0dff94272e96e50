import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import {
  findAccessibilityViolations,
  findOverflows,
  findSmallTargets,
  openBrowser,
  type Visit,
  visit,
  visitEach,
} from '../helpers/browser.js';
import { submitInvalidFields } from '../helpers/invalid-form-fields.js';
import { PASSWORD, type PrivateFronts, startPrivateFronts } from '../helpers/private-fronts.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { ADMIN_TOKEN } from '../helpers/stack.js';

/** Folder for pictures of every page, to be looked at; none are taken without it. */
const PICTURES = process.env.PICTURES;

describe('operators in a browser', () => {
  let fronts: PrivateFronts;
  let baseUrl: string;
  let keyId: string;
  let session: Awaited<ReturnType<BrowserContext['storageState']>>;

  before(async function () {
    this.timeout(120_000);
    if (!(await openBrowser())) this.skip();
    fronts = await startPrivateFronts();
    baseUrl = fronts.urls[0] ?? '';
    await fronts.admin('POST', '/accounts', { account: 'shop', name: 'The Shop' });
    await fronts.admin('POST', '/accounts', { account: 'other', name: 'Another' });
    keyId = (await fronts.admin('POST', '/accounts/other/keys')).body.key;
    await fronts.admin('POST', '/invitations', { email: 'a.rather.long.name@customers.example', account: 'shop' });
    await visit(baseUrl, { extraHTTPHeaders: fronts.headers }, async ({ page, troubles }) => {
      await page.goto('/operator');
      await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('link', { name: 'Create the first admin' }).click();
      await page.getByLabel('Name').fill('ada');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create admin' }).click();
      await page.getByText('Operator created.').waitFor();
      await page.getByText('ada, admin').waitFor();
      deepEqual(troubles, []);
      session = await page.context().storageState();
    });
  });
  after(() => fronts?.close());

  /** Follows a link in the session of a named operator. */
  const asAda = (path: string, work: (seen: Visit) => Promise<void>, options: BrowserContextOptions = {}) =>
    visit(baseUrl, { extraHTTPHeaders: fronts.headers, storageState: session, ...options }, async (seen) => {
      await seen.page.goto(path);
      await work(seen);
    });

  it('reach what a link led to after the login, in spite of a wrong password', () =>
    visit(baseUrl, { extraHTTPHeaders: fronts.headers }, async ({ page, troubles }) => {
      const path = '/operator/accounts/shop?done=renamed';
      await page.goto(path);
      await page.getByLabel('Name').fill('ada');
      await page.getByLabel('Password').fill('a wrong password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Wrong name or password').waitFor();
      equal(await page.getByLabel('Name').inputValue(), 'ada');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${baseUrl}${path}`);
      equal(await page.locator('h1').textContent(), 'The Shop');
      // The wrong password is the only thing that went wrong.
      deepEqual(
        troubles.filter((trouble) => !/status of 4\d\d/.test(trouble)),
        [],
      );
    }));

  it('see that a payment already exists, and keep the invalid values that they typed', () =>
    asAda('/operator/accounts/shop', async ({ page }) => {
      const add = async (credits: string, payment: string) => {
        await page.getByLabel('Credits', { exact: true }).fill(credits);
        await page.getByLabel('Payment id').fill(payment);
        await page.getByRole('button', { name: 'Add credits' }).click();
      };
      await add('5', 'inv-1');
      await page.getByText('Credits added.').waitFor();
      await add('5', 'inv-1');
      await page.getByText('This payment ID was already credited.').waitFor();
      await page.reload();
      match((await page.locator('.figures').first().textContent()) ?? '', /Purchased\s*5\s*credits/);
      await add('5.12345678', 'inv-2');
      await page.locator('#credits-problem', { hasText: 'at most six decimals' }).waitFor();
      equal(await page.getByLabel('Credits', { exact: true }).getAttribute('aria-invalid'), 'true');
      equal(await page.getByLabel('Payment id').inputValue(), 'inv-2');
    }));

  it('see what is wrong at the field, in every form, and keep what they typed', () =>
    asAda('/operator/accounts/shop', async ({ page }) => {
      const { store } = fronts;
      const ada = await store.operators.findOne({ _id: 'ada' });
      if (ada) await store.operators.insertOne({ ...ada, _id: 'bob', role: 'viewer' });
      const call = { nonce: 'n', account: 'shop', key: 'k', endpoint: 'vat', cost: 0, parts: [], status: 200 };
      await store.usage.insertOne({ _id: 'a-call', ...call, state: 'spent', at: new Date() });
      await store.experiences.insertOne({
        ...{ _id: 1, code: 'abcdefghij', account: 'shop', type: 'url', title: 'A page', created: new Date() },
        ...{ page: null, target: 'https://example.com', bytes: 0 },
      });
      const paths = [
        ...['accounts', 'accounts/shop', `keys/${keyId}`, 'operators', 'operators/ada', 'operators/bob', 'invitations'],
        ...['experiences/1', 'requests?id=a-call', 'requests', 'audit-trail', 'time', 'orders'],
      ];
      const { asked, wrong } = await submitInvalidFields(page, paths);
      deepEqual(wrong, []);
      equal(asked > nightlyOrDaily(60, 35), true, `${asked} fields`);
    }));

  it('change, rotate and revoke keys, and find it all in the audit trail', () =>
    asAda('/operator/accounts/shop', async ({ page, troubles }) => {
      await page.getByLabel('Webhooks').check();
      await page.getByLabel('Expires', { exact: true }).fill('2030-01-02T03:04');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.locator('#issued').waitFor();
      await page.getByRole('region', { name: 'Keys' }).getByRole('link').click();
      equal(await page.getByLabel('Expires', { exact: true }).inputValue(), '2030-01-02T03:04');
      equal(await page.getByLabel('Webhooks').isChecked(), true);
      await page.getByText('Rate limits (requests').click();
      await page.getByLabel('All groups').fill('7');
      await page.getByLabel('Allowed IPs').fill('203.0.113.0/24, 198.51.100.7');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Key updated.').waitFor();
      const key = await fronts.store.keys.findOne({ account: 'shop' });
      deepEqual(
        [key?.limits, key?.ip_ranges, key?.scopes],
        [{ '*': 7 }, ['203.0.113.0/24', '198.51.100.7'], ['webhooks']],
      );
      await page.getByRole('button', { name: 'Rotate key' }).click();
      match((await page.locator('#issued').textContent()) ?? '', /^ua_live_/);
      await page.reload();
      equal(await page.locator('#issued').count(), 0);
      equal(await fronts.store.keys.countDocuments({ account: 'shop' }), 2);
      page.on('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('Key revoked.').waitFor();
      await page.getByRole('link', { name: 'Account shop' }).click();
      await page.locator('main').getByRole('link', { name: 'Audit trail' }).click();
      for (const operation of ['keys revoke', 'keys rotate', 'keys update', 'keys issue', 'purchases add']) {
        await page.getByRole('cell', { name: operation }).first().waitFor();
      }
      deepEqual(troubles, []);
    }));

  const screens = [
    [360, 'dark'],
    [768, 'light'],
    [1280, 'light'],
  ] as const;
  for (const [width, colorScheme] of nightlyOrDaily<readonly (readonly [number, 'light' | 'dark'])[]>(
    screens,
    screens.slice(0, 1),
  )) {
    it(`have pages that fit a screen of ${width} pixels, for everybody`, () =>
      asAda(
        '/operator/operators',
        async (seen) => {
          const paths = ['/operators', '/operators/ada', '/audit-trail', '/invitations', '/login'];
          // By day accounts are looked at in the tests of the console.
          paths.push(...nightlyOrDaily(['/accounts/shop'], []));
          const found = await visitEach(
            seen,
            paths.map((path) => `/operator${path}`),
            async (page, path) => {
              if (PICTURES) {
                mkdirSync(PICTURES, { recursive: true });
                await page.screenshot({
                  path: `${PICTURES}/operators-${path.split('/').at(-1)}-${width}.png`,
                  fullPage: true,
                });
              }
              return [
                ...(await findOverflows(page)),
                ...(await findSmallTargets(page)),
                ...(await findAccessibilityViolations(page)),
              ];
            },
          );
          deepEqual([...found, ...seen.troubles], []);
        },
        { viewport: { width, height: 800 }, colorScheme },
      ));
  }
});
