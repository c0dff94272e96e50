import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import {
  findAccessibilityViolations,
  findOverflows,
  findSmallTargets,
  openBrowser,
  type Visit,
  visit,
} from '../helpers/browser.js';
import { decodePixels, readsWithJsQr, readsWithZbar, readsWithZxing } from '../helpers/decoders.js';
import { type Hand, keyboard, mouse } from '../helpers/hands.js';
import { newCustomer } from '../helpers/portal.js';
import { describeNightly } from '../helpers/scale.js';
import { call, newAccount, stack } from '../helpers/stack.js';

/** A studio that is open in a browser, and the hand that uses it. */
interface Studio {
  readonly page: Page;
  readonly hand: Hand;
  readonly account: string;
  readonly troubles: string[];
  /** Problems of the screens seen so far. */
  readonly problems: string[];
}

/** Opens the studio as a new customer. */
async function openStudio(
  size: { width: number; height: number },
  byKeyboard: boolean,
  use: (studio: Studio) => Promise<void>,
): Promise<void> {
  const { platform } = await stack();
  const { customer, account } = await newCustomer();
  await visit(platform.baseUrl, { viewport: size, acceptDownloads: true }, async ({ page, troubles }: Visit) => {
    await page.context().addCookies(
      customer.cookies.split('; ').map((cookie) => {
        const [name = '', value = ''] = cookie.split('=');
        return { name, value, url: `${platform.baseUrl}/account` };
      }),
    );
    await page.goto('/account/studio');
    const studio = { page, account, troubles, problems: [], hand: byKeyboard ? keyboard(page) : mouse() };
    await use(studio);
    deepEqual(studio.problems, []);
    deepEqual(troubles, []);
  });
  await customer.close();
}

/** Checks the accessibility of the present screen. */
async function inspect({ page, problems }: Studio, screen: string): Promise<void> {
  const found = await Promise.all([
    findAccessibilityViolations(page, '#studio'),
    findOverflows(page),
    findSmallTargets(page),
  ]);
  problems.push(...found.flat().map((problem) => `${screen}: ${problem}`));
}

const field = ({ page }: Studio, name: string | RegExp): Locator => page.getByLabel(name).first();
const button = ({ page }: Studio, name: string | RegExp): Locator => page.getByRole('button', { name }).first();
const step = ({ page }: Studio, name: string): Locator => page.getByRole('tab', { name });

async function begin(studio: Studio, group: 'page' | 'code', name: string): Promise<void> {
  const card = studio.page
    .locator(`section.${group}`)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first();
  await card.waitFor();
  await inspect(studio, 'start');
  await studio.hand.press(card);
  await step(studio, 'Content').waitFor();
}

const isSaved = (studio: Studio): Promise<void> =>
  studio.page.locator('.save-state[data-state="saved"]').waitFor({ state: 'attached' });

/** Uploads a picture. The dialog of the browser is none of the page. */
async function upload(studio: Studio, choose: Locator): Promise<void> {
  const picture = { create: { width: 640, height: 480, channels: 3 as const, background: '#b4552d' } };
  const buffer = await sharp(picture).jpeg().toBuffer();
  const chooser = studio.page.waitForEvent('filechooser');
  await studio.hand.press(choose);
  await (await chooser).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
  const use = button(studio, 'Use this picture');
  await use.waitFor();
  await inspect(studio, 'crop');
  await studio.hand.press(use);
  await studio.page.locator('img.thumb').first().waitFor();
}

/** Publishes a page. Returns its public URL. */
async function publish(studio: Studio): Promise<string> {
  await isSaved(studio);
  await inspect(studio, 'publish');
  await studio.hand.press(button(studio, /^Publish for/));
  await studio.page.getByRole('heading', { name: 'Published' }).waitFor();
  await inspect(studio, 'published');
  return (await studio.page.locator('.scan-url a').getAttribute('href')) ?? '';
}

/** Downloads the code, and reads it with three decoders. Returns the text that all of them read. */
async function downloadCode(studio: Studio): Promise<string> {
  const download = studio.page.waitForEvent('download');
  await studio.hand.press(button(studio, /^Download PNG/));
  const pixels = await decodePixels(await readFile(await (await download).path()));
  const texts = [readsWithJsQr(pixels), await readsWithZxing(pixels), await readsWithZbar(pixels)];
  deepEqual(texts, [texts[0], texts[0], texts[0]]);
  ok(texts[0]);
  return texts[0];
}

