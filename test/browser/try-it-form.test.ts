import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { accountPages } from '../../features/docs/account-pages.js';
import { createKey } from '../../features/keys/keys.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { findAccessibilityViolations, openBrowser, visit } from '../helpers/browser.js';
import { saveScreenshotNightly } from '../helpers/page-views.js';
import { newCustomer } from '../helpers/portal.js';
import { newAccount, stack } from '../helpers/stack.js';

/** The width of the answered image once it can be shown, in its own pixels. */
const answeredWidth = (page: Page): Promise<number> =>
  page.evaluate(`(async () => {
    const image = document.querySelector('.result img');
    await image.decode();
    return image.naturalWidth;
  })()`);

/** Opens the form of an endpoint, whose section is named, and types a key into it where one is given. */
async function openForm(page: Page, path: string, section: string, key?: string): Promise<Locator> {
  await page.goto(path);
  const form = page.locator(`${section} details.try`);
  await form.locator('> summary').click();
  if (key) await form.getByLabel('API key').fill(key);
  return form;
}

const sendCall = (within: Locator): Promise<void> => within.getByRole('button', { name: 'Send request' }).click();

describe('the form that tries a call', () => {
  let baseUrl: string;

  before(async function () {
    if (!(await openBrowser())) this.skip();
    baseUrl = (await stack()).platform.baseUrl;
  });

  it('tries a call with the key that is typed, and shows its image', async () => {
    const { key } = await newAccount({ credits: 1 });
    await visit(baseUrl, {}, async ({ page, troubles }) => {
      const form = await openForm(page, '/docs/qr-code', '#generate', key);
      await sendCall(form);
      await form.getByAltText('The image in the response').waitFor();
      equal(await answeredWidth(page), 300);
      match((await form.locator('.outcome').textContent()) ?? '', /200 OK\d+ ms0\.01 credits0\.99 left/);

      await page.goto('/docs/vat');
      equal(await page.getByLabel('API key').first().inputValue(), key, 'the key is kept in the tab');
      deepEqual(troubles, []);
    });
  });

  it('shows the blocks of pages as pictures, and has a form filled in with an example', async () => {
    const { key } = await newAccount({ credits: 1 });
    await visit(baseUrl, {}, async ({ page, troubles }) => {
      await page.goto('/docs/blocks/wifi');
      const picture = page.locator('iframe[src="/e/example/wifi"]');
      await picture.scrollIntoViewIfNeeded();
      await picture.contentFrame().getByText('buongiorno').waitFor();
      await saveScreenshotNightly(page, 'docs', 'block');
      await page.goto('/docs/page-types');
      const example = page.locator('#type-wifi ~ details.kind').nth(1);
      await example.locator('> summary').click();
      await example.getByRole('link', { name: 'Try it' }).click();
      const form = page.locator('#generate details.try');
      equal(await form.locator('[name=type]').inputValue(), 'wifi');
      equal(await form.locator('[name=page]').inputValue(), '');
      match(await form.locator('[name=content]').inputValue(), /"password": "buongiorno"/);
      await form.getByLabel('API key').fill(key);
      await sendCall(form);
      await form.getByText('200 OK').waitFor();
      deepEqual(troubles, []);
    });
  });

  it('shows a response that is a file', async () => {
    const { key } = await newAccount({ credits: 1 });
    await visit(baseUrl, {}, async ({ page }) => {
      const form = await openForm(page, '/docs/qr-code', '#generate', key);
      await form.getByText(/more fields/).click();
      await form.getByLabel('download').selectOption('true');
      await sendCall(form);
      await form.getByAltText('The image in the response').waitFor();
      equal(await answeredWidth(page), 300);
    });
  });

  it('uses a token of the test key of a member who is signed in, unless a key is typed', async () => {
    const { store } = await stack();
    const { account, customer } = await newCustomer();
    await visit(baseUrl, {}, async ({ page, troubles }) => {
      const cookies = customer.cookies.split('; ').map((cookie) => cookie.split('='));
      await page
        .context()
        .addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: `${baseUrl}/account` })));
      const invited = await openForm(page, '/docs/vat', '#vat');
      await invited.getByRole('link', { name: 'Create a test key' }).waitFor();
      await createKey(store, { account, name: 'Tests', mode: 'test' });
      const form = await openForm(page, '/docs/vat', '#vat');
      await form.getByText('You are signed in.').waitFor();
      const [sent] = await Promise.all([page.waitForRequest('**/v1/vat'), sendCall(form)]);
      match((await sent.allHeaders()).authorization ?? '', /^Bearer ey/);
      await form.getByText('200 OK').waitFor();
      equal((await (await sent.response())?.allHeaders())?.['x-mode'], 'test');
      deepEqual(troubles, []);
    });
  });

  it('gives no token to those who are not signed in, nor to another site', async () => {
    const { customer } = await newCustomer();
    const ask = (headers: Record<string, string>) => customer.ask('/account/try-token', { method: 'POST', headers });
    const other = await ask({ 'Sec-Fetch-Site': 'cross-site' });
    deepEqual(await other.json(), { member: false });
    equal(other.headers.get('cache-control'), 'no-store');
    deepEqual(await (await fetch(`${baseUrl}/account/try-token`, { method: 'POST' })).json(), { member: false });
    deepEqual(await (await ask({})).json(), { member: true, token: null, expires_at: null });
  });

  it('shows words as words', async () => {
    const { key } = await newAccount({ credits: 1 });
    await visit(baseUrl, {}, async ({ page }) => {
      const form = await openForm(page, '/docs/video-platform-generate', '#title-generator', key);
      await sendCall(form);
      equal(await form.locator('.words dt').textContent(), 'title');
      ok(((await form.locator('.words dd').textContent()) ?? '').length > 10);
    });
  });

  it('says what is wrong: a key that is missing, a field that is not JSON', async () => {
    await visit(baseUrl, {}, async ({ page }) => {
      const form = await openForm(page, '/docs/currency', '#rates');
      await sendCall(form);
      await form.getByText('401 Unauthorized').waitFor();
      match((await form.locator('.result pre').textContent()) ?? '', /API key is required/);
      await form.getByText('This was free').waitFor();
      await form.getByText(/more field/).click();
      await form.getByLabel('pairs').fill('[{');
      await sendCall(form);
      await form.getByText('pairs is not valid JSON').waitFor();
    });
  });

  it('shows the request as it is written, in the form and in every snippet, with numbers as numbers', async () => {
    const { key } = await newAccount({ credits: 1 });
    await visit(baseUrl, {}, async ({ page, troubles }) => {
      await page.goto('/docs/currency');
      const section = page.locator('#convert');
      await section.locator('details.try > summary').click();
      await section.locator('[name=amount]').fill('1234.5');
      await section.locator('[name=to]').fill('CHF');
      const request = section.locator('.request');
      await request.getByText('1234.5').waitFor();
      match((await request.textContent()) ?? '', /^POST \/v1\/currency\/convert\n/);
      for (const [name, written] of [
        ['curl', /"to":"CHF","amount":1234\.5/],
        ['TypeScript', /api\.currency\.convert\(\{ from: 'EUR', to: 'CHF', amount: 1234\.5/],
        ['Python', /api\.currency\.convert\(from_="EUR", to="CHF", amount=1234\.5/],
        ['fetch', /to: 'CHF', amount: 1234\.5/],
        ['urllib', /"to": "CHF", "amount": 1234\.5/],
        ['PHP', /'to' => 'CHF', 'amount' => 1234\.5/],
      ] as const) {
        await section.getByRole('button', { name, exact: true }).click();
        match((await section.locator('.snippets pre:visible').textContent()) ?? '', written);
      }
      ok((await section.locator('.snippets .token').count()) > 10, 'and is coloured still');
      await section.getByLabel('API key').fill(key);
      const [sent] = await Promise.all([page.waitForRequest('**/v1/currency/convert'), sendCall(section)]);
      deepEqual(sent.postDataJSON(), { from: 'EUR', to: 'CHF', amount: 1234.5 });
      await section.getByText('200 OK').waitFor();
      deepEqual(troubles, []);
    });
  });

  it('checks a request before it is charged, and sends it all the same when told to', async () => {
    const { key, account } = await newAccount({ credits: 1 });
    const { store } = await stack();
    await visit(baseUrl, {}, async ({ page, troubles }) => {
      const form = await openForm(page, '/docs/currency', '#convert', key);
      await form.locator('[name=from]').fill('');
      await form.locator('[name=to]').fill('?');
      await form.locator('[name=amount]').fill('0.001');
      await sendCall(form);
      await form.getByText('Not sent and not charged').waitFor();
      deepEqual(await form.locator('.problems li').allTextContents(), [
        'from is required',
        'to must be a currency code such as EUR',
        'amount must be a number from 0.01 to 10000000',
      ]);
      equal(await form.locator('[aria-invalid]').count(), 3);
      deepEqual(await findAccessibilityViolations(page, '#convert'), []);
      await form.getByRole('link', { name: /^amount must/ }).click();
      equal(await page.evaluate('document.activeElement.name'), 'amount');
      equal((await store.wallets.findOne({ _id: account }))?.lots[0]?.left, 1_000_000);

      await form.getByRole('button', { name: 'Send anyway' }).click();
      await form.getByText('422 Unprocessable Entity').waitFor();
      await form.getByText('This cost 0.009 credits: invalid input is charged').waitFor();
      equal(await form.locator('.problems li').count(), 3, 'as the service says it');
      await saveScreenshotNightly(page, 'docs', 'form-refused');
      equal(
        await form.getByRole('link', { name: 'About missing_field' }).getAttribute('href'),
        '/docs/errors/missing_field',
      );

      const daily = await openForm(page, '/docs/horoscope', '#daily-horoscope');
      await daily.locator('[name=sign]').selectOption('');
      await sendCall(daily);
      await daily.getByText('sign or birth_date is required').waitFor();
      deepEqual(
        troubles.filter((trouble) => !trouble.includes('422')),
        [],
      );
    });
  });

  it('names fields that the endpoint does not have, and links what is a link', async () => {
    const { key } = await newAccount({ credits: 1 });
    await visit(baseUrl, {}, async ({ page, troubles }) => {
      const form = await openForm(page, '/docs/qr-experience', '#generate', key);
      await form
        .getByLabel('page', { exact: true })
        .fill('{"version": 1, "titel": "x", "blocks": [{"type": "divider"}]}');
      await sendCall(form);
      await form.getByText('page.titel; did you mean page.title?').waitFor();
      const link = form.locator('.result pre a').first();
      match((await link.getAttribute('href')) ?? '', /\/e\/\w{10}$/);
      equal(await link.getAttribute('rel'), 'noopener noreferrer');
      deepEqual(troubles, []);
    });
  });

  it('would send every example as it stands: the checks have nothing against it', async () => {
    await visit(baseUrl, {}, async ({ page }) => {
      const groups = new Set(catalogue.map(({ group }) => group.id.replaceAll('/', '-')));
      const paths = [...groups, ...accountPages.map(({ slug }) => slug)].map((name) => `/docs/${name}`);
      await page.goto('/docs/account');
      // The forms of the other pages are read and not shown, which takes a tenth of the time.
      const { looked, against } = await page.evaluate<{ looked: number; against: string[] }>(`(async () => {
        const { readValues, findProblems } = await import('/assets/docs/request-form.js');
        const read = async (path) => {
          const [html, checks] = await Promise.all([path, path + '/requests.json'].map((one) => fetch(one)));
          const { body } = new DOMParser().parseFromString(await html.text(), 'text/html');
          return { forms: [...body.querySelectorAll('form[data-endpoint]')], checks: await checks.json() };
        };
        const pages = await Promise.all(${JSON.stringify(paths)}.map(read));
        const forms = pages.flatMap(({ forms, checks }) => forms.map((form) => ({ form, check: checks[form.dataset.endpoint] })));
        const against = forms.flatMap(({ form, check }) => {
          const { values, problems } = readValues(form, check);
          return [...problems, ...findProblems(values, check)].map(({ message }) => form.dataset.endpoint + ': ' + message);
        });
        return { looked: forms.length, against };
      })()`);
      deepEqual(against, []);
      ok(looked >= catalogue.length, `${looked} forms`);
    });
  });
});
