import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The same engine comes without what is around it, and then needs half the time. */
const CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page open in a browser, and what went wrong in it so far. */
export interface Visit {
  page: Page;
  /** Console errors and warnings, exceptions, and requests to other hosts, also of its other pages. */
  troubles: string[];
  /** Opens one more page beside it. */
  another(): Promise<Page>;
}

/** Timeout of every browser operation, in ms. */
const WAIT_MS = 90_000;

/** Warning about a busy machine, on which a page uses a file later than expected. */
const LATE_PRELOAD = /was preloaded using link preload but not used within a few seconds/;

let browser: Promise<Browser> | undefined;

/**
 * Without a graphics processor, its emulation and a process for drawing take a fifth of the time. No page stays open long enough for its
 * scripts to be worth optimising.
 */
const ARGS = ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--js-flags=--no-opt'];

/** Starts the browser, one for all tests of a run, or says that there is none, so that tests can be left pending. */
export async function openBrowser(): Promise<boolean> {
  if (!CHROMIUM) return false;
  browser ??= chromium.launch({
    executablePath: CHROMIUM,
    args: ARGS,
    // With it, no page is told why it could not be cached.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    timeout: WAIT_MS,
  });
  await browser;
  return true;
}

// Outside of any suite: after the last test of the run.
after(async () => {
  await (await browser)?.close();
});

/** Opens a page with a profile of its own, runs a test on it, and closes it. */
export async function visit<T>(
  baseUrl: string,
  options: BrowserContextOptions,
  look: (visit: Visit) => Promise<T>,
): Promise<T> {
  if (!browser) throw new Error('the browser is not open');
  const context = await (await browser).newContext({ baseURL: baseUrl, ...options });
  context.setDefaultTimeout(WAIT_MS);
  const troubles: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !LATE_PRELOAD.test(message.text()))
      troubles.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => troubles.push(`exception: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== baseUrl) troubles.push(`other host: ${url}`);
  });
  try {
    return await look({ page: await context.newPage(), troubles, another: () => context.newPage() });
  } finally {
    await context.close();
  }
}

const AT_ONCE = 2;

/** Visits many URLs in one session, several at a time, and collects the problems found. */
export async function visitEach(
  { page, another }: Visit,
  paths: readonly string[],
  look: (page: Page, path: string) => Promise<readonly string[]>,
): Promise<string[]> {
  const left = [...paths];
  const found: string[] = [];
  const walk = async (open: Page) => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await open.goto(path);
      for (const trouble of await look(open, path)) found.push(`${path} ${trouble}`);
    }
  };
  await Promise.all([walk(page), ...Array.from({ length: AT_ONCE - 1 }, async () => walk(await another()))]);
  return found;
}

/** Timeout and poll interval for conditions that other processes fulfil, such as webhook retries, in ms. */
const BECOMES_TRUE_MS = 120_000;
const LOOK_AGAIN_MS = 1_000;

/**
 * Reloads a page, at most once a second, until a condition holds.
 *
 * @throws Error with the text of the page
 */
export async function reloadUntil(page: Page, address: string, isThere: () => Promise<boolean>): Promise<void> {
  for (const limit = Date.now() + BECOMES_TRUE_MS; ; await page.waitForTimeout(LOOK_AGAIN_MS)) {
    await page.goto(address);
    if (await isThere()) return;
    if (Date.now() > limit) throw new Error(`still not on ${address}: ${await page.locator('main').textContent()}`);
  }
}

/** Returns the violations that axe-core finds on the page, or on the elements of a selector. */
export async function findAccessibilityViolations(page: Page, within = 'html'): Promise<string[]> {
  // It runs in the page, where it is a global, and is half a megabyte: once is enough for a page that is looked at often.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  // Off by default, since WCAG 2.2 allows it; but links and labels lead to the first of two elements with the same id.
  const options = { resultTypes: ['violations'], rules: { 'duplicate-id': { enabled: true } } };
  return page.evaluate(`axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 160) + ' ' + failureSummary)))`);
}

/** The whole page as a PNG, packed quickly rather than tightly: it takes a third less time than with Playwright's own. */
export async function takeScreenshot(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  try {
    const { cssContentSize } = await devtools.send('Page.getLayoutMetrics');
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      captureBeyondViewport: true,
      clip: { ...cssContentSize, scale: 1 },
    });
    return Buffer.from(data, 'base64');
  } finally {
    await devtools.detach();
  }
}

/** By how much the page is too wide for its screen, in px. */
export const findOverflows = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return wider > 0 ? [wider + ' px too wide'] : [];
  })()`);

/** Which of its controls are too small to be tapped. */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('button, input:not([type=hidden]), select, textarea, summary, nav a')]
    .map((one) => (['checkbox', 'radio'].includes(one.type) && one.closest('label')) || one)
    .filter((one) => one.checkVisibility() && one.offsetHeight < 44)
    .map((one) => 'too small: ' + one.outerHTML.slice(0, 160))`);