/** A menu with a photo, and the code of the guests' network. */
async function beRestaurant(studio: Studio): Promise<void> {
  const { hand, page } = studio;
  await begin(studio, 'page', 'Menu');
  await hand.write(field(studio, /^Title/), 'Trattoria Lucia');
  await hand.write(field(studio, /^Currency/), 'EUR');
  await hand.write(field(studio, /^Section /), 'Starters');
  await hand.write(field(studio, /^Dish/), 'Tomato soup');
  await hand.write(field(studio, /^Price /), '8,50');
  await upload(studio, button(studio, 'Choose a picture'));
  await isSaved(studio);
  await inspect(studio, 'content');
  await hand.press(step(studio, 'Page design'));
  await hand.choose(page.getByRole('radio', { name: 'Forest' }));
  await inspect(studio, 'design');
  await hand.press(step(studio, 'QR code'));
  await hand.choose(page.getByRole('radio', { name: 'Dots' }).first());
  await page.getByText('Scans well').waitFor();
  await inspect(studio, 'code');
  await hand.press(step(studio, 'Publish'));
  const url = await publish(studio);
  equal(await downloadCode(studio), url);
  const shown = await (await fetch(url)).text();
  match(shown, /Tomato soup/);
  match(shown, /<img[^>]+\/p\/[\w-]+\.webp/);

  await hand.press(button(studio, 'Create another'));
  await begin(studio, 'code', 'Wi-Fi');
  await hand.write(field(studio, /^Name of the network/), 'Lucia Guests');
  await hand.write(field(studio, /^Password/), 'tomato-soup');
  await hand.press(step(studio, 'Download'));
  equal(await downloadCode(studio), 'WIFI:T:WPA;S:Lucia Guests;P:tomato-soup;;');
}

