import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { accessibilityTroubles, lookAtEach, openBrowser, tooSmall, tooWide, visit } from '../helpers/browser.js';
import { sized } from '../helpers/scale.js';
import { newAccount, stack } from '../helpers/stack.js';

const guides = ['', 'authentication', 'requests', 'credits', 'prices', 'errors', 'idempotency', 'async', 'client'];
const groups = [...new Set(catalogue.map(({ group }) => group.id.replaceAll('/', '-')))];
const pathsOf = (names: readonly string[]) => names.map((name) => (name ? `/docs/${name}` : '/docs'));
const paths = pathsOf([...guides, ...groups]);

/** One of each kind: words, a long table, code, forms. All are looked at where there is least room. */
const kinds = sized(paths, pathsOf(['', 'prices', 'errors', 'client', 'qr-code']));
/** What is coloured on them. Forms in the dark are examined unfolded, below. */
const coloured = sized(paths, pathsOf(['', 'prices', 'client']));

interface Screen {
  width: number;
  colorScheme: 'light' | 'dark';
  pages: readonly string[];
  /** Those that axe-core examines; it takes half a second for a page, and two for one with many forms. */
  withAxe: readonly string[];
}

const screens: readonly Screen[] = [
  { width: 360, colorScheme: 'light', pages: paths, withAxe: kinds },
  { width: 768, colorScheme: 'light', pages: kinds, withAxe: [] },
  { width: 1280, colorScheme: 'dark', pages: kinds, withAxe: coloured },
];

/** Half of what counts as good. A page that arrives in pieces moves a line by less, wherever the pieces were cut. */
const SMALL = 0.05;

/** The width of the answered image once it can be shown, in its own pixels. */
const answeredWidth = (page: Page): Promise<number> =>
  page.evaluate(`(async () => {
    const image = document.querySelector('.result img');
    await image.decode();
    return image.naturalWidth;
  })()`);

/** What has moved by itself since the page was opened, and how far (web.dev/articles/cls); nothing when it stood as good as still. */
const layoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(`new Promise((resolve) => {
    const moved = [];
    const observer = new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        if (value > ${SMALL}) moved.push('moves by ' + value + ': ' + sources.map(({ node, previousRect, currentRect }) =>
          (node?.outerHTML ?? node?.textContent ?? 'what is gone').slice(0, 80) +
          ' from ' + JSON.stringify(previousRect) + ' to ' + JSON.stringify(currentRect)).join(', '));
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(moved), 50);
  })`);

