import { deepEqual, equal, ok } from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { presets } from '../../shared/contract/hosted-pages/theme.js';
import {
  findAccessibilityViolations,
  findOverflows,
  openBrowser,
  type Visit,
  visit,
  visitEach,
} from '../helpers/browser.js';
import { mediaHost } from '../helpers/media-host.js';
import { newAddress } from '../helpers/new-address.js';
import { everyBlock, everyContent } from '../helpers/page-content.js';
import { alternatingViews, checkViews, fullViews, saveScreenshot, sizes, views } from '../helpers/page-views.js';
import { readStats } from '../helpers/page-visits.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

/** The browser's own name says that it is driven by a program: that would count as a crawler. */
const VISITOR =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

/** Languages that are written from right to left, by day one of them. */
const fromTheRight = [
  { language: 'ar', name: 'Arabic', title: 'مطعم لوسيا' },
  { language: 'he', name: 'Hebrew', title: 'הטרטוריה של לוסיה' },
].slice(0, nightlyOrDaily(2, 1));

describe('hosted pages in a browser', () => {
  let baseUrl: string;
  let media: Awaited<ReturnType<typeof mediaHost>>;

  before(async function () {
    if (!(await openBrowser())) {
      console.log('    Chromium is missing: install the package chromium to run these tests');
      this.skip();
    }
    media = await mediaHost();
    ({ baseUrl } = (await stack()).platform);
  });

  after(() => void media?.server.close());

  /**
   * Retries while the machine is busy, as a customer's program would. Each for an account of its own: one that
   * published them all would have had its share of the worker, and on a machine with much else to do would wait for its turns.
   */
  async function publish(request: object): Promise<{ id: number; url: string; key: string }> {
    const { key } = await newAccount({ credits: 10 });
    const { status, body } = await eventually(
      () => call('/v1/qr-experience/generate', { include_bytes: 0, ...request }, { key }),
      (answer) => answer.status !== 503 && answer.status !== 504,
      120_000,
    );
    equal(status, 200, JSON.stringify(body));
    return { id: body.experience.id, url: baseUrl + new URL(body.scan_url).pathname, key };
  }

  const publishBlocks = (document: object = {}) =>
    publish({ type: 'page', page: { version: 1, blocks: everyBlock(media.address), ...document } });

  /** One page with every block for all tests that count nothing on it. */
  let inFull: ReturnType<typeof publish> | undefined;
  const pageInFull = () => {
    inFull ??= publishBlocks();
    return inFull;
  };

  /** Goes about as a visitor, and fails on console errors and requests to any host that the pages do not name. */
  const asVisitor = (options: BrowserContextOptions, look: (seen: Visit) => Promise<unknown>): Promise<void> =>
    visit(
      baseUrl,
      {
        reducedMotion: 'reduce',
        userAgent: VISITOR,
        extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
        ...options,
      },
      async (seen) => {
        await look(seen);
        deepEqual(
          seen.troubles.filter(
            (trouble) => !trouble.startsWith(`other host: ${media.address}/`) && !/status of 404/.test(trouble),
          ),
          [],
        );
      },
    );

  const open = (url: string, options: BrowserContextOptions, look: (page: Page) => Promise<void>): Promise<void> =>
    asVisitor(options, async ({ page }) => {
      await page.goto(url);
      await look(page);
    });

  const types = ['page', ...Object.keys(everyContent('')).filter((type) => type !== 'url')];
  it(`is fine on phone, tablet and desktop, in light and dark: ${types.join(', ')}`, async () => {
    const made = await Promise.all(
      types.map((type) =>
        type === 'page' ? pageInFull() : publish({ type, content: everyContent(media.address)[type] }),
      ),
    );
    const urls = made.map(({ url }) => url);
    await asVisitor({}, (seen) =>
      visitEach(seen, urls, async (page, url) => {
        const turn = urls.indexOf(url);
        const type = types[turn] ?? '';
        await checkViews(page, type, type === 'page' ? fullViews : alternatingViews(turn));
        return [];
      }),
    );
  });

  it('is fine with themes, columns and folding sections', () =>
    Promise.all(
      tried.map(async ({ theme, layout }, at) => {
        const { url } = await publishBlocks({ theme, layout });
        await open(url, {}, async (page) => {
          await checkViews(page, `layout-${at + 1}`, alternatingViews(2 * at));
          for (const [size, columns] of [
            [sizes.phone, 1],
            [sizes.desktop, layout.cols],
          ] as const) {
            await page.setViewportSize(size);
            const tracks = await page.evaluate("getComputedStyle(document.querySelector('main')).gridTemplateColumns");
            equal(String(tracks).split(' ').length, columns);
            deepEqual(await findOverflows(page), []);
          }
        });
      }),
    ));

  // The contrast of every preset's colours is calculated in features/pages/themes.test.ts.
  const worn = nightlyOrDaily<readonly string[]>(presets, ['midnight']);
  it(`is fine in presets: ${worn.join(', ')}`, async () => {
    const made = await Promise.all(worn.map((preset) => publishBlocks({ theme: { preset } })));
    const urls = made.map(({ url }) => url);
    await asVisitor({}, (seen) =>
      visitEach(seen, urls, async (page, url) => {
        const turn = urls.indexOf(url);
        await checkViews(page, `preset-${worn[turn]}`, alternatingViews(turn));
        return [];
      }),
    );
  });

  it(`is fine from right to left, in ${fromTheRight.map(({ name }) => name).join(' and ')}`, async () => {
    for (const { language, title } of fromTheRight) {
      const { url } = await publishBlocks({ language, title, theme: { font: 'rubik' } });
      await open(url, {}, async (page) => {
        equal(await page.locator('html').getAttribute('dir'), 'rtl');
        await checkViews(page, `page-${language}`, nightlyOrDaily(views, views.slice(0, 1)));
      });
    }
  });

  it('breaks long compounds with hyphens on the smallest phones', async () => {
    const headline = 'Donaudampfschifffahrtsgesellschaftskapitän';
    const { url } = await publish({
      type: 'page',
      page: { version: 1, language: 'de', blocks: [{ type: 'hero', props: { headline } }] },
    });
    await open(url, { viewport: { width: 360, height: 640 } }, async (page) => {
      const heading = page.locator('h1');
      ok((await heading.textContent())?.includes('\u00ad'));
      const [cut, lines] = await heading.evaluate((element) => [
        element.scrollWidth - element.clientWidth,
        element.getClientRects().length &&
          element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
      ]);
      ok((cut ?? 1) <= 0, `${cut} px are cut`);
      ok((lines ?? 0) > 1.5, `${lines} lines`);
    });
  });

  it('opens pictures over the page, one after the other, and gives the focus back', async () => {
    const { url } = await publish({ type: 'images', content: everyContent(media.address).images });
    await open(url, { viewport: sizes.phone }, async (page) => {
      const second = page.getByRole('link', { name: 'Image 2 of 4' });
      await second.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('img', { name: 'Image 2 of 4' }).waitFor();
      await page.keyboard.press('ArrowRight');
      await dialog.getByRole('img', { name: 'Image 3 of 4' }).waitFor();
      await dialog.dispatchEvent('pointerdown', { clientX: 50 });
      await dialog.dispatchEvent('pointerup', { clientX: 250 });
      await dialog.getByRole('img', { name: 'Image 2 of 4' }).waitFor();
      deepEqual(await findAccessibilityViolations(page, 'dialog'), []);
      await saveScreenshot(page, 'hosted-pages', 'lightbox-phone');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      ok(await second.evaluate((element) => element === document.activeElement));
      equal(page.url(), url);
    });
  });

  it('shows words in the place of a picture that cannot be had, and leads to nothing', async () => {
    const { url } = await publish({ type: 'menu', content: everyContent(media.address).menu });
    await open(url, { viewport: sizes.phone }, async (page) => {
      const placeholder = page.locator('.broken');
      await placeholder.waitFor();
      equal(await placeholder.textContent(), 'Marillenknödel');
      equal(await page.locator('.dish img').count(), 1);
    });
  });

  it('asks before a film of another site is played in the page', async () => {
    const { url } = await publish({
      type: 'videos',
      content: { title: 'Films', items: [{ url: 'https://vimeo.com/76979871', title: 'The film' }] },
    });
    await visit(baseUrl, { userAgent: VISITOR }, async ({ page }) => {
      const asked: string[] = [];
      await page.route('https://player.vimeo.com/**', (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: 'text/html', body: '<title>The film</title>' });
      });
      await page.goto(url);
      const play = page.getByRole('button', { name: 'Play here' });
      await play.waitFor();
      await page.getByText('player.vimeo.com, which will learn').waitFor();
      deepEqual(asked, []);
      await saveScreenshot(page, 'hosted-pages', 'film-asks');
      await play.click();
      await page.locator('iframe').waitFor();
      await eventually(
        async () => asked,
        (addresses) => addresses.length === 1,
      );
      deepEqual(asked, ['https://player.vimeo.com/video/76979871?dnt=1&autoplay=1']);
    });
  });

  it('requests no video before it is played, and shows its poster or a placeholder', async () => {
    const files = ['bare', 'poster'].map((name) => `${media.address}/${name}.mp4`);
    const [bare = '', withPoster = ''] = files;
    const { url } = await publish({
      type: 'page',
      page: {
        version: 1,
        blocks: [
          { type: 'video', props: { title: 'Bare', url: bare } },
          { type: 'video', props: { title: 'Poster', url: withPoster, poster: `${media.address}/pictures/1.jpg` } },
        ],
      },
    });
    await asVisitor({ viewport: sizes.phone }, async ({ page, troubles }) => {
      await page.goto(url);
      const [first, second] = await page.getByRole('button', { name: 'Watch video' }).all();
      ok(first && second);
      const heights = () => page.locator('.screen').evaluateAll((all) => all.map((one) => one.clientHeight));
      const before = await heights();
      const requested = () => troubles.filter((trouble) => files.some((file) => trouble.includes(file)));
      deepEqual(requested(), []);
      deepEqual(await findAccessibilityViolations(page), []);
      await saveScreenshot(page, 'hosted-pages', 'videos-phone');
      await first.click();
      await eventually(
        async () => requested(),
        (found) => found.length > 0,
      );
      equal(await page.locator('video').first().getAttribute('controls'), '');
      deepEqual(await heights(), before);
      ok(requested().every((trouble) => trouble.includes(bare)));
    });
  });

  it('does not move while pictures and scripts arrive', async () => {
    const { url } = await publishBlocks({ theme: { logo: `${media.address}/pictures/5.jpg` } });
    await open(url, { viewport: sizes.phone }, async (page) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/pictures\/|page\.js/, async (route) => {
        await released;
        await route.continue();
      });
      await page.addInitScript(`globalThis.shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
          .observe({ type: 'layout-shift', buffered: true });`);
      await page.goto(url, { waitUntil: 'commit' });
      await page.locator('.foot a').waitFor();
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      release();
      await page.locator('.steps').waitFor();
      await page.evaluate("document.querySelector('.brand').decode()");
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      deepEqual(await page.evaluate('shifts'), []);
    });
  });

  it('comes back as it was left, and counts one scan', async () => {
    const { id, url, key } = await publishBlocks();
    await open(url, { viewport: sizes.phone }, async (page) => {
      const devtools = await page.context().newCDPSession(page);
      const reasons: string[] = [];
      devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
        // Other reasons are those of the test's browser.
        reasons.push(
          ...notRestoredExplanations.flatMap(({ type, reason }) => (type === 'Circumstantial' ? [] : reason)),
        );
      });
      await devtools.send('Page.enable');
      await page.getByLabel('What would you like to tell us?').fill('Half a mess');
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByRole('link', { name: 'Report this page' }).click();
      await page.getByRole('heading', { name: 'Report this page' }).waitFor();
      // Playwright waits for a load event after going back, which a page from the cache does not have.
      await page.evaluate('void setTimeout(() => history.back())');
      await page.getByRole('link', { name: 'Report this page' }).waitFor();
      equal(await page.getByLabel('What would you like to tell us?').inputValue(), 'Half a mess');
      deepEqual(reasons, []);
    });
    equal((await readStats({ id, key })).scans.total, 1);
  });

  it('has controls in the language of the visitor', async () => {
    const { url } = await pageInFull();
    await open(url, { locale: 'de-AT' }, async (page) => {
      equal(await page.locator('html').getAttribute('lang'), 'en');
      equal(await page.locator('footer').getAttribute('lang'), 'de');
      await page.getByRole('link', { name: 'In den Kalender' }).waitFor();
      ok(/^Beginnt in [\d.]+ Tagen$/.test((await page.locator('.countdown').textContent()) ?? ''));
      await checkViews(page, 'page-german', [
        { size: 'phone', colorScheme: 'light', checked: nightlyOrDaily(true, false) },
      ]);
    });
  });

  it('is reported in a few steps', async () => {
    const { id, url } = await pageInFull();
    await open(url, {}, async (page) => {
      await page.getByRole('link', { name: 'Report this page' }).click();
      await page.getByRole('heading', { name: 'Report this page' }).waitFor();
      await checkViews(page, 'report', alternatingViews(2));
      await page.getByLabel('It is spam').check();
      await page.getByLabel('Details (optional)').fill('Ten times a day.');
      await page.getByRole('button', { name: 'Send report' }).click();
      await page.getByRole('heading', { name: 'Thank you for your report' }).waitFor();
      await checkViews(page, 'reported', alternatingViews(0));
    });
    const [report] = await (await stack()).store.experienceReports.find({ experience: id }).toArray();
    deepEqual([report?.reason, report?.details], ['spam', 'Ten times a day.']);
  });

  it('everything can be reached and used by keyboard', async () => {
    const { url } = await pageInFull();
    await open(url, { viewport: sizes.phone }, async (page) => {
      const reachable = await page.locator('a, button:visible, input[type=radio], textarea, summary').count();
      const reached = new Set<string>();
      for (let presses = 0; presses < reachable + 10; presses++) {
        await page.keyboard.press('Tab');
        const focus = await page.evaluate(() => {
          const element = document.activeElement;
          if (!element || element === document.body) return undefined;
          const { outlineStyle, outlineWidth } = getComputedStyle(element.closest('.stars label') ?? element);
          return { at: element.outerHTML.slice(0, 120), seen: outlineStyle !== 'none' && outlineWidth !== '0px' };
        });
        if (!focus) break;
        reached.add(focus.at);
        ok(focus.seen || /audio|strip/.test(focus.at), `no focus is shown on ${focus.at}`);
      }
      ok(reached.size > 25, `${reached.size}`);
    });
  });

  it('targets are large enough for thumbs', async () => {
    const { url } = await pageInFull();
    await open(url, { viewport: sizes.phone }, async (page) => {
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('a, button, summary, .stars label')]
          .filter((element) => element.getClientRects().length > 0)
          .map((element) => ({ html: element.outerHTML.slice(0, 100), box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 44 || box.width < 44)
          .map(({ html }) => html),
      );
      deepEqual(small, []);
    });
  });

  it('scripts add steps, copying, a countdown, and forms without reload', async () => {
    const { id, url, key } = await publishBlocks();
    await open(url, { viewport: sizes.phone, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.getByRole('button', { name: 'Next image' }).click();
      await page.waitForFunction("document.querySelector('[data-strip]').scrollLeft > 100");
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
      equal(await page.evaluate('navigator.clipboard.readText()'), 'CIAO-10');
      ok(/^Starts in [\d,]+ days$/.test((await page.locator('.countdown').textContent()) ?? ''));
      await page.getByRole('radio', { name: '4 of 5' }).check({ force: true });
      await page.getByRole('button', { name: 'Send rating' }).click();
      await page.getByText('Thank you for your rating!').waitFor();
      await page.getByLabel('What would you like to tell us?').fill('Ottimo');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('Thank you for your message!').waitFor();
      equal(page.url(), url);
    });
    const counted = await eventually(
      async () => (await call(`/v1/qr-experience/${id}/stats`, {}, { key, method: 'GET' })).body.events,
      (events) => Object.keys(events).length === 3,
    );
    deepEqual(counted, { coupon_copied: 1, feedback_submitted: 1, rating_submitted: 1 });
  });

  it('everything works without scripts', async () => {
    const { id, url, key } = await publishBlocks();
    await open(url, { viewport: sizes.phone, javaScriptEnabled: false }, async (page) => {
      equal(await page.getByRole('button', { name: 'Copy', exact: true }).isVisible(), false);
      equal(await page.locator('.countdown').isVisible(), false);
      await page.getByText('Terms', { exact: true }).click();
      await page.getByText('One per table.').waitFor();
      await page.getByRole('radio', { name: '5 of 5' }).check({ force: true });
      await page.getByRole('button', { name: 'Send rating' }).click();
      await page.getByText('Thank you for your rating!').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Add to calendar' }).click(),
      ]);
      equal(download.suggestedFilename(), 'event.ics');
    });
    deepEqual((await readStats({ id, key })).events, { rating_submitted: 1 });
  });

  it('the page for an unknown address is fine', () =>
    visit(baseUrl, {}, async ({ page }) => {
      equal((await page.goto('/e/0000000000'))?.status(), 404);
      await checkViews(page, 'missing', alternatingViews(0));
    }));
});

/** The layouts that pages are tried in. */
const layouts = [
  {
    theme: { primary: '#ffd400', accent: '#7c3aed' },
    layout: {
      cols: 3,
      gap: 16,
      sections: { enabled: true, collapsible: true, default_open: false, style: 'card', radius: 8 },
    },
  },
  {
    theme: { primary: '#0f766e', accent: '#7c3aed' },
    layout: { cols: 2, gap: 32, sections: { enabled: true, style: 'plain' } },
  },
  {
    theme: { primary: '#b91c1c', accent: '#7c3aed' },
    layout: { cols: 1, sections: { style: 'card', background: '#1f2937', border: '2px solid #ffd400' } },
  },
];
/** By day those with the most columns, and with a background of their own. */
const tried = nightlyOrDaily(
  layouts,
  layouts.filter(({ layout }) => layout.cols !== 2),
);