/** A business card with a portrait. */
async function beConsultant(studio: Studio): Promise<void> {
  const { hand } = studio;
  await begin(studio, 'page', 'Business card');
  await hand.write(field(studio, /^First name/), 'Anna');
  await hand.write(field(studio, /^Last name/), 'Keller');
  await hand.write(field(studio, /^Phone number/), '+49 30 123456');
  await hand.write(field(studio, /^Email address/), 'anna@example.com');
  await upload(studio, button(studio, 'Choose a picture'));
  await inspect(studio, 'content');
  await hand.press(step(studio, 'Publish'));
  const url = await publish(studio);
  equal(await downloadCode(studio), url);
  const contact = await (await fetch(`${url}/contact.vcf`)).text();
  match(contact, /FN[^:]*:Anna Keller/);
  match(contact, /PHOTO/);
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A coupon that is valid for a week, and for 100 scans. */
async function beShop(studio: Studio): Promise<void> {
  const { hand, page, account } = studio;
  await begin(studio, 'page', 'Coupon');
  await hand.write(field(studio, /^Offer/), '20 % off');
  await hand.write(field(studio, /^Coupon code/), 'WEEK20');
  await hand.writeDate(field(studio, /^Valid until/), inDays(7));
  await inspect(studio, 'content');
  await hand.press(step(studio, 'Publish'));
  await hand.press(page.getByText('Schedule, limits, password and more'));
  await hand.writeDate(field(studio, /^Valid until/), `${inDays(7)}T18:00`);
  await hand.write(field(studio, /^Maximum number of scans/), '100');
  const url = await publish(studio);
  equal(await downloadCode(studio), url);
  const { store } = await stack();
  const stored = await store.experiences.findOne({ account });
  equal(Object(stored).rules?.max_scans ?? Object(stored).max_scans, 100);
}

/** The code of an invoice, for a bank transfer. */
async function beInvoice(studio: Studio): Promise<void> {
  const { hand } = studio;
  await begin(studio, 'code', 'Payment');
  await hand.write(field(studio, /^IBAN/), 'DE89 3704 0044 0532 0130 01');
  await hand.write(field(studio, /^Recipient/), 'Keller Consulting');
  await isSaved(studio);
  await studio.page.getByText(/check digits/).waitFor();
  await hand.write(field(studio, /^IBAN/), 'DE89 3704 0044 0532 0130 00');
  await hand.write(field(studio, /^Amount/), '49,90');
  await hand.write(field(studio, /^Message/), 'Invoice 2026-118');
  await inspect(studio, 'content');
  await hand.press(step(studio, 'Download'));
  const lines = (await downloadCode(studio)).split(/\r?\n/);
  deepEqual(lines.slice(0, 2), ['BCD', '002']);
  ok(lines.includes('DE89370400440532013000'));
  ok(lines.includes('EUR49.9') || lines.includes('EUR49.90'));
}

/** Deletes a draft, at the second attempt. */
async function deleteDraft(studio: Studio): Promise<void> {
  const { hand, page } = studio;
  await begin(studio, 'page', 'Coupon');
  await hand.press(page.getByRole('link', { name: 'Choose a type' }));
  const drafts = page.locator('.drafts li');
  const confirmation = page.getByRole('dialog');
  await hand.press(button(studio, 'Delete the draft'));
  await inspect(studio, 'confirmation');
  await page.keyboard.press('Escape');
  await confirmation.waitFor({ state: 'detached' });
  equal(await drafts.count(), 1);
  await hand.press(button(studio, 'Delete the draft'));
  await hand.press(confirmation.getByRole('button', { name: 'Delete' }));
  await drafts.waitFor({ state: 'detached' });
  await page.locator('#search-types:focus').waitFor();
}

/** Publishes too early, and is led to the field that is missing. */
async function publishTooEarly(studio: Studio): Promise<void> {
  const { hand, page } = studio;
  await begin(studio, 'page', 'Coupon');
  await hand.write(field(studio, /^Coupon code/), 'WEEK20');
  await isSaved(studio);
  await hand.press(step(studio, 'Publish'));
  await hand.press(button(studio, /^Publish for/));
  await page.locator('.unfinished button:focus').waitFor();
  await inspect(studio, 'unfinished');
  await page.keyboard.press('Enter');
  await page.locator('input:focus').waitFor();
  equal(await field(studio, /^Offer/).evaluate((element) => element === element.ownerDocument.activeElement), true);
}

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

describe('the QR studio', function () {
  this.timeout(600_000);

  before(async function () {
    if (!(await openBrowser())) this.skip();
  });

  it('makes the code of an invoice by keyboard alone', () => openStudio(DESKTOP, true, beInvoice));
});

describeNightly('the QR studio for everyone', function () {
  this.timeout(900_000);

  before(async function () {
    if (!(await openBrowser())) this.skip();
  });

  const stories = {
    'a restaurant its menu and network': beRestaurant,
    'a consultant a business card': beConsultant,
    'a shop a coupon': beShop,
    'an invoice its payment': beInvoice,
  };
  for (const [title, story] of Object.entries(stories)) {
    for (const [size, byKeyboard] of [
      [DESKTOP, false],
      [DESKTOP, true],
      [PHONE, false],
      [PHONE, true],
    ] as const) {
      const how = `${byKeyboard ? 'keyboard' : 'mouse'} at ${size.width} px`;
      it(`makes ${title} by ${how}`, () => openStudio(size, byKeyboard, story));
    }
  }

  it('asks before it deletes a draft', () => openStudio(PHONE, true, deleteDraft));
  it('leads to the fields that are missing', () => openStudio(PHONE, true, publishTooEarly));

  it('notifies the page that embeds it of what is published, and publishes only if it may', async () => {
    const { platform } = await stack();
    const { key } = await newAccount();
    const host = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    await once(host, 'listening');
    const origin = `http://localhost:${Object(host.address()).port}`;
    for (const may of [['edit', 'publish'], ['edit']]) {
      const { body } = await call('/v1/qr-studio/sessions', { origin, may }, { key });
      await visit(platform.baseUrl, { viewport: DESKTOP }, async ({ page }) => {
        await page.goto(origin);
        await page.setContent(`<iframe id="studio" style="width: 100%; height: 50rem"></iframe><output></output><script>
          addEventListener('message', ({ data }) => { document.querySelector('output').textContent = JSON.stringify(data); });
          document.getElementById('studio').src = ${JSON.stringify(platform.baseUrl + new URL(body.url).pathname)};
        </script>`);
        const studio = page.frameLocator('#studio');
        await studio.getByRole('button', { name: /^Coupon/ }).waitFor();
        equal(await studio.getByRole('link').count(), 0);
        await studio.getByRole('button', { name: /^Coupon/ }).click();
        await studio.getByLabel(/^Offer/).fill('20 % off');
        await studio.getByLabel(/^Coupon code/).fill('WEEK20');
        await studio.getByRole('tab', { name: 'Publish' }).click();
        await studio.getByLabel('Name', { exact: true }).waitFor();
        // Neither is there a way to what the session does not reach.
        const links = '[href^="/account"]';
        equal(await studio.locator(links).count(), 0);
        const publishes = studio.getByRole('button', { name: /^Publish for/ });
        equal(await publishes.count(), may.length - 1);
        if (may.length === 1) return;
        await publishes.click();
        await studio.getByRole('heading', { name: 'Published' }).waitFor();
        equal(await studio.locator(links).count(), 0);
        equal(await studio.getByRole('button', { name: 'Create another' }).count(), 0);
        await page.locator('output:not(:empty)').waitFor({ state: 'attached' });
        const message = JSON.parse((await page.locator('output').textContent()) ?? '');
        equal(message.type, 'published');
        match(message.scan_url, /\/e\//);
      });
    }
    host.close();
  });
});
