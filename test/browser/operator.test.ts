import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { nanoid } from 'nanoid';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Collections } from '../../features/collections.js';
import { samplePlatform } from '../../features/monitoring/sample-platform.js';
import { poolNames } from '../../shared/contract/pools.js';
import type { Usage } from '../../shared/ledger/documents.js';
import {
  findAccessibilityViolations,
  findOverflows,
  findSmallTargets,
  openBrowser,
  type Visit,
  visit,
  visitEach,
} from '../helpers/browser.js';
import { leaveFailedJobs } from '../helpers/failed-jobs.js';
import { order, payPage, waitForOrder } from '../helpers/payments.js';
import { runTaskAt } from '../helpers/run-task.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { ADMIN_TOKEN, call, eventually, newAccount, stack } from '../helpers/stack.js';
import { waitForRestOfDay } from '../helpers/timing.js';
import { unusedPort } from '../helpers/unused-port.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
/** Folder for pictures of every page, to be looked at; none are taken without it. */
const PICTURES = process.env.PICTURES;

/** By day the one that most has to fit in. */
const screens = [
  { width: 360, colorScheme: 'dark', withAxe: true },
  ...nightlyOrDaily(
    [
      { width: 1280, colorScheme: 'light', withAxe: true },
      { width: 360, colorScheme: 'light', withAxe: false },
      { width: 768, colorScheme: 'light', withAxe: false },
      { width: 1280, colorScheme: 'dark', withAxe: false },
    ] as const,
    [],
  ),
] as const;

/** The hours are added up one by one: by day those of the last days. */
const BETWEEN_CALLS_MS = nightlyOrDaily(3_600_000, 360_000);