describe('the documentation in a browser', () => {
  let baseUrl: string;

  before(async function () {
    if (!(await openBrowser())) this.skip();
    baseUrl = (await stack()).platform.baseUrl;
  });

  for (const { width, colorScheme, pages, withAxe } of screens) {
    it(`is quiet and still${withAxe.length > 0 ? ', and accessible,' : ''} at ${width} px, ${colorScheme}`, () =>
      visit(baseUrl, { viewport: { width, height: 800 }, colorScheme }, async (seen) => {
        const found = await lookAtEach(seen, pages, async (page, path) => [
          ...(await layoutShifts(page)),
          ...(await tooWide(page)),
          ...(width === 360 ? await tooSmall(page) : []),
          ...(withAxe.includes(path) ? await accessibilityTroubles(page) : []),
        ]);
        deepEqual([...found, ...seen.troubles], []);
      }));
  }

  it('opens what is folded without a trouble', async () => {
    const dark = { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' } as const;
    await visit(baseUrl, dark, async ({ page, troubles }) => {
      for (const path of sized(['/docs/vat', '/docs/qr-code'], ['/docs/qr-code'])) {
        await page.goto(path);
        await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
        deepEqual(await accessibilityTroubles(page), []);
      }
      deepEqual(troubles, []);
    });
  });

  it('tries a call with the key that is typed, and shows its image', async () => {
    const { key } = await newAccount({ credits: 1 });
    await visit(baseUrl, {}, async ({ page, troubles }) => {
      await page.goto('/docs/qr-code');
      const form = page.locator('#generate details.try');
      await form.locator('> summary').click();
      await form.getByLabel('API key').fill(key);
      await form.getByRole('button', { name: 'Send the call' }).click();
      await form.getByAltText('The image that was answered').waitFor();
      equal(await answeredWidth(page), 300);
      match((await form.locator('.outcome').textContent()) ?? '', /200 OK\d+ ms0\.01 credits0\.99 left/);

      await page.goto('/docs/vat');
      equal(await page.getByLabel('API key').first().inputValue(), key, 'the key is kept in the tab');
      deepEqual(troubles, []);
    });
  });

  it('shows a file that is answered', async () => {
    const { key } = await newAccount({ credits: 1 });
    await visit(baseUrl, {}, async ({ page }) => {
      await page.goto('/docs/qr-code');
      const form = page.locator('#generate details.try');
      await form.locator('> summary').click();
      await form.getByText(/more fields/).click();
      await form.getByLabel('download').selectOption('true');
      await form.getByLabel('API key').fill(key);
      await form.getByRole('button', { name: 'Send the call' }).click();
      await form.getByAltText('The image that was answered').waitFor();
      equal(await answeredWidth(page), 300);
    });
  });

  it('shows words as words', async () => {
    const { key } = await newAccount({ credits: 1 });
    await visit(baseUrl, {}, async ({ page }) => {
      await page.goto('/docs/video-platform-generate');
      const form = page.locator('#title-generator details.try');
      await form.locator('> summary').click();
      await form.getByLabel('API key').fill(key);
      await form.getByRole('button', { name: 'Send the call' }).click();
      equal(await form.locator('.words dt').textContent(), 'title');
      ok(((await form.locator('.words dd').textContent()) ?? '').length > 10);
    });
  });

  it('says what is wrong: a key that is missing, a field that is not JSON', async () => {
    await visit(baseUrl, {}, async ({ page }) => {
      await page.goto('/docs/currency');
      const form = page.locator('#rates details.try');
      await form.locator('> summary').click();
      await form.getByRole('button', { name: 'Send the call' }).click();
      await form.getByText('401 Unauthorized').waitFor();
      match((await form.locator('.result pre').textContent()) ?? '', /API key is required/);
      await form.getByText(/more field/).click();
      await form.getByLabel('pairs').fill('[{');
      await form.getByRole('button', { name: 'Send the call' }).click();
      await form.getByText('pairs is not valid JSON.').waitFor();
    });
  });

  it('searches by keyboard', async () => {
    await visit(baseUrl, {}, async ({ page, troubles }) => {
      await page.goto('/docs');
      await page.keyboard.press('/');
      await page.keyboard.type('exchange rate');
      await page.getByRole('option', { name: /Convert/ }).waitFor();
      deepEqual(await accessibilityTroubles(page), []);
      await page.getByRole('combobox').fill('historical');
      await page.getByRole('option', { name: /Historical/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/currency#historical');
      await page.getByRole('combobox').fill('zzzz');
      await page.getByText('Nothing found.').waitFor();
      deepEqual(await accessibilityTroubles(page), []);
      deepEqual(troubles, []);
    });
  });

  it('shows every snippet in the language that was chosen, also on the next page', async () => {
    await visit(baseUrl, {}, async ({ page }) => {
      await page.goto('/docs');
      await page.getByRole('button', { name: 'Python' }).click();
      await page.goto('/docs/vat');
      const shown = page.locator('.snippets pre:visible');
      equal(await shown.count(), 1);
      equal(await shown.getAttribute('data-language'), 'python');
      deepEqual(await layoutShifts(page), []);
    });
  });

  it('opens its menu on a phone and closes it with Escape', async () => {
    await visit(baseUrl, { viewport: { width: 360, height: 740 }, hasTouch: true }, async ({ page }) => {
      await page.goto('/docs');
      const menu = page.getByRole('navigation', { name: 'Documentation' });
      equal(await menu.isVisible(), false);
      await page.getByRole('button', { name: 'Menu' }).tap();
      deepEqual(await accessibilityTroubles(page), []);
      await menu.getByRole('link', { name: 'Errors' }).waitFor();
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
    });
  });

  it('can be read and walked without scripts', async () => {
    await visit(baseUrl, { javaScriptEnabled: false }, async ({ page }) => {
      await page.goto('/docs/vat');
      ok(await page.locator('pre[data-language=curl]').isVisible());
      equal(await page.locator('details.try').isVisible(), false);
    });
  });

  it('has targets of 44 px on a phone', async () => {
    await visit(baseUrl, { viewport: { width: 360, height: 740 }, hasTouch: true }, async ({ page }) => {
      await page.goto('/docs/vat');
      await page.locator('details.try > summary').click();
      deepEqual(await tooSmall(page), []);
    });
  });
});
