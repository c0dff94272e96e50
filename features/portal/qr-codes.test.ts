import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { customerWithKey, givenFeedback } from '../../test/helpers/customer-with-key.js';
import { type CreatedPage, createPage, readStats, useVisitorAddresses } from '../../test/helpers/page-visits.js';
import { type Customer, newCustomer } from '../../test/helpers/portal.js';
import { call, stack } from '../../test/helpers/stack.js';

const LIST = '/account/experiences';

describe('the QR codes of the portal', () => {
  const { visit } = useVisitorAddresses();
  let customer: Customer;
  let key: string;

  before(async () => {
    ({ customer, key } = await customerWithKey());
  });

  const report = ({ path }: CreatedPage, fields: Record<string, string>) =>
    visit(`${path}/events`, { method: 'POST', body: new URLSearchParams(fields) });

  it('are listed with state and scans, found by name, and begin with what to do', async () => {
    match(await customer.page(LIST), /Create your first QR code/);
    const made = await createPage('coupon', { label: 'Summer <sale>' }, key);
    await createPage('text', { label: 'Door' }, key);
    await visit(made.path);
    await readStats(made);
    const list = await customer.page(LIST);
    match(list, /Summer &lt;sale&gt;<\/a>[\s\S]*?Coupon[\s\S]*?Active[\s\S]*?<\/svg>\s*1<\/td>/);
    const found = await customer.page(`${LIST}?search=summer&type=coupon&state=active`);
    ok(found.includes('Summer') && !found.includes('Door'));
    match(await customer.page(`${LIST}?search=winter`), /No matching QR codes/);
    const picture = await customer.ask(`${LIST}/${made.id}/code.svg?v=1`);
    deepEqual(
      [picture.headers.get('content-type'), picture.headers.get('cache-control')?.slice(0, 7)],
      ['image/svg+xml', 'private'],
    );
    const file = await customer.ask(`${LIST}/${made.id}/code?image_format=PDF&image_width=500`);
    match(file.headers.get('content-disposition') ?? '', /attachment; filename="Summer-sale\.pdf"/);
  });

  it('are paused, resumed, scheduled and deleted', async () => {
    const { store } = await stack();
    const { id } = await createPage('text', {}, key);
    const path = `${LIST}/${id}`;
    equal((await customer.sendWithinLimit(path, `${path}/state`, { state: 'paused' })).status, 303);
    match(await customer.page(path), /Paused/);
    equal((await customer.sendWithinLimit(path, `${path}/state`, { state: 'active' })).status, 303);
    const settings = `${path}/settings`;
    const fields = {
      etag: '"3"',
      label: 'Tables',
      valid_from: '2099-01-01T10:00',
      max_scans: '5',
      'ended.title': 'Sold out',
    };
    equal((await customer.sendWithinLimit(settings, settings, fields)).status, 303);
    const page = await store.experiences.findOne({ _id: id });
    deepEqual(
      [page?.label, page?.valid_from?.toISOString(), page?.max_scans, page?.ended],
      ['Tables', '2099-01-01T10:00:00.000Z', 5, { title: 'Sold out' }],
    );
    match(
      await customer.page(settings),
      /Scheduled[\s\S]*name="valid_from" type="datetime-local" value="2099-01-01T10:00"/,
    );
    const late = await customer.sendWithinLimit(settings, settings, { ...fields, label: 'Doors' });
    const again = await late.text();
    equal(late.status, 412);
    match(again, /Someone else changed this QR code[\s\S]*value="Doors"/);
    const wrong = await customer.sendWithinLimit(settings, settings, {
      ...fields,
      etag: '"4"',
      valid_until: '2098-01-01T10:00',
    });
    equal(wrong.status, 422);
    match(await wrong.text(), /id="valid_until-problem"[^>]*>[^<]*the opening</);
    const open = { etag: '"4"', label: 'Tables', password: 'sesame' };
    equal((await customer.sendWithinLimit(settings, settings, open)).status, 303);
    const opened = await store.experiences.findOne({ _id: id });
    deepEqual(
      [opened?.valid_from, opened?.max_scans, opened?.ended, opened?.password !== undefined],
      [undefined, undefined, undefined, true],
    );
    equal((await customer.sendWithinLimit(settings, `${path}/delete`)).headers.get('location'), `${LIST}?done=deleted`);
    equal((await customer.ask(path)).status, 404);
  });

  it('are edited and duplicated as drafts, which the list continues and deletes', async () => {
    const { store } = await stack();
    const { id } = await createPage('text', { label: 'Menu' }, key);
    const path = `${LIST}/${id}`;
    const edit = async () => (await customer.sendWithinLimit(path, `${path}/edit`)).headers.get('location') ?? '';
    const draft = await edit();
    match(draft, /^\/account\/studio\/qrd_/);
    equal(await edit(), draft, 'a second edit continues the first');
    const copy = (await customer.sendWithinLimit(path, `${path}/duplicate`)).headers.get('location') ?? '';
    equal((await store.qrDrafts.findOne({ _id: copy.split('/').at(-1) ?? '' }))?.experience, null);
    await call('/v1/qr-drafts', { kind: 'code', type: 'payment' }, { key });
    const list = await customer.page(LIST);
    match(list, /Drafts<\/h2>[\s\S]*Codes without a page<\/h2>[\s\S]*>Payment<\/a>/);
    ok([draft, copy].every((one) => list.includes(`href="${one}"`)));
    const deletion = `${LIST}/drafts/${draft.split('/').at(-1)}/delete`;
    equal((await customer.sendWithinLimit(LIST, deletion)).status, 303);
    ok(!(await customer.page(LIST)).includes(draft));
  });

  it('show what visitors left, and delete it', async () => {
    const id = await givenFeedback(key);
    const path = `${LIST}/${id}/messages`;
    match(await customer.page(path), /The soup was &lt;cold&gt;/);
    match(await customer.page(`${LIST}/${id}/events.csv`), /The soup was <cold>/);
    const form = await createPage('lead_form', {}, key);
    const lead = { experience_id: form.id, event: 'lead_submitted', meta: { fields: { email: 'ada@example.com' } } };
    equal((await call('/v1/qr-scan/event', lead, { key })).status, 200);
    await readStats(form);
    match(await customer.page(`${LIST}/${form.id}/messages`), /<dd>ada@example\.com<\/dd>/);
    equal((await customer.sendWithinLimit(path, `${path}/delete`)).status, 303);
    match(await customer.page(path), /No messages yet/);
  });

  it('show figures of a period with names of countries, languages and blocks', async () => {
    const made = await createPage('page', {}, key);
    await visit(made.path, { headers: { 'Accept-Language': 'it' } });
    await report(made, { event: 'rating_submitted', value: '4', block: 'b13' });
    await readStats(made);
    const path = `${LIST}/${made.id}/statistics`;
    const html = await customer.page(`${path}?days=7&timezone=Europe/Vienna`);
    for (const shown of [
      /Italian/,
      /Average rating<\/dt><dd><b>4</,
      /4 stars/,
      /Rating: /,
      /Scans by weekday and hour \(Europe\/Vienna\)/,
    ])
      match(html, shown);
    match(await customer.page(`${path}?from=2026-02-01&to=2026-01-01`), /role="alert">Enter a first day/);
    match(await customer.page(`${LIST}/${made.id}/scans.csv?days=7`), /^date,scans,[\s\S]*,1,1,0,1,0,0,1\r\n$/);
  });

  it('list the versions of a page with a preview, and restore one', async () => {
    const { id } = await createPage('text', { content: { text: 'Closed in August' } }, key);
    const change = { if_match: '*', content: { text: 'Open again' } };
    equal((await call(`/v1/qr-experience/${id}`, change, { method: 'PATCH', key })).status, 200);
    const path = `${LIST}/${id}/versions`;
    match(await customer.page(path), /Version 2<\/a>[\s\S]*?content[\s\S]*?Server[\s\S]*?Version 1/);
    const preview = await customer.ask(`${path}/1/preview.html`);
    match(preview.headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/);
    match(await preview.text(), /Closed in August/);
    equal((await customer.sendWithinLimit(`${path}/1`, `${path}/1/restore`, { etag: '"1"' })).status, 412);
    const restored = await customer.sendWithinLimit(`${path}/1`, `${path}/1/restore`, { etag: '"2"' });
    equal(restored.headers.get('location'), `${path}?done=restored`);
    match(await customer.page(`${path}/3/preview.html`), /Closed in August/);
  });

  it('explain that the code of a Wi-Fi page joins the network, and offer no pause', async () => {
    const { id } = await createPage('wifi', {}, key);
    const html = await customer.page(`${LIST}/${id}`);
    match(html, /The code joins the network/);
    ok(!html.includes('Pause') && !html.includes('<dt>Scans'));
  });

  it('are those of the account alone', async () => {
    const { id } = await createPage('text', {}, key);
    const { customer: stranger } = await newCustomer();
    const path = `${LIST}/${id}`;
    for (const tab of [
      '',
      '/statistics',
      '/messages',
      '/versions',
      '/versions/1',
      '/settings',
      '/code.svg',
      '/scans.csv',
    ])
      equal((await stranger.ask(path + tab)).status, 404, tab);
    for (const form of ['state', 'edit', 'duplicate', 'delete', 'settings', 'messages/delete', 'versions/1/restore'])
      equal((await stranger.send('/account', `${path}/${form}`)).status, 404, form);
  });
});
