import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from 'node:assert/strict';
import { newAddress } from '../../test/helpers/new-address.js';
import { expectSuccess, pageRequests } from '../../test/helpers/page-requests.js';
import { createPage, PHONE } from '../../test/helpers/page-visits.js';
import { type PagesInProcess, pagesInProcess } from '../../test/helpers/pages-in-process.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import type { PasswordHash } from '../operators/collections.js';
import { hashPassword } from '../operators/passwords.js';
import { RateLimiter } from '../web/rate-limiter.js';
import type { HostedPage } from './collections.js';
import { countPending } from './count-visits.js';
import { PagePasswords } from './page-passwords.js';
import { useScan } from './site/access.js';
import { chooseTarget } from './site/choose-target.js';

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/125.0 Mobile Safari/537.36';
const PREVIEW = 'WhatsApp/2.23.20.0';
const DAY_MS = 86_400_000;

/** Scans of a page that twice as many visitors open at once. */
const LIMIT = nightlyOrDaily(100, 20);

const HIDDEN_TITLE = 'A secret supper';

/** Hashes a password at a cost that lets a test try hundreds. */
const hash = (plain: string) => hashPassword(plain, { cost: 2, block: 1, parallel: 1 });

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

describe('hosted pages that end and decide', () => {
  let pages: PagesInProcess;
  let count = 0;
  let password: PasswordHash;

  /** Stores a page with a contact and an event. */
  async function store(fields: Partial<HostedPage> = {}): Promise<HostedPage> {
    count += 1;
    const page: HostedPage = {
      ...{ _id: count, code: `Links${String(count).padStart(5, '0')}`, type: 'page', title: HIDDEN_TITLE },
      ...{ account: 'example', created: new Date(), target: null, bytes: 0 },
      page: {
        version: 1,
        blocks: [
          { type: 'vcardPlus', props: { first_name: 'Ada', phones: [], emails: [] }, children: [] },
          { type: 'event', props: { title: HIDDEN_TITLE, start: '2031-01-23T19:00', timezone: 'UTC' }, children: [] },
        ],
      },
      ...fields,
    };
    await pages.store.experiences.insertOne(page);
    return page;
  }

  const storeRedirect = (fields: Partial<HostedPage>) =>
    store({ type: 'url', page: null, target: 'https://example.com/default', ...fields });

  function visit(path: string, options: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const headers = { 'User-Agent': PHONE, 'X-Forwarded-For': newAddress(), ...options.headers };
    return fetch(`${pages.baseUrl}/e/${path}`, { redirect: 'manual', ...options, headers });
  }

  const enter = (page: HostedPage, plain: string, headers: Record<string, string> = {}) =>
    visit(`${page.code}/unlock`, { method: 'POST', body: new URLSearchParams({ password: plain }), headers });

  const readCookie = (response: Response): string => response.headers.getSetCookie().join().split(';', 1).join();

  /** Returns where a page redirects a visitor. */
  const follow = async (page: HostedPage, headers: Record<string, string> = {}): Promise<string | null> =>
    (await visit(page.code, { headers })).headers.get('location');

  before(async () => {
    pages = await pagesInProcess();
    await pages.store.accounts.insertOne({ _id: 'example', name: 'Example', created: new Date() });
    password = await hash('open sesame');
  });

  after(() => pages?.close());

  describe('with a time', () => {
    it('are created and edited with what their owner sets, which they show except for the password', async () => {
      const targets = { rules: [{ url: 'https://example.com/uk', countries: ['UK'] }] };
      const fields = { valid_from: '2030-01-01T00:00:00Z', max_scans: 100, password: 'open sesame', targets };
      const made = await createPage('text', fields);
      const owner = pageRequests(made);
      const view = await owner.get();
      const { availability, valid_from, valid_until, max_scans, scans_counted, has_password } = view;
      deepEqual(
        [availability, valid_from, valid_until, max_scans, scans_counted, has_password],
        ['scheduled', '2030-01-01T00:00:00.000Z', null, 100, 0, true],
      );
      deepEqual(view.targets.rules, [{ url: 'https://example.com/uk', countries: ['GB'], timezone: 'UTC' }]);
      ok(!/sesame|hash|salt/.test(JSON.stringify(view)));
      const emptied = { valid_from: '', max_scans: 0, password: '', ended: { title: 'Over' } };
      const after = await expectSuccess(owner.edit({ ...view, ...emptied }));
      deepEqual([after.availability, after.max_scans, after.has_password], ['open', null, false]);
      deepEqual([after.ended.title, after.targets.rules.length], ['Over', 1]);
      await expectSuccess(owner.edit({ targets: {}, password: 'another one' }));
      const restored = await expectSuccess(owner.restore(1));
      deepEqual([restored.targets.rules.length, restored.ended.title, restored.has_password], [1, null, true]);
    });

    it('say in their own language when they open, and serve nothing until then', async () => {
      const opens = new Date('2031-05-04T16:30:00Z');
      const page = await store({ valid_from: opens });
      await pages.store.experiences.updateOne({ _id: page._id }, { $set: { 'page.language': 'de' } });
      const response = await visit(page.code, { headers: { 'Accept-Language': 'fr' } });
      const html = await response.text();
      deepEqual([response.status, response.headers.get('cache-control')], [404, 'private, no-cache']);
      match(html, /<html lang="de">[\s\S]*4\. Mai 2031[\s\S]*16:30/);
      doesNotMatch(html, new RegExp(HIDDEN_TITLE));
      for (const file of ['contact.vcf', 'event.ics', 'preview.png'])
        equal((await visit(`${page.code}/${file}`)).status, 404, file);
      equal(await pages.store.scans.countDocuments({ experience: page._id }), 0);
      equal((await visit((await store({ valid_from: inDays(-1) })).code)).status, 200);
    });

    it('are gone once they have ended, with the text or to the URL of their owner', async () => {
      const ended = { title: 'Come again <b>', message: 'We are back in May.' };
      const page = await store({ valid_until: inDays(-1), ended });
      const response = await visit(page.code);
      equal(response.status, 410);
      match(await response.text(), /Come again &lt;b&gt;<\/h1>\s*<p class="prose">We are back in May/);
      const statuses = ['contact.vcf', 'event.ics', 'logo.png'].map(
        async (file) => (await visit(`${page.code}/${file}`)).status,
      );
      deepEqual(await Promise.all(statuses), [410, 410, 410]);
      const body = new URLSearchParams({ event: 'link_click' });
      equal((await visit(`${page.code}/events`, { method: 'POST', body })).status, 410);
      equal(await pages.store.scans.countDocuments({ experience: page._id }), 0);
      match(await (await visit((await store({ valid_until: inDays(-1) })).code)).text(), /This page has ended/);
      const url = 'https://example.com/next-year';
      const leading = await visit((await store({ valid_until: inDays(-1), ended: { ...ended, url } })).code);
      deepEqual([leading.status, leading.headers.get('location')], [302, url]);
      equal((await visit((await store({ valid_until: inDays(1) })).code)).status, 200);
    });

    it('show the notice of an operator, their owner or a deletion first', async () => {
      const over = { valid_until: inDays(-1), ended: { url: 'https://example.com' }, password };
      const taken = await store({ ...over, taken_down: { at: new Date(), reason: 'x' } });
      const paused = await store({ ...over, paused: true });
      const deleted = await store({ ...over, deleted: new Date() });
      const closed = await store({ ...over, account: 'closed' });
      await pages.store.accounts.insertOne({
        _id: 'closed',
        name: 'x',
        created: new Date(),
        closed: { at: new Date(), reason: 'x' },
      });
      const statuses = [taken, paused, deleted, closed].map(async ({ code }) => (await visit(code)).status);
      deepEqual(await Promise.all(statuses), [451, 404, 410, 410]);
    });

    it('can be reported, without showing their title', async () => {
      for (const fields of [{ valid_until: inDays(-1) }, { valid_from: inDays(1) }, { password }]) {
        const page = await store(fields as Partial<HostedPage>);
        const form = await (await visit(`${page.code}/report`)).text();
        match(form, new RegExp(`action="/e/${page.code}/report"`));
        doesNotMatch(form, new RegExp(HIDDEN_TITLE));
        const body = new URLSearchParams({ reason: 'phishing' });
        equal((await visit(`${page.code}/report`, { method: 'POST', body })).status, 200);
        equal(await pages.store.experienceReports.countDocuments({ experience: page._id }), 1);
      }
    });
  });

  describe('with a limit of scans', () => {
    it('are shown to exactly that many of all who come at once', async () => {
      const page = await store({ max_scans: LIMIT, scans_counted: 0 });
      const visitor = { cookies: { get: () => undefined, set: () => {} }, get: () => PHONE, secure: false };
      // All have read the page before any was counted.
      const use = () => useScan(pages.services, Object(visitor), page);
      const tally = { allowed: 0, last: 0, refused: 0 };
      for (const outcome of await Promise.all(Array.from({ length: 2 * LIMIT }, use))) tally[outcome] += 1;
      deepEqual(tally, { allowed: LIMIT - 1, last: 1, refused: LIMIT });
      equal((await pages.store.experiences.findOne({ _id: page._id }))?.scans_counted, LIMIT);
      await pages.store.experiences.updateOne({ _id: page._id }, { $unset: { max_scans: 1, scans_counted: 1 } });
      equal(await use(), 'allowed', 'the owner has removed the limit meanwhile');
    });

    it('do not count bots, link previews and requests without a body', async () => {
      const page = await storeRedirect({ max_scans: 1, scans_counted: 0 });
      for (const agent of [PREVIEW, 'Googlebot/2.1', 'curl/8.0'])
        equal(await follow(page, { 'User-Agent': agent }), 'https://example.com/default');
      equal((await visit(page.code, { method: 'HEAD' })).status, 302);
      equal(await follow(page), 'https://example.com/default');
      deepEqual([(await visit(page.code)).status, (await visit(page.code, { method: 'HEAD' })).status], [410, 410]);
      equal((await visit(page.code, { headers: { 'User-Agent': PREVIEW } })).status, 410);
    });

    it('let a browser that was counted reload the page and use its files and forms', async () => {
      const page = await store({ max_scans: 1, scans_counted: 0 });
      const first = await visit(page.code);
      const cookie = readCookie(first);
      match(first.headers.getSetCookie().join(), new RegExp(`; path=/e/${page.code}; .*httponly`, 'i'));
      const headers = { cookie };
      equal((await visit(page.code, { headers })).status, 200);
      equal((await visit(`${page.code}/contact.vcf`, { headers })).status, 200);
      equal((await visit(`${page.code}/contact.vcf`)).status, 410);
      const other = await store({ max_scans: 1, scans_counted: 1 });
      equal((await visit(other.code, { headers })).status, 410, 'a pass is for one page');
      const late = cookie.replace(/=\d+/, `=${inDays(2).getTime()}`);
      equal((await visit(page.code, { headers: { cookie: late } })).status, 410, 'a pass cannot be prolonged');
      equal((await visit(`${page.code}?done=b1`)).status, 410);
      await pages.store.experiences.updateOne({ _id: page._id }, { $set: { valid_until: inDays(-1) } });
      equal((await visit(page.code, { headers })).status, 410, 'its time has ended as well');
    });

    it('send their slug to the code, so that passes work', async () => {
      const page = await store({ max_scans: 2, scans_counted: 0, slug: 'limited-offer' });
      const response = await visit('Limited-Offer?from=card');
      deepEqual([response.status, response.headers.get('location')], [302, `/e/${page.code}?from=card`]);
      equal((await visit(`${page.code}/`)).headers.get('location'), `/e/${page.code}`);
      equal((await pages.store.experiences.findOne({ _id: page._id }))?.scans_counted, 0);
    });

    it('notify their owner once', async () => {
      const tells = ['experience.ended'];
      await pages.store.wallets.updateOne({ _id: 'example' }, { $set: { tells } }, { upsert: true });
      const page = await store({ max_scans: 3, scans_counted: 0 });
      await Promise.all(Array.from({ length: 8 }, () => visit(page.code)));
      const messages = await pages.store.messages.find({ type: 'experience.ended' }).toArray();
      deepEqual(
        messages.map(({ payload }) => JSON.parse(payload).data),
        [{ experience: { id: page._id, code: page.code, type: 'page', title: HIDDEN_TITLE }, max_scans: 3 }],
      );
    });
  });

  describe('with a password', () => {
    it('ask for it in the language of the page, and show nothing else', async () => {
      const page = await store({ password, slug: 'secret-supper' });
      await pages.store.experiences.updateOne({ _id: page._id }, { $set: { 'page.language': 'es' } });
      const response = await visit(page.code);
      const html = await response.text();
      deepEqual([response.status, response.headers.get('cache-control')], [200, 'private, no-store']);
      match(html, /<html lang="es">[\s\S]*noindex[\s\S]*<title>Página protegida<\/title>/);
      match(html, /<label for="password">[\s\S]*<input id="password" name="password" type="password"/);
      doesNotMatch(html, new RegExp(`${HIDDEN_TITLE}|og:|Ada`));
      equal((await visit('secret-supper')).headers.get('location'), `/e/${page.code}`);
      equal(await pages.store.scans.countDocuments({ experience: page._id }), 0);
    });

    it('open with the right one, for a while, in that browser and for that page', async () => {
      const page = await store({ password });
      const wrong = await enter(page, 'open barley');
      equal(wrong.status, 403);
      equal(wrong.headers.get('www-authenticate'), null);
      equal(readCookie(wrong), '');
      match(await wrong.text(), /aria-invalid="true"[\s\S]*role="alert">This password is wrong/);
      const right = await enter(page, ' open sesame ');
      deepEqual([right.status, right.headers.get('location')], [303, `/e/${page.code}`]);
      const headers = { cookie: readCookie(right) };
      const shown = await visit(page.code, { headers });
      match(await shown.text(), new RegExp(HIDDEN_TITLE));
      equal((await visit(`${page.code}/contact.vcf`, { headers })).headers.get('cache-control'), 'private, no-cache');
      const other = await store({ password });
      doesNotMatch(await (await visit(other.code, { headers })).text(), new RegExp(HIDDEN_TITLE));
      await pages.store.experiences.updateOne({ _id: page._id }, { $set: { password: await hash('open sesame') } });
      doesNotMatch(await (await visit(page.code, { headers })).text(), new RegExp(HIDDEN_TITLE), 'it was changed');
    });

    it('cannot be passed through files, events, other methods and parameters', async () => {
      const page = await store({ password, slug: 'no-way-round' });
      for (const name of [page.code, 'no-way-round'])
        for (const file of ['contact.vcf', 'event.ics']) {
          const response = await visit(`${name}/${file}`);
          equal(response.status, 403, file);
          doesNotMatch(await response.text(), new RegExp(`${HIDDEN_TITLE}|Ada|VCARD|VCALENDAR`));
        }
      for (const file of ['photo.jpg', 'logo.png', 'preview.png'])
        equal((await visit(`${page.code}/${file}`)).status, 403, file);
      for (const path of [`${page.code}?done=b1`, `${page.code}?password=open+sesame`])
        doesNotMatch(await (await visit(path)).text(), new RegExp(HIDDEN_TITLE), path);
      const body = new URLSearchParams({ event: 'link_click' });
      equal((await visit(`${page.code}/events`, { method: 'POST', body })).status, 403);
      equal(await pages.store.events.countDocuments({ experience: page._id }), 0);
      const forged = `password_pass=${inDays(1).getTime()}.${'A'.repeat(43)}`;
      doesNotMatch(await (await visit(page.code, { headers: { cookie: forged } })).text(), new RegExp(HIDDEN_TITLE));
      const redirect = await storeRedirect({ password });
      equal(await follow(redirect), null);
      equal(await follow(redirect, { 'User-Agent': PREVIEW }), null, 'link previews are asked too');
    });

    it('are not opened by a pass that was given for a scan', async () => {
      const page = await store({ password, max_scans: 5, scans_counted: 0 });
      const opened = readCookie(await enter(page, 'open sesame'));
      const counted = readCookie(await visit(page.code, { headers: { cookie: opened } }));
      match(counted, /^scan_pass=/);
      for (const cookie of [counted, counted.replace('scan_pass', 'password_pass')])
        doesNotMatch(await (await visit(page.code, { headers: { cookie } })).text(), new RegExp(HIDDEN_TITLE));
    });

    it('limit wrong passwords by address and by page, and do not count right ones', async () => {
      const page = await store({ password });
      const headers = { 'X-Forwarded-For': newAddress() };
      const outcomes: number[] = [];
      const { rateLimiter } = pages.services;
      const { count: countPerSecond } = rateLimiter;
      rateLimiter.count = async () => ({ allowed: true, limit: 1, remaining: 1, resetMs: 0 });
      for (let round = 0; round < 23; round += 1)
        outcomes.push((await enter(page, round % 6 === 5 ? 'open sesame' : `guess ${round}`, headers)).status);
      rateLimiter.count = countPerSecond;
      const opened = outcomes.filter((status) => status === 303).length;
      deepEqual([opened, outcomes.length - opened, new Set(outcomes)], [3, 20, new Set([403, 303])]);
      const refused = await enter(page, 'open sesame', headers);
      deepEqual([refused.status, Number(refused.headers.get('retry-after')) > 0], [429, true]);
      match(await refused.text(), /too many wrong passwords/);
      equal((await enter(page, 'open sesame')).status, 303, 'other addresses are not affected');
      const passwords = new PagePasswords(rateLimiter);
      const guess = async () => (await passwords.check(page, newAddress(), 'x')).is;
      const tally = { wrong: 0, tooMany: 0, right: 0, busy: 0 };
      for (let round = 0; round < 6; round += 1)
        for (const is of await Promise.all(Array.from({ length: 15 }, guess))) tally[is] += 1;
      deepEqual(tally, { wrong: 80, tooMany: 10, right: 0, busy: 0 });
      equal((await enter(page, 'open sesame')).status, 429);
      equal((await enter(await store({ password }), 'open sesame')).status, 303, 'other pages are not affected');
    });

    it('refuse a password that would have to wait behind too many others', async () => {
      const page = await store({ password });
      const limiter = new RateLimiter(pages.services.infrastructure.redis);
      const passwords = new PagePasswords(limiter);
      let resolve = () => {};
      const released = new Promise<void>((release) => {
        resolve = release;
      });
      limiter.countWithin = () => released.then(() => ({ allowed: true, resetMs: 0 }));
      const waiting = Array.from({ length: 21 }, () => passwords.check(page, '192.0.2.1', 'x'));
      equal((await passwords.check(page, '192.0.2.1', 'open sesame')).is, 'busy');
      resolve();
      deepEqual(new Set((await Promise.all(waiting)).map(({ is }) => is)), new Set(['wrong']));
      equal((await passwords.check(page, '192.0.2.1', 'open sesame')).is, 'right');
    });
  });

  describe('with targets', () => {
    it('follow the first rule that matches, else the phone, else the share, else the target', async () => {
      const page = await storeRedirect({
        targets: {
          rules: [
            { url: 'https://example.com/de-phone', languages: ['de'], devices: ['mobile'], timezone: 'UTC' },
            { url: 'https://example.com/de', languages: ['de'], timezone: 'UTC' },
            { url: 'https://example.com/android', devices: ['android'], timezone: 'UTC' },
          ],
          ios: 'https://example.com/ios',
          shares: [{ url: 'https://example.com/share', weight: 1 }],
        },
      });
      const led = [
        await follow(page, { 'Accept-Language': 'de-CH,fr;q=0.8' }),
        await follow(page, { 'Accept-Language': 'de', 'User-Agent': DESKTOP }),
        await follow(page, { 'Accept-Language': 'fr,de;q=0.9', 'User-Agent': ANDROID }),
        await follow(page, { 'Accept-Language': 'fr' }),
        await follow(page, { 'User-Agent': DESKTOP }),
      ];
      deepEqual(
        led.map((url) => url?.replace('https://example.com/', '')),
        ['de-phone', 'de', 'android', 'ios', 'share'],
      );
      await countPending(pages.store);
      const counts = await pages.store.visitCounts.findOne({ _id: `${page._id}|` });
      deepEqual(Object.fromEntries(counts?.targets?.map(({ value, count: visits }) => [value, visits]) ?? []), {
        'rule 1': 1,
        'rule 2': 1,
        'rule 3': 1,
        ios: 1,
        'share A': 1,
      });
      const response = await visit(page.code);
      equal(response.headers.get('cache-control'), 'private, no-store');
    });

    it('keep a visitor at their share, and divide visitors by weight', async () => {
      const shares = [
        { url: 'https://example.com/a', weight: 300 },
        { url: 'https://example.com/b', weight: 100 },
      ];
      const page = await storeRedirect({ targets: { shares } });
      const address = newAddress();
      const headers = { 'X-Forwarded-For': address, 'User-Agent': DESKTOP };
      const again = await Promise.all(Array.from({ length: 5 }, () => follow(page, headers)));
      equal(new Set(again).size, 1);
      const led = await Promise.all(
        Array.from({ length: 200 }, () => chooseTarget(pages.store, page, { ip: newAddress() }, new Date())),
      );
      const first = led.filter(({ name }) => name === 'share A').length;
      ok(first > 115 && first < 185, `${first} of 200`);
    });

    it('show the page to everybody else', async () => {
      const rules = [{ url: 'https://example.com/at', countries: ['AT'], timezone: 'UTC' }];
      const response = await visit((await store({ targets: { rules } })).code);
      equal(response.status, 200);
      notEqual(response.headers.get('etag'), '');
    });
  });
});
