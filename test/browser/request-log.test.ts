import { deepEqual, equal, match } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { createKey } from '../../features/keys/keys.js';
import {
  findAccessibilityViolations,
  findOverflows,
  findSmallTargets,
  openBrowser,
  visit,
} from '../helpers/browser.js';
import { customerWithKey } from '../helpers/customer-with-key.js';
import { saveScreenshotNightly, sizes } from '../helpers/page-views.js';
import { call, eventually, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20, country: "it's" };

/** Checks a page at the size of a phone. */
async function look(page: Page, name: string): Promise<void> {
  await page.setViewportSize(sizes.phone);
  await saveScreenshotNightly(page, 'portal', `log-${name}`);
  deepEqual([...(await findOverflows(page)), ...(await findSmallTargets(page))], []);
  deepEqual(await findAccessibilityViolations(page), []);
}

describe('the request log, in a browser', function () {
  this.timeout(120_000);

  before(async function () {
    if (!(await openBrowser())) this.skip();
  });

  it('leads from a filter to a refused request, its command and a repetition in test mode', async () => {
    const { platform, store } = await stack();
    const { customer, account, key } = await customerWithKey();
    await createKey(store, { account, name: 'tries', mode: 'test' });
    const { plain: tight } = await createKey(store, { account, name: 'Tight', budget_per_day: 1 });
    await customer.send('/account/requests', '/account/requests/bodies', { store: '1' });
    await eventually(
      async () => {
        await call('/v1/vat', VAT, { key: tight });
        const stored = await store.requestBodies.findOne({ account });
        return store.requestLog.findOne({ account, _id: stored?._id ?? '' });
      },
      (logged) => logged !== null,
    );
    equal((await call('/v1/vat', VAT, { key })).status, 200);
    const permissions = ['clipboard-read', 'clipboard-write'];
    await visit(platform.baseUrl, { permissions }, async ({ page, troubles }) => {
      const cookies = customer.cookies.split('; ').map((cookie) => cookie.split('=', 2));
      const { hostname: domain } = new URL(platform.baseUrl);
      await page.context().addCookies(cookies.map(([name = '', value = '']) => ({ name, value, domain, path: '/' })));
      await page.goto('/account/requests');
      await look(page, 'requests');
      await page.locator('summary', { hasText: 'Outcome' }).click();
      await page.getByRole('link', { name: 'Refused', exact: true }).click();
      await page.getByRole('link', { name: 'Outcome: Refused' }).waitFor();
      const statuses = await page.locator('td[data-label="Status"]').allTextContents();
      deepEqual([...new Set(statuses.map((status) => status.trim()))], ['402']);
      const { _id: id } = (await store.requestBodies.findOne({ account })) ?? {};
      await page.goto(`/account/requests/${id}`);
      await look(page, 'request');
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByText('Copied').waitFor();
      const command = String(await page.evaluate('navigator.clipboard.readText()'));
      match(command, /^curl http\S+\/v1\/vat \\\n {2}-H "X-API-Key: \$API_KEY"[\s\S]*it'\\''s/);
      await page.getByRole('button', { name: 'Send again (test mode)' }).click();
      await page.getByText(/Response 200 after/).waitFor();
      match((await page.locator('output').textContent()) ?? '', /"gross"/);
      await page.getByRole('link', { name: 'Show request' }).waitFor();
      deepEqual(troubles, []);
    });
  });
});
