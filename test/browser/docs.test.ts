import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accountPages } from '../../features/docs/account-pages.js';
import { guides } from '../../features/docs/guides.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import {
  findAccessibilityViolations,
  findOverflows,
  findSmallTargets,
  openBrowser,
  visit,
  visitEach,
} from '../helpers/browser.js';
import { saveScreenshotNightly } from '../helpers/page-views.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { stack } from '../helpers/stack.js';

const groups = [...new Set(catalogue.map(({ group }) => group.id.replaceAll('/', '-')))];
const toPaths = (names: readonly string[]) => names.map((name) => (name ? `/docs/${name}` : '/docs'));
const paths = [
  ...guides.map(({ path }) => path),
  ...toPaths([
    ...groups,
    ...accountPages.map(({ slug }) => slug),
    'errors/missing_field',
    'errors/exchange_rate_unavailable',
  ]),
  '/status',
];

/** By day one of each kind: words, a long table, code, forms, charts. */
const kinds = nightlyOrDaily(paths, [
  ...toPaths([
    '',
    'prices',
    'errors/exchange_rate_unavailable',
    'client',
    'qr-code',
    'qr-styles',
    'blocks',
    'blocks/wifi',
  ]),
  '/status',
]);
/** Coloured elements. Forms in dark mode are examined unfolded, below. */
const coloured = nightlyOrDaily(paths, [...toPaths(['prices']), '/status']);

interface Screen {
  width: number;
  colorScheme: 'light' | 'dark';
  pages: readonly string[];
  /** Those that axe-core examines; it takes half a second for a page, and two for one with many forms. */
  withAxe: readonly string[];
}

const screens: readonly Screen[] = [
  { width: 360, colorScheme: 'light', pages: kinds, withAxe: kinds },
  ...nightlyOrDaily<Screen[]>([{ width: 768, colorScheme: 'light', pages: kinds, withAxe: [] }], []),
  { width: 1280, colorScheme: 'dark', pages: kinds, withAxe: coloured },
];

/** Half of what counts as good. A page that arrives in pieces moves a line by less, wherever the pieces were cut. */
const SMALL = 0.05;

/** Cumulative layout shift since the page was opened (web.dev/articles/cls), or nothing if it is negligible. */
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

/** Leaves a picture of a page, for people to look at. */
async function pictured(page: Page, path: string, view: string): Promise<string[]> {
  if (kinds.includes(path)) await saveScreenshotNightly(page, 'docs', `${path.slice(1).replaceAll('/', '-')}-${view}`);
  return [];
}

