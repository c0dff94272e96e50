import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  findAccessibilityViolations,
  findOverflows,
  findSmallTargets,
  openBrowser,
  reloadUntil,
  visit,
} from '../helpers/browser.js';
import { findEmails, newAddress } from '../helpers/portal.js';
import { call, eventually, stack } from '../helpers/stack.js';

const MOST_CLICKS = 8;
const MOST_FIELDS = 2;

describe('the public site in a browser', function () {
  this.timeout(300_000);

  before(async function () {
    if (!(await openBrowser())) this.skip();
  });

  it(`leads to the first request and to a paid order in ${MOST_CLICKS} clicks and ${MOST_FIELDS} fields, without a URL typed`, async () => {
    const { platform, store } = await stack();
    await visit(platform.baseUrl, {}, async ({ page, troubles }) => {
      let clicks = 0;
      let fields = 0;
      const click = async (role: 'button' | 'link', name: RegExp) => {
        clicks += 1;
        await page.getByRole(role, { name }).first().click();
      };
      const fill = async (name: RegExp, value: string) => {
        fields += 1;
        await page.getByRole('textbox', { name }).fill(value);
      };
      const address = newAddress();
      await page.goto('/');
      const example = (await page.locator('pre[data-language="curl"]').first().textContent()) ?? '';
      await click('link', /^Get a key/);
      await fill(/e-?mail/i, address);
      await click('button', /^(Continue|Mail me)/);
      const [email] = await eventually(
        () => findEmails(address),
        (found) => found.length > 0,
      );
      const code = /^\d{6}$/m.exec(email?.text ?? '')?.[0];
      if (code !== undefined) await fill(/code/i, code);
      else {
        clicks += 1;
        await page.goto(/https?:\S+\/login\/link\?\S+/.exec(email?.text ?? '')?.[0] ?? '');
      }
      await click('button', /^Sign in/);
      await click('button', /^(Create|Make).* key$/);
      const key = (await page.locator('#issued').textContent()) ?? '';

      // The example of the front page, as it stands there.
      const [, path = ''] = /^curl http:\/\/[^/]+(\S+)/.exec(example) ?? [];
      const [, body = ''] = /-d '([^']+)'/.exec(example) ?? [];
      equal((await call(path, body, { key })).status, 200, example);

      await click('link', /^Billing/);
      await click('button', /pay/i);
      await page.waitForURL(`${platform.stripeUrl}/**`);
      await click('button', /^Pay/);
      await page.waitForURL(`${platform.baseUrl}/**`);
      const { account = '' } = (await store.members.findOne({ _id: address })) ?? {};
      const isPaid = async () => (await store.orders.countDocuments({ account, state: 'paid' })) === 1;
      await reloadUntil(page, page.url(), isPaid);
      ok(clicks <= MOST_CLICKS && fields <= MOST_FIELDS, `${clicks} clicks, ${fields} fields`);
      deepEqual(
        troubles.filter((trouble) => !trouble.includes(platform.stripeUrl)),
        [],
      );

      await page.goto('/');
      equal(await page.getByRole('link', { name: 'Sign in' }).count(), 0);
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await page.waitForURL('**/account');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL('**/account/login*');
      await page.goto('/');
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
    });
  });

  for (const width of [390, 1_280])
    for (const colorScheme of ['light', 'dark'] as const)
      it(`is accessible and fits at ${width} px, ${colorScheme}`, async () => {
        const { platform } = await stack();
        await visit(platform.baseUrl, { viewport: { width, height: 844 }, colorScheme }, async ({ page, troubles }) => {
          for (const path of ['/', '/pricing', '/nowhere']) {
            await page.goto(path);
            const found = [findAccessibilityViolations(page), findOverflows(page), findSmallTargets(page)];
            deepEqual((await Promise.all(found)).flat(), [], path);
            await page.evaluate("document.documentElement.dataset.member = ''");
            deepEqual(await findOverflows(page), [], `${path}, with a link to the dashboard`);
          }
          deepEqual(
            troubles.filter((trouble) => !trouble.includes('404')),
            [],
          );
        });
      });

  it('works without scripts: it shows the requests in curl, and a way to sign in', async () => {
    const { platform } = await stack();
    await visit(platform.baseUrl, { javaScriptEnabled: false }, async ({ page }) => {
      await page.goto('/');
      equal(await page.locator('pre[data-language="curl"]:visible').count(), 3);
      equal(await page.locator('pre[data-language="python"]:visible').count(), 0);
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
      equal(await page.getByRole('link', { name: 'Dashboard' }).count(), 0);
    });
  });
});
