import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { MOST_REPORTS } from '../../shared/contract/bounds.js';
import { logIn } from '../../test/helpers/log-in.js';
import { newAddress } from '../../test/helpers/new-address.js';
import { type CreatedPage, createPage, useVisitorAddresses } from '../../test/helpers/page-visits.js';
import { startReceiver } from '../../test/helpers/receiver.js';
import { ADMIN_TOKEN, type Answer, call, eventually, newAccount, stack } from '../../test/helpers/stack.js';
import { repeatUntilWithinSecond } from '../../test/helpers/timing.js';

describe('moderation of hosted pages', () => {
  const { visit } = useVisitorAddresses();

  const admin = async (method: string, path: string, body: object = {}): Promise<Answer['body']> => {
    const answer = await call(`/v1/admin/experiences${path}`, body, {
      method,
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  const report = (made: Pick<CreatedPage, 'path'>, fields: Record<string, string>, from = newAddress()) =>
    visit(`${made.path}/report`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'X-Forwarded-For': from },
    });

  const ownView = async ({ id, key }: CreatedPage) =>
    (await call(`/v1/qr-experience/${id}`, {}, { method: 'GET', key })).body;

  it("links every page to a report form in the visitor's language, and shows reports to operators", async () => {
    const made = await createPage('page');
    const html = await (await visit(made.path)).text();
    match(html, new RegExp(`<a href="${made.path}/report"[^>]*>Report this page</a>`));
    const form = await visit(`${made.path}/report`, { headers: { 'Accept-Language': 'es' } });
    equal(form.status, 200);
    match(form.headers.get('content-security-policy') ?? '', /form-action 'self'/);
    match(await form.text(), /<html lang="es">[\s\S]*name="reason" value="phishing"/);
    const answer = await report(made, { reason: 'phishing', details: 'It wants my PIN <b>' });
    equal(answer.status, 200);
    match(await answer.text(), /Thank you for your report/);
    const found = await admin('GET', `/${made.id}`);
    deepEqual([found.reports, found.all_reports.length], [1, 1]);
    const [{ reason, details, at, ...more }] = found.all_reports;
    deepEqual([reason, details, more], ['phishing', 'It wants my PIN <b>', {}]);
    ok(Date.parse(at) > 0);
    const { experiences } = await admin('GET', '?show=reported&limit=200');
    ok(experiences.some(({ id }: { id: number }) => id === made.id));
  });

  it('accepts one report per visitor, and drops reports of bots', async () => {
    const made = await createPage('text');
    const address = newAddress();
    for (let times = 0; times < 2; times++) {
      const answer = await eventually(
        () => report(made, { reason: 'spam' }, address),
        ({ status }) => status !== 429,
      );
      equal(answer.status, 200);
    }
    equal((await report(made, { reason: 'spam', website: 'https://spam.example' })).status, 200);
    equal((await admin('GET', `/${made.id}`)).reports, 1);
    for (const [fields, status] of [
      [{ reason: 'boring' }, 422],
      [{}, 422],
      [{ reason: 'spam', details: 'x'.repeat(1_001) }, 422],
    ] as const)
      equal((await report(made, fields)).status, status);
    const elsewhere = await visit(`${made.path}/report`, {
      method: 'POST',
      body: new URLSearchParams({ reason: 'spam' }),
      headers: { 'Sec-Fetch-Site': 'cross-site', 'X-Forwarded-For': newAddress() },
    });
    equal(elsewhere.status, 403);
    equal((await report({ path: '/e/aaaaaaaaaa' }, { reason: 'spam' })).status, 404);
    const kept = JSON.stringify(await (await stack()).store.experienceReports.find({ experience: made.id }).toArray());
    ok(!kept.includes(address), 'no address is kept');
  });

  it(`accepts one report a second per address, and ${MOST_REPORTS} per page`, async () => {
    const made = await createPage('text');
    const { store } = await stack();
    const from = newAddress();
    const statuses = await repeatUntilWithinSecond(async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => report(made, { reason: 'other' }, from)));
      return answers.map(({ status }) => status);
    });
    ok(statuses.includes(429), statuses.join(' '));
    await store.experiences.updateOne({ _id: made.id }, { $set: { reports: MOST_REPORTS } });
    const before = await store.experienceReports.countDocuments({ experience: made.id });
    equal((await report(made, { reason: 'other' })).status, 200);
    equal(await store.experienceReports.countDocuments({ experience: made.id }), before);
  });

  it("notifies the owner's webhooks of reason and count, not of reporter and details", async () => {
    const receiver = await startReceiver();
    const { key } = await newAccount();
    const made = await createPage('text', {}, key);
    const events = ['experience.reported'];
    equal((await call('/v1/webhooks', { url: receiver.url, events }, { key })).status, 200);
    await report(made, { reason: 'illegal', details: 'my name is Ada' });
    const [got] = await receiver.got(1);
    await receiver.close();
    const { type, data } = got?.event ?? {};
    deepEqual([type, data.experience.id, data.reason, data.reports], ['experience.reported', made.id, 'illegal', 1]);
    ok(!got?.body.includes('Ada'));
  });

  it('lets operators find, take down and restore a page, and shows visitors a notice and the owner the reason', async () => {
    const host = `bank-${Date.now()}.example`;
    const { key, account } = await newAccount();
    const blocks = [{ type: 'button', props: { label: 'Log in', href: `https://${host}/login` } }];
    const made = await createPage('page', { page: { version: 1, title: 'Zebrabank login', blocks } }, key);
    const ids = async (query: string) => (await admin('GET', query)).experiences.map(({ id }: { id: number }) => id);
    for (const search of [host, `https://${host}/x`, made.code, made.scanUrl, String(made.id), 'zebrabank'])
      deepEqual(await ids(`?search=${encodeURIComponent(search)}`), [made.id], search);
    deepEqual(await ids(`?account=${account}`), [made.id]);
    deepEqual(await ids(`?search=${host}&account=nobody`), []);

    const reason = 'It pretends to be a bank.';
    equal((await admin('POST', `/${made.id}/takedown`, { reason })).state, 'taken_down');
    ok((await ids('?show=taken_down&limit=200')).includes(made.id));
    const page = await visit(made.path);
    equal(page.status, 451);
    match(await page.text(), /was taken down/);
    equal((await visit(`${made.path}/report`)).status, 451);
    equal((await visit(`${made.path}/events`, { method: 'POST', body: 'event=cta_click' })).status !== 200, true);
    const seen = await ownView(made);
    deepEqual([seen.state, seen.taken_down.reason], ['taken_down', reason]);
    const edit = await call(
      `/v1/qr-experience/${made.id}`,
      { state: 'active', label: 'x' },
      { method: 'PATCH', key, headers: { 'If-Match': '*' } },
    );
    deepEqual([edit.status, edit.body.state], [200, 'taken_down'], 'its owner cannot undo it');
    deepEqual(
      (await call('/v1/qr-experience?state=taken_down', {}, { method: 'GET', key })).body.experiences.length,
      1,
    );
    equal((await admin('POST', `/${made.id}/restore`)).state, 'active');
    equal((await visit(made.path)).status, 200);
    equal((await ownView(made)).taken_down, null);
    const unknown = { method: 'POST', headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } };
    equal((await call('/v1/admin/experiences/999999999/takedown', { reason }, unknown)).status, 404);
    equal((await call(`/v1/admin/experiences/${made.id}/takedown`, { reason }, { method: 'POST' })).status, 401);
  });

  it('lists, searches, takes down and restores pages and dismisses reports in the console', async () => {
    const { platform } = await stack();
    const made = await createPage('text', { content: { title: 'Quokka offers', text: 'x' } });
    await report(made, { reason: 'spam', details: '<script>alert(1)</script>' });
    const { cookie } = await logIn(platform.baseUrl);
    const open = async (path: string, init: RequestInit = {}) =>
      fetch(`${platform.baseUrl}/operator${path}`, { redirect: 'manual', ...init, headers: { cookie } });
    match(await (await open('/experiences')).text(), new RegExp(made.code));
    match(await (await open('/experiences?search=quokka')).text(), new RegExp(made.code));
    match(await (await open('/experiences?search=nowhere.example')).text(), /No hosted pages match/);
    const shown = await (await open(`/experiences/${made.id}`)).text();
    match(shown, /spam[\s\S]*&lt;script&gt;alert/);
    const form_token = /name="form_token" value="(\w+)"/.exec(shown)?.[1] ?? '';
    const send = async (what: string, fields: object = {}) => {
      const body = new URLSearchParams({ form_token, ...fields });
      const { status, headers } = await open(`/experiences/${made.id}/${what}`, { method: 'POST', body });
      equal(status, 303, what);
      return (await open(String(headers.get('location')).replace('/operator', ''))).text();
    };
    match(await send('takedown', { reason: 'Not here.' }), /Page taken down[\s\S]*Not here\./);
    equal((await visit(made.path)).status, 451);
    match(await (await open('/experiences?down')).text(), new RegExp(made.code));
    match(await send('restore'), /Page restored/);
    equal((await visit(made.path)).status, 200);
    match(await send('dismiss'), /Reports dismissed[\s\S]*No reports\./);
    equal((await open('/experiences/999999999')).status, 404);
  });
});
