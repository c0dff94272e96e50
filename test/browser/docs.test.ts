import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { guides } from '../../api/docs/guides.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { accessibilityTroubles, lookAtEach, openBrowser, tooSmall, tooWide, visit } from '../helpers/browser.js';
import { keepPicture } from '../helpers/look-at.js';
import { sized } from '../helpers/scale.js';
import { newAccount, stack } from '../helpers/stack.js';

const groups = [...new Set(catalogue.map(({ group }) => group.id.replaceAll('/', '-')))];
const pathsOf = (names: readonly string[]) => names.map((name) => (name ? `/docs/${name}` : '/docs'));
const paths = [
  ...guides.map(({ path }) => path),
  ...pathsOf([...groups, 'account', 'errors/missing_field', 'errors/exchange_rate_unavailable']),
  '/status',
];

/** By day one of each kind: words, a long table, code, forms, charts. */
const kinds = sized(paths, [
  ...pathsOf(['', 'prices', 'errors/exchange_rate_unavailable', 'client', 'qr-code']),
  '/status',
]);
/** What is coloured on them. Forms in the dark are examined unfolded, below. */
const coloured = sized(paths, [...pathsOf(['prices']), '/status']);

interface Screen {
  width: number;
  colorScheme: 'light' | 'dark';
  pages: readonly string[];
  /** Those that axe-core examines; it takes half a second for a page, and two for one with many forms. */
  withAxe: readonly string[];
}