describe('the documentation in a browser', () => {
  let baseUrl: string;

  before(async function () {
    if (!(await openBrowser())) this.skip();
    baseUrl = (await stack()).platform.baseUrl;
  });

  for (const { width, colorScheme, pages, withAxe } of screens) {
    it(`is quiet and still${withAxe.length > 0 ? ', and accessible,' : ''} at ${width} px, ${colorScheme}`, () =>
      visit(baseUrl, { viewport: { width, height: 800 }, colorScheme }, async (seen) => {
        const found = await visitEach(seen, pages, async (page, path) => [
          ...(await layoutShifts(page)),
          ...(await findOverflows(page)),
          ...(await pictured(page, path, `${width}-${colorScheme}`)),
          ...(width === 360 ? await findSmallTargets(page) : []),
          ...(withAxe.includes(path) ? await findAccessibilityViolations(page) : []),
        ]);
        deepEqual([...found, ...seen.troubles], []);
      }));
  }

  it('opens folded sections without errors', async () => {
    const dark = { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' } as const;
    await visit(baseUrl, dark, async ({ page, troubles }) => {
      for (const path of nightlyOrDaily(['/docs/vat', '/docs/qr-code'], ['/docs/vat'])) {
        await page.goto(path);
        await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
        deepEqual(await findAccessibilityViolations(page), []);
      }
      deepEqual(troubles, []);
    });
  });

  it('has prices that are read without scrolling sideways at 360 px', async () => {
    await visit(baseUrl, { viewport: { width: 360, height: 740 } }, async ({ page }) => {
      await page.goto('/docs/prices');
      const hidden = await page.evaluate(`[...document.querySelectorAll('.prices td, .prices th')].filter((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        return left < 0 || right > innerWidth || cell.scrollWidth > cell.clientWidth + 1;
      }).map((cell) => cell.textContent)`);
      deepEqual(hidden, []);
    });
  });

  it('keeps the current entry of the menu in view', async () => {
    await visit(baseUrl, { viewport: { width: 1280, height: 600 } }, async ({ page }) => {
      const inView = (current: string) =>
        page.evaluate<boolean>(`(() => {
          const { top, bottom } = document.querySelector('#menu [aria-current=${current}]').getBoundingClientRect();
          const menu = document.getElementById('menu').getBoundingClientRect();
          return top >= menu.top && bottom <= Math.min(menu.bottom, innerHeight);
        })()`);
      await page.goto('/docs/music');
      ok(await inView('page'));
      equal(await page.evaluate('scrollY'), 0, 'and the page stays where it is');
      await page.goto('/docs/horoscope#biorhythm');
      await page.locator('#menu [aria-current=location]', { hasText: 'Biorhythm' }).waitFor();
      ok(await inView('location'));
    });
  });

  it('unfolds what an address leads to', async () => {
    await visit(baseUrl, {}, async ({ page }) => {
      await page.goto('/docs/currency#convert.answer.mid_market');
      await page.locator('[id="convert.answer.mid_market"]').waitFor();
    });
  });

  it('searches by keyboard', async () => {
    await visit(baseUrl, {}, async ({ page, troubles }) => {
      await page.goto('/docs');
      await page.keyboard.press('/');
      await page.keyboard.type('exchange rates');
      await page.getByRole('option', { name: /Rates/ }).waitFor();
      deepEqual(await findAccessibilityViolations(page), []);
      await page.getByRole('combobox').fill('historical');
      await page.getByRole('option', { name: /^Historical/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/currency#historical');
      await page.getByRole('combobox').fill('currancy');
      await page
        .getByRole('option', { name: /Currency/ })
        .first()
        .waitFor();
      await page.getByRole('combobox').fill('insufficient credits');
      await page.getByRole('option', { name: /insufficient_credits/ }).waitFor();
      await page.getByRole('combobox').fill('zzzzzzzz');
      await page.getByText('No results.').waitFor();
      deepEqual(await findAccessibilityViolations(page, 'search'), []);
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

  it('switches to a theme, also on the next page, and back to that of the system', async () => {
    await visit(baseUrl, { colorScheme: 'light' }, async ({ page }) => {
      const readBackground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
      await page.goto('/docs');
      const light = await readBackground();
      const button = page.getByRole('button', { name: /^Theme/ });
      await button.click();
      equal(await readBackground(), light, 'light was chosen');
      await button.click();
      const dark = await readBackground();
      ok(dark !== light);
      await page.goto('/docs/vat');
      equal(await readBackground(), dark);
      match((await button.textContent()) ?? '', /Dark/);
      await button.click();
      equal(await readBackground(), light);
    });
  });

  it('marks the section that is read in the table of contents', async () => {
    await visit(baseUrl, { viewport: { width: 1280, height: 600 } }, async ({ page }) => {
      await page.goto('/docs/credits#budgets');
      await page.locator('.toc [aria-current=location]', { hasText: 'Budgets' }).waitFor();
    });
  });

  it('opens its menu on a phone and closes it with Escape', async () => {
    await visit(baseUrl, { viewport: { width: 360, height: 740 }, hasTouch: true }, async ({ page }) => {
      await page.goto('/docs');
      const menu = page.getByRole('navigation', { name: 'Documentation' });
      equal(await menu.isVisible(), false);
      await page.getByRole('button', { name: 'Menu' }).tap();
      deepEqual(await findAccessibilityViolations(page), []);
      await menu.getByRole('link', { name: 'Errors', exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
    });
  });

  it('can be read and walked without scripts', async () => {
    await visit(baseUrl, { javaScriptEnabled: false }, async ({ page }) => {
      await page.goto('/docs/vat');
      ok(await page.locator('pre[data-language=curl]').first().isVisible());
      equal(await page.locator('details.try').isVisible(), false);
    });
  });

  it('has targets of 44 px on a phone', async () => {
    await visit(baseUrl, { viewport: { width: 360, height: 740 }, hasTouch: true }, async ({ page }) => {
      await page.goto('/docs/vat');
      await page.locator('details.try > summary').click();
      deepEqual(await findSmallTargets(page), []);
    });
  });
});
