import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { toMicro } from '../../shared/contract/amounts.js';
import { audit } from '../../shared/ledger/audit.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { openBrowser, visit } from '../helpers/browser.js';
import { alternatingViews, findProblems } from '../helpers/page-views.js';
import { findSignInLink, newAddress } from '../helpers/portal.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { eventually, isAtRest, stack } from '../helpers/stack.js';

const ROWS = nightlyOrDaily(10_000, 200);
/** Interval of the rows without an address, which fail. */
const FAILS_EVERY = 50;
const PRICE = 0.005;
/** Time in which a batch runs, on a machine that does something else as well, in ms. */
const RUNS_WITHIN_MS = 600_000;

const createAddress = (row: number): string => (row % FAILS_EVERY === 0 ? '' : `customer${row}@gmail.com`);

/** A list as Excel saves it in Germany. */
const csv = `\uFEFFKundennummer;E-Mail-Adresse;Ort\r\n${Array.from(
  { length: ROWS },
  (_, index) => `K-${index + 1};${createAddress(index + 1)};"Köln; Süd"\r\n`,
).join('')}`;

async function signUp(page: Page): Promise<string> {
  const { store } = await stack();
  const address = newAddress();
  await page.goto('/account/batches');
  await page.getByLabel('Email address').fill(address);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto(await findSignInLink(address));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Run a whole list at once' }).waitFor();
  const { account = '' } = (await store.members.findOne({ _id: address })) ?? {};
  return account;
}

describe('a list as CSV, in a browser', function () {
  this.timeout(RUNS_WITHIN_MS + 120_000);

  before(async function () {
    if (!(await openBrowser())) this.skip();
  });

  it('is uploaded, mapped, run, and returned in order, although the process that runs it is killed', async () => {
    const { platform, store } = await stack();
    await visit(platform.baseUrl, {}, async ({ page, troubles }) => {
      const found: string[] = [];
      let turn = 0;
      const look = async (name: string) => found.push(...(await findProblems(page, name, alternatingViews(turn++))));
      const account = await signUp(page);
      await purchase(store, { account, amount: toMicro(ROWS * PRICE), bought: new Date() });
      const before = (await store.wallets.findOne({ _id: account }))?.spent ?? 0;
      await look('batches-empty');

      await page.getByRole('link', { name: 'Upload CSV' }).click();
      await look('batch-upload');
      await page.getByLabel('What to do').selectOption('mailchecker');
      await page.getByLabel('CSV file').setInputFiles({
        ...{ name: 'Kunden.xlsx', mimeType: 'text/csv', buffer: Buffer.from('PK\x03\x04') },
      });
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.getByText('it is a spreadsheet').waitFor();
      equal(await page.getByLabel('What to do').inputValue(), 'mailchecker');
      await page.getByLabel('CSV file').setInputFiles({
        ...{ name: 'Kunden.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) },
      });
      await page.getByRole('button', { name: 'Upload' }).click();

      await page.getByRole('heading', { name: 'Map columns' }).waitFor();
      const column = page.getByRole('group', { name: 'Email' }).getByLabel('Column');
      equal(await column.locator('option:checked').textContent(), 'E-Mail-Adresse');
      await page.getByText('Row 50: ').waitFor();
      match((await page.locator('.total').textContent()) ?? '', new RegExp(`at most ${ROWS * PRICE} credits`));
      await look('batch-mapping');
      await column.selectOption('None');
      await page.getByRole('button', { name: 'Start batch' }).click();
      await page.getByText('Choose a column, or enter a value for all rows').waitFor();
      await column.selectOption('E-Mail-Adresse');
      await page.getByRole('button', { name: 'Start batch' }).click();
      await page.getByText('Batch started.').waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

      await eventually(
        () => store.batches.findOne({ _id: id }),
        (batch) => batch?.state !== 'queued',
        RUNS_WITHIN_MS,
      );
      const worker = platform.children.get('worker:deliver')?.pid;
      ok(worker);
      process.kill(worker, 'SIGKILL');
      await look('batch-running');

      // The page follows the batch by itself.
      await page.getByRole('heading', { name: 'Results' }).waitFor({ timeout: RUNS_WITHIN_MS });
      await look('batch-finished');
      const failed = Math.floor(ROWS / FAILS_EVERY);
      match((await page.getByRole('status').allTextContents()).join(), new RegExp(`${failed} failed`));
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download CSV' }).click(),
      ]);
      equal(download.suggestedFilename(), 'Kunden.csv');
      const rows: Record<string, string>[] = parse(await readFile(await download.path()), {
        ...{ bom: true, columns: true, delimiter: ';' },
      });
      deepEqual(
        rows.map((row) => [row.Kundennummer, row['E-Mail-Adresse'], row.status]),
        Array.from({ length: ROWS }, (_, index) => [
          `K-${index + 1}`,
          createAddress(index + 1),
          createAddress(index + 1) === '' ? '422' : '200',
        ]),
      );
      const wallet = await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
      equal((wallet?.spent ?? 0) - before, (ROWS - failed) * toMicro(PRICE));
      equal((await audit(store, account)).findings.length, 0);

      await page.getByRole('button', { name: 'Run failed rows again' }).click();
      await page.getByText(`${failed} rows`).first().waitFor();
      await page.goto('/account/batches');
      await look('batches');
      deepEqual(found, []);
      // The forms that were refused.
      deepEqual(
        troubles.filter((trouble) => !trouble.includes('422')),
        [],
      );
    });
  });
});