const screens: readonly Screen[] = [
  { width: 360, colorScheme: 'light', pages: kinds, withAxe: kinds },
  ...sized<Screen[]>([{ width: 768, colorScheme: 'light', pages: kinds, withAxe: [] }], []),
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

/** Leaves a picture of a page, for people to look at. */
async function pictured(page: Page, path: string, view: string): Promise<string[]> {
  if (kinds.includes(path)) await keepPicture(page, 'docs', `${path.slice(1).replaceAll('/', '-')}-${view}`);
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
        const found = await lookAtEach(seen, pages, async (page, path) => [
          ...(await layoutShifts(page)),
          ...(await tooWide(page)),
          ...(await pictured(page, path, `${width}-${colorScheme}`)),
          ...(width === 360 ? await tooSmall(page) : []),
          ...(withAxe.includes(path) ? await accessibilityTroubles(page) : []),
        ]);
        deepEqual([...found, ...seen.troubles], []);
      }));
  }

  it('opens what is folded without a trouble', async () => {
    const dark = { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' } as const;
    await visit(baseUrl, dark, async ({ page, troubles }) => {
      for (const path of sized(['/docs/vat', '/docs/qr-code'], ['/docs/vat'])) {
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

  it('shows the blocks of pages as pictures, and has a form filled in with an example', async () => {
    const { key } = await newAccount({ credits: 1 });
    await visit(baseUrl, {}, async ({ page, troubles }) => {
      await page.goto('/docs/blocks');
      const picture = page.locator('iframe[src="/e/example/wifi"]');
      await picture.scrollIntoViewIfNeeded();
      await picture.contentFrame().getByText('buongiorno').waitFor();
      await keepPicture(page, 'docs', 'blocks-in-full');
      await page.locator('#type-wifi > summary').click();
      await page.locator('#type-wifi').getByRole('link', { name: 'Try it' }).click();
      const form = page.locator('#generate details.try');
      equal(await form.locator('[name=type]').inputValue(), 'wifi');
      equal(await form.locator('[name=page]').inputValue(), '');
      match(await form.locator('[name=content]').inputValue(), /"password": "buongiorno"/);
      await form.getByLabel('API key').fill(key);
      await form.getByRole('button', { name: 'Send the call' }).click();
      await form.getByText('200 OK').waitFor();
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
      await form.getByText('This cost nothing').waitFor();
      await form.getByText(/more field/).click();
      await form.getByLabel('pairs').fill('[{');
      await form.getByRole('button', { name: 'Send the call' }).click();
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
        ['JavaScript', /to: 'CHF', amount: 1234\.5/],
        ['Python', /"to": "CHF", "amount": 1234\.5/],
        ['PHP', /'to' => 'CHF', 'amount' => 1234\.5/],
      ] as const) {
        await section.getByRole('button', { name }).click();
        match((await section.locator('.snippets pre:visible').textContent()) ?? '', written);
      }
      ok((await section.locator('.snippets .token').count()) > 10, 'and is coloured still');
      await section.getByLabel('API key').fill(key);
      const [sent] = await Promise.all([
        page.waitForRequest('**/v1/currency/convert'),
        section.getByRole('button', { name: 'Send the call' }).click(),
      ]);
      deepEqual(sent.postDataJSON(), { from: 'EUR', to: 'CHF', amount: 1234.5 });
      await section.getByText('200 OK').waitFor();
      deepEqual(troubles, []);
    });
  });

  it('checks a request before it is charged, and sends it all the same when told to', async () => {
    const { key, account } = await newAccount({ credits: 1 });
    const { store } = await stack();
    await visit(baseUrl, {}, async ({ page, troubles }) => {
      await page.goto('/docs/currency');
      const form = page.locator('#convert details.try');
      await form.locator('> summary').click();
      await form.getByLabel('API key').fill(key);
      await form.locator('[name=from]').fill('');
      await form.locator('[name=to]').fill('?');
      await form.locator('[name=amount]').fill('0.001');
      await form.getByRole('button', { name: 'Send the call' }).click();
      await form.getByText('Not sent, and not charged').waitFor();
      deepEqual(await form.locator('.problems li').allTextContents(), [
        'from is required',
        'to must be a currency code such as EUR',
        'amount must be a number from 0.01 to 10000000',
      ]);
      equal(await form.locator('[aria-invalid]').count(), 3);
      deepEqual(await accessibilityTroubles(page), []);
      await form.getByRole('link', { name: /^amount must/ }).click();
      equal(await page.evaluate('document.activeElement.name'), 'amount');
      equal((await store.wallets.findOne({ _id: account }))?.lots[0]?.left, 1_000_000);

      await form.getByRole('button', { name: 'Send it all the same' }).click();
      await form.getByText('422 Unprocessable Entity').waitFor();
      await form.getByText('This cost 0.009 credits: a call is charged as soon as it is taken on').waitFor();
      equal(await form.locator('.problems li').count(), 3, 'as the service says it');
      await keepPicture(page, 'docs', 'form-refused');
      equal(
        await form.getByRole('link', { name: 'About missing_field' }).getAttribute('href'),
        '/docs/errors/missing_field',
      );

      await page.goto('/docs/horoscope');
      const daily = page.locator('#daily-horoscope details.try');
      await daily.locator('> summary').click();
      await daily.locator('[name=sign]').selectOption('');
      await daily.getByRole('button', { name: 'Send the call' }).click();
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
      await page.goto('/docs/qr-experience');
      const form = page.locator('#generate details.try');
      await form.locator('> summary').click();
      await form.getByLabel('API key').fill(key);
      await form
        .getByLabel('page', { exact: true })
        .fill('{"version": 1, "titel": "x", "blocks": [{"type": "divider"}]}');
      await form.getByRole('button', { name: 'Send the call' }).click();
      await form.getByText('page.titel; did you mean page.title?').waitFor();
      const link = form.locator('.result pre a').first();
      match((await link.getAttribute('href')) ?? '', /\/e\/\w{10}$/);
      equal(await link.getAttribute('rel'), 'noopener noreferrer');
      deepEqual(troubles, []);
    });
  });

  it('would send every example as it stands: the checks have nothing against it', async () => {
    await visit(baseUrl, {}, async ({ page }) => {
      const against: string[] = [];
      for (const path of pathsOf([...groups, 'account'])) {
        await page.goto(path);
        against.push(
          ...(await page.evaluate<string[]>(`(async () => {
            const { valuesOf, problemsOf } = await import('/assets/docs/request-form.js');
            const checks = await (await fetch(location.pathname + '/requests.json')).json();
            return [...document.querySelectorAll('form[data-endpoint]')].flatMap((form) => {
              const check = checks[form.dataset.endpoint];
              const { values, problems } = valuesOf(form, check);
              return [...problems, ...problemsOf(values, check)].map(({ message }) => form.dataset.endpoint + ': ' + message);
            });
          })()`)),
        );
      }
      deepEqual(against, []);
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
      ok(await page.locator('[id="convert.answer.mid_market"]').isVisible());
    });
  });

  it('searches by keyboard', async () => {
    await visit(baseUrl, {}, async ({ page, troubles }) => {
      await page.goto('/docs');
      await page.keyboard.press('/');
      await page.keyboard.type('exchange rates');
      await page.getByRole('option', { name: /Rates/ }).waitFor();
      deepEqual(await accessibilityTroubles(page), []);
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