/** Calls of the last weeks, some of which failed. */
async function insertPast(usage: Collections['usage'], account: string): Promise<void> {
  const now = Date.now();
  const past = Array.from({ length: 600 }, (_, index): Usage => {
    const status = index % 17 === 0 ? 502 : index % 11 === 0 ? 422 : 200;
    const type = status === 502 ? 'upstream_failed' : status === 422 ? 'invalid_field' : undefined;
    return {
      ...{ _id: nanoid(), nonce: 'n', account, key: 'k', endpoint: ['vat', 'mailchecker', 'qr-code'][index % 3] ?? '' },
      ...{ cost: 1_000 + (index % 7) * 500, parts: [], status, state: status === 502 ? 'void' : 'spent' },
      call: { ms: 5 + ((index * 37) % 900), queuedMs: (index * 13) % 40, ...(type !== undefined && { type }) },
      at: new Date(now - index * BETWEEN_CALLS_MS + (index % 5) * 900_000 - 5_400_000),
    };
  });
  await usage.insertMany(past);
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

async function logIn(page: Page): Promise<void> {
  await page.goto('/operator');
  await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

async function takePicture(page: Page, path: string, screen: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  const name = `page${path.replace('/operator', '').replace(/\W+/g, '-').slice(0, 40)}-${screen}.png`;
  await page.screenshot({ path: `${PICTURES}/${name}`, fullPage: true });
}

describe('the operator console in a browser', () => {
  let baseUrl: string;
  let account: string;
  let key: string;
  let keyId: string;
  let requestId: string;
  let webhook: string;
  let experience: number;
  let paid: string;
  let failed: Awaited<ReturnType<typeof leaveFailedJobs>> | undefined;
  let session: Promise<Session> | undefined;

  before(async function () {
    if (!(await openBrowser())) this.skip();
    baseUrl = (await stack()).platform.baseUrl;
    ({ account, key, keyId } = await newAccount({ credits: 20 }));
    for (let made = 0; made < 12; made++) {
      const { headers } = await call('/v1/vat', VAT, { key });
      requestId = headers.get('x-request-id') ?? '';
    }
    // It leads to where nothing listens.
    const url = `http://127.0.0.1:${await unusedPort()}/`;
    ({ webhook } = (await call('/v1/webhooks', { url, events: ['job.failed'] }, { key })).body);
    await call(`/v1/webhooks/${webhook}/test`, {}, { key });
    const page = { type: 'text', content: { title: 'Reported', text: 'x' } };
    const made = (await call('/v1/qr-experience/generate', page, { key })).body.experience;
    experience = made.id;
    await call(`/e/${made.code}/report`, { reason: 'spam', details: 'It sells what it does not have.' });
    const bought = await order(key);
    paid = bought.id;
    await payPage(bought.url);
    await waitForOrder(key, paid, ({ state }) => state === 'paid');
    await order(key);
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    equal((await call(`/v1/admin/orders/${paid}/refund`, { amount: 250 }, { headers })).status, 200);
    failed = await leaveFailedJobs('compute', [
      ...Array.from({ length: 7 }, (_, row) => `The table of rates has no row ${row}`),
      `ENOENT: no such file or directory, open '/srv/utility-api/${'a-folder-with-a-long-name/'.repeat(4)}table.json'`,
    ]);
    const { store } = await stack();
    await eventually(
      () => store.deliveries.countDocuments({ account, state: 'failed' }),
      (lost) => lost > 0,
    );
    await insertPast(store.usage, account);
    await runTaskAt(samplePlatform, store, new Date());
    await call('/v1/vat', VAT, { key: `ua_live_${'x'.repeat(32)}` });
    await eventually(
      () => store.traffic.countDocuments({ span: 'minute' }),
      (documents) => documents > 0,
    );
  });
  after(() => failed?.remove());

  /** Opens a page in a session that all tests share. */
  const asOperator = async <T>(options: BrowserContextOptions, look: (seen: Visit) => Promise<T>): Promise<T> => {
    session ??= visit(baseUrl, {}, async ({ page }) => {
      await logIn(page);
      return page.context().storageState();
    });
    return visit(baseUrl, { storageState: await session, ...options }, async (seen) => {
      await seen.page.goto('/operator');
      return look(seen);
    });
  };

  /** Request counts of an overview that stays open, before and after five more requests. */
  const watchOverview = () =>
    asOperator({}, async ({ page, troubles }) => {
      const availability = page.locator('.figures > div', { hasText: 'Availability' }).locator('.note');
      const callsShown = async () =>
        Number(/of ([\d,]+) requests/.exec((await availability.textContent()) ?? '')?.[1]?.replaceAll(',', ''));
      const before = await callsShown();
      for (let made = 0; made < 5; made++) await call('/v1/vat', VAT, { key });
      const after = await eventually(callsShown, (calls) => calls >= before + 5, 60_000);
      deepEqual(troubles, []);
      return { before, after };
    });
  let watched: ReturnType<typeof watchOverview> | undefined;

  it('is left open while the other tests run', () => {
    watched = watchOverview();
    watched.catch(() => {});
  });

  for (const { width, colorScheme, withAxe } of screens) {
    it(`is quiet${withAxe ? ', accessible' : ''} and fits at ${width} px, ${colorScheme}`, () =>
      asOperator({ viewport: { width, height: 800 }, colorScheme }, async (seen) => {
        const webhooks = ['/webhooks', `/webhooks/${account}/${webhook}`];
        const hosted = ['/experiences', `/experiences/${experience}`];
        const calls = ['/failed-jobs', '/requests', `/requests?id=${requestId}`, '/refusals'];
        const figures = [`/time?span=24h&account=${account}`, `/accounts/${account}/ledger`];
        const wide = ['/top', '/blocks', '/search?q=nothing-like-it'];
        const operators = [...wide, `/keys/${keyId}`, ...nightlyOrDaily(['/operators', '/audit-trail'], [])];
        const orders = ['/orders', `/orders/${paid}`];
        const accounts = ['/accounts', `/accounts/${account}`];
        const otherwiseAsked = [
          ...['/requests?endpoint=vat', '/time?span=1h', '/time?span=30d', '/experiences?all'],
          ...[`/webhooks?account=${account}`, `/orders?account=${account}`],
        ];
        const each = ['', ...accounts, ...calls, ...figures, ...webhooks, ...hosted, ...operators, ...orders];
        const pages = [...each, ...nightlyOrDaily(otherwiseAsked, [])];
        const paths = pages.map((path) => `/operator${path}`);
        // Tables under a form, of which by day one is examined.
        const tables = ['accounts', 'refusals', 'webhooks', 'experiences', 'orders'];
        const alike = new Set(
          nightlyOrDaily(
            [],
            tables.map((name) => `/operator/${name}`),
          ),
        );
        const found = await visitEach(seen, paths, async (page, path) => {
          await takePicture(page, path, `${width}-${colorScheme}`);
          return [
            ...(await findOverflows(page)),
            ...(await findSmallTargets(page)),
            ...(withAxe && !alike.has(path) ? await findAccessibilityViolations(page) : []),
          ];
        });
        deepEqual([...found, ...seen.troubles], []);
      }));
  }

  it('refuses a wrong token in words', async () => {
    await visit(baseUrl, {}, async ({ page }) => {
      await page.goto('/operator');
      await page.getByLabel('Admin token').fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Wrong admin token').waitFor();
    });
  });

  it('opens an account, sells it credits, issues a key that works, and revokes it', async () => {
    await asOperator({ viewport: { width: 360, height: 740 } }, async ({ page, troubles }) => {
      await page.getByRole('link', { name: 'Accounts' }).click();
      await page.locator('summary', { hasText: 'Create account' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Example & Sons');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Account created.').waitFor();
      equal(await page.locator('h1').textContent(), 'Example & Sons');

      await page.getByLabel('Credits').fill('2.5');
      await page.getByRole('button', { name: 'Add credits' }).click();
      await page.getByText('Credits added.').waitFor();
      match((await page.locator('.figures').textContent()) ?? '', /Balance\s*2\.5/);

      await page.getByLabel('VAT', { exact: true }).first().check();
      equal(await page.getByLabel('Everything').isChecked(), false, 'something is not everything');
      await page.getByRole('button', { name: 'Create key' }).click();
      const issued = (await page.locator('#issued').textContent()) ?? '';
      match(issued, /^ua_live_[A-Za-z0-9]{32}$/);
      await page.getByRole('button', { name: 'Copy' }).waitFor();
      await page.reload();
      await page.getByText('Key created.').waitFor();
      equal(await page.locator('#issued').count(), 0);
      equal(await page.getByRole('button', { name: 'Revoke' }).count(), 1, 'loading it again issues nothing');
      equal((await call('/v1/vat', VAT, { key: issued })).status, 200);
      equal((await call('/v1/music/charts', {}, { key: issued })).status === 200, false);

      page.on('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('Key revoked.').waitFor();
      const { status } = await eventually(
        () => call('/v1/vat', VAT, { key: issued }),
        (answer) => answer.status === 403,
      );
      equal(status, 403);
      deepEqual(troubles, []);
    });
  });

  it('revokes nothing when the confirmation is cancelled', async () => {
    await asOperator({}, async ({ page }) => {
      await page.goto(`/operator/accounts/${account}`);
      page.on('dialog', (dialog) => void dialog.dismiss());
      await page.getByRole('button', { name: 'Revoke' }).click();
      await page.reload();
      await page.getByRole('button', { name: 'Revoke' }).waitFor();
    });
  });

  it('finds a call and gives its credits back', async () => {
    await asOperator({}, async ({ page, troubles }) => {
      await page.getByRole('link', { name: 'Requests' }).click();
      await page.getByLabel('Request id').fill(requestId);
      await page.getByRole('button', { name: 'Find request' }).click();
      await page.getByText('Credits charged').waitFor();
      await page.getByLabel('Reason').fill('by a test');
      page.once('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Refund credits' }).click();
      await page.getByText('Refunded by an operator').waitFor();
      deepEqual(troubles, []);
    });
  });

  it('helps a customer who writes in: finds them by email, opens their errors and views their portal, and blocks who floods them', () =>
    asOperator({ viewport: { width: 1280, height: 900 } }, async ({ page, troubles }) => {
      const { store } = await stack();
      const now = new Date();
      const address = `dana-${randomInt(1e9)}@acme.example`;
      await store.members.insertOne({ _id: address, account, created: now, signed_in: now });
      await store.accounts.updateOne({ _id: account }, { $set: { name: 'Acme Ltd' } });
      const show = async (name: string) => {
        if (!PICTURES) return;
        for (const colorScheme of ['light', 'dark'] as const) {
          for (const width of [1280, 390]) {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize({ width, height: 900 });
            await takePicture(page, `/operator/${name}`, `${width}-${colorScheme}`);
          }
        }
        await page.setViewportSize({ width: 1280, height: 900 });
      };
      await page.getByRole('textbox', { name: 'Search', exact: true }).fill(address);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Acme Ltd' }).waitFor();
      await show('story-account');

      await page.goto('/operator/top?span=7d');
      await page.getByRole('link', { name: 'Acme Ltd', exact: true }).waitFor();
      await show('story-top');
      await page.goto('/operator/time?span=1h');
      await page.getByText('Show as table').first().click();
      await page.locator('details[open] tbody a').first().click();
      await page.getByRole('link', { name: /^Slower than/ }).click();
      await page.getByRole('region', { name: 'Requests' }).or(page.getByText('No requests match')).first().waitFor();
      await show('story-minute');

      await page.goto('/operator/refusals?search=192.0.2.77');
      await page.getByRole('link', { name: 'Block an address' }).click();
      equal(await page.getByLabel('IP address or network').inputValue(), '192.0.2.77');
      await page.getByLabel('Reason').fill('floods us');
      page.on('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Block', exact: true }).click();
      await page.getByText('192.0.2.77/32', { exact: true }).waitFor();
      await show('story-blocks');
      await page.getByRole('button', { name: 'Remove block of 192.0.2.77/32' }).click();
      await page.getByText('Block removed.').waitFor();

      await page.goto(`/operator/accounts/${account}`);
      await page.locator('summary', { hasText: 'View as customer' }).click();
      await page.getByLabel('Reason').first().fill('Asks about errors');
      await page.getByRole('button', { name: 'View as customer' }).click();
      await page.getByText('You are viewing Acme Ltd as support.').waitFor();
      await show('story-view');
      await page.getByRole('link', { name: 'Keys', exact: true }).click();
      equal(await page.getByRole('button', { name: 'Create key' }).count(), 0);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByRole('heading', { name: 'Acme Ltd' }).waitFor();
      await page.goto('/account');
      await page.getByLabel('Email').waitFor();
      deepEqual(troubles, []);
    }));

  it('shows calls by itself a few seconds after they were made', async () => {
    const { before, after } = await (watched ?? watchOverview());
    ok(after >= before + 5, `${before} calls, then ${after}`);
  });

  it('has the queue of every pool in its dashboard, which asks no other host', () =>
    asOperator({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }, async ({ page, troubles }) => {
      const fits = async (path: string) => {
        for (const width of [360, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          await takePicture(page, path, `${width}-dark`);
          deepEqual(await findOverflows(page), [], `${path} at ${width} px`);
        }
      };
      await page.getByRole('link', { name: 'Queues' }).click();
      for (const pool of poolNames) await page.getByRole('link', { name: pool }).first().waitFor();
      await fits('/queues');
      await page.goto('/operator/queues/queue/compute?status=failed');
      await page.getByText('The table of rates has no row').first().waitFor();
      await fits('/queues/queue/compute?status=failed');
      await page
        .getByRole('link', { name: /completed/i })
        .first()
        .click();
      await page.getByText('The table of rates has no row').first().waitFor({ state: 'hidden' });
      await page.getByText('vat').first().waitFor();
      deepEqual(troubles, []);
    }));

  it('has a table behind its charts', async () => {
    await asOperator({}, async ({ page }) => {
      const today = await waitForRestOfDay();
      await page.goto(`/operator/accounts/${account}`);
      await page.getByText('Show as table').click();
      await page.getByRole('row', { name: new RegExp(`${today} \\d+ \\d+`) }).waitFor();
    });
  });

  it('leaves the chart beside an opened table where it is', async () => {
    await asOperator({ viewport: { width: 1280, height: 800 } }, async ({ page }) => {
      await page.goto('/operator/time?span=24h');
      const beside = page.locator('.charts .chart').nth(1).locator('svg[role="img"]');
      const before = await beside.boundingBox();
      await page.getByText('Show as table').first().click();
      await page.getByRole('region', { name: 'Requests, as a table' }).waitFor();
      deepEqual(await beside.boundingBox(), before);
    });
  });
});
