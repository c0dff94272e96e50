import { deepEqual, equal } from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { addOperator } from '../helpers/add-operator.js';
import {
  findAccessibilityViolations,
  findOverflows,
  findSmallTargets,
  openBrowser,
  visit,
} from '../helpers/browser.js';
import { showCode } from '../helpers/console-client.js';
import { type OidcProvider, startOidcProvider } from '../helpers/oidc-provider.js';
import { PASSWORD, type PrivateFronts, startPrivateFronts } from '../helpers/private-fronts.js';

/** Folder for pictures of every page, to be looked at; none are taken without it. */
const PICTURES = process.env.PICTURES;

describe('signing in, in a browser', () => {
  let fronts: PrivateFronts;
  let provider: OidcProvider;
  let baseUrl: string;

  before(async function () {
    this.timeout(120_000);
    if (!(await openBrowser())) this.skip();
    const email = 'dana@acme.example';
    // The provider is another site for the browser than the platform.
    provider = await startOidcProvider({ sub: 'dana', email, email_verified: true, groups: ['ops'] });
    provider.isAsking = true;
    const settings = (prefix: string) => ({
      [`${prefix}_ISSUER`]: provider.issuer,
      [`${prefix}_CLIENT_ID`]: provider.clientId,
      [`${prefix}_CLIENT_SECRET`]: provider.clientSecret,
    });
    const roles = { OPERATOR_OIDC_ROLES: '{"groups": {"ops": "admin"}}' };
    fronts = await startPrivateFronts(1, {
      ...settings('PORTAL_OIDC'),
      ...settings('OPERATOR_OIDC'),
      ...roles,
      BASE_URL: '',
    });
    baseUrl = fronts.urls[0] ?? '';
  });
  after(async () => {
    await fronts?.close();
    await provider?.close();
  });

  /** Checks a page, and takes pictures of it. */
  const look = async (page: Page, name: string) => {
    const found = [
      ...(await findOverflows(page)),
      ...(await findSmallTargets(page)),
      ...(await findAccessibilityViolations(page)),
    ];
    deepEqual(found, [], name);
    if (!PICTURES) return;
    mkdirSync(PICTURES, { recursive: true });
    for (const width of [390, 1_280]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
  };
  const atHome = (troubles: readonly string[]) => troubles.filter((trouble) => !trouble.startsWith('other host'));

  it('leads members to the provider and back to the requested page', () =>
    visit(baseUrl, { extraHTTPHeaders: fronts.headers }, async ({ page, troubles }) => {
      await page.goto('/account/keys');
      await look(page, 'portal-login');
      await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.waitForURL(`${baseUrl}/account/keys`);
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByText('dana@acme.example').first().waitFor();
      deepEqual(atHome(troubles), []);
    }));

  it('leads operators to the provider and back to the requested page, with a session that other sites cannot use', () =>
    visit(baseUrl, { extraHTTPHeaders: fronts.headers }, async ({ page, troubles }) => {
      await page.goto('/operator/accounts');
      await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.waitForURL(`${baseUrl}/operator/accounts`);
      await page.getByText('dana@acme.example, admin').waitFor();
      await page.goto('/operator/operators/dana%40acme.example');
      await look(page, 'operator-sso');
      const [session] = (await page.context().cookies()).filter(({ name }) => name === 'operator');
      equal(session?.sameSite, 'Strict');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await look(page, 'operator-login');
      deepEqual(atHome(troubles), []);
    }));

  it('asks operators for a code once they have set up an authenticator app', async () => {
    const { name } = await addOperator(fronts.store, 'admin');
    await visit(baseUrl, { extraHTTPHeaders: fronts.headers }, async ({ page, troubles }) => {
      const logIn = async () => {
        await page.goto(`/operator/operators/${name}`);
        await page.getByLabel('Name').fill(name);
        await page.getByLabel('Password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Sign in' }).click();
      };
      await logIn();
      await page.getByRole('link', { name: 'Set up second factor' }).click();
      await look(page, 'second-factor-enrol');
      const secret = ((await page.locator('#secret').textContent()) ?? '').replaceAll(' ', '');
      await page.getByLabel('Six-digit code').fill(showCode(secret, -1));
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByText('Second factor turned on.').waitFor();
      await look(page, 'second-factor-codes');
      const [recovery = ''] = ((await page.locator('#recovery-codes').textContent()) ?? '').split('\n');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await logIn();
      await look(page, 'login-code');
      await page.getByLabel('Code').fill(showCode(secret));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Second factor on.').waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await logIn();
      await page.getByLabel('Code').fill(recovery);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('link', { name: 'Manage second factor' }).click();
      await page.getByText('Recovery codes left: 9').waitFor();
      await look(page, 'second-factor-on');
      deepEqual(troubles, []);
    });
  });
});
