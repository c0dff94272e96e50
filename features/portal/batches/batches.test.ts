import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { type Customer, newCustomer } from '../../../test/helpers/portal.js';
import { eventually, stack } from '../../../test/helpers/stack.js';

const NEW = '/account/batches/new';

describe('batches of the portal', () => {
  let customer: Customer;
  let account: string;

  before(async () => {
    ({ customer, account } = await newCustomer());
  });

  async function upload(csv: string, fields: Record<string, string> = {}, by = customer) {
    const form_token = /name="form_token" value="([\w-]+)"/.exec(await by.page(NEW))?.[1] ?? '';
    const form = new FormData();
    for (const [name, value] of Object.entries({ form_token, endpoint: 'vat', ...fields })) form.set(name, value);
    if (csv.length > 0) form.set('file', new Blob([csv]), 'Amounts.csv');
    // The form is encoded here, since the client of the tests has another class of that name.
    const encoded = new Response(form);
    const headers = { 'Content-Type': encoded.headers.get('Content-Type') ?? '' };
    const response = await by.ask(NEW, { method: 'POST', headers, body: Buffer.from(await encoded.arrayBuffer()) });
    return { status: response.status, location: response.headers.get('location') ?? '', html: await response.text() };
  }

  it('keep what was chosen when a file is refused, and say which line is wrong', async () => {
    const { status, html } = await upload('net;country_code\n1;DE\n1;DE;3\n');
    equal(status, 422);
    match(html, /line 3 has 3 cells instead of 2/);
    match(html, /<option value="vat" selected>/);
    equal((await upload('')).status, 422);
    equal((await upload('net\n1\n', { form_token: 'other' })).status, 403);
  });

  it('take rows that were pasted, without names of their columns', async () => {
    const { location } = await upload('', { rows: '12,50\tDE\n13,50\tFR' });
    const page = await customer.page(location);
    match(page, /<th scope="col">Column 2<\/th>/);
    match(page, /2 rows × 0.001 = at most <b>0.002 credits/);
  });

  it('do not start while a required field has no column, and keep the form', async () => {
    const { location } = await upload('Netto;Land\n1;DE\n');
    const fields = { 'column.net': '0', 'value.country_code': 'FR', intent: 'start' };
    const refused = await customer.send(location, location, fields);
    equal(refused.status, 422);
    const html = await refused.text();
    match(html, /Choose the column for: Action/);
    match(html, /name="value.country_code" value="FR"/);
    const unreadable = { 'value.action': 'calculate', 'column.country_code': '0', intent: 'start' };
    match(await (await customer.send(location, location, unreadable)).text(), /The columns do not fit: row 1: /);
  });

  it('run with the key of the account for batches, show what failed, and run that again', async () => {
    const { store } = await stack();
    const { location } = await upload('Nr;Netto;Land\nA;1.000,50;DE\nB;7;XX\n');
    match(await customer.page(location), /2 of the 2 rows would fail[\s\S]*action is required/);
    const columns = { 'column.net': '1', 'column.country_code': '2', 'value.action': 'calculate' };
    const checked = await customer.send(location, location, {
      ...columns,
      'value.vat_type': 'reduced',
      intent: 'check',
    });
    equal(checked.headers.get('location'), `${location}#check`);
    match(await customer.page(location), /<option value="reduced" selected>[\s\S]*All 2 rows are ready to run/);
    const start = () => customer.send(location, location, { ...columns, name: 'Q1', intent: 'start' });
    const started = (await start()).headers.get('location') ?? '';
    match(started, /^\/account\/batches\/bat_\w+\?done=started$/);
    equal((await customer.ask(location)).status, 404);
    const path = started.replace(/\?.*/, '');
    const page = await eventually(
      () => customer.page(path),
      (html) => html.includes('Download CSV'),
      60_000,
    );
    match(page, /Row 2<\/th>\s*<td[^>]*>B, 7, XX<\/td>[\s\S]*Unknown country_code/);
    const results = await customer.ask(`${path}/results?format=csv`);
    match(results.headers.get('content-disposition') ?? '', /filename="Q1\.csv"/);
    match(await results.text(), /^\uFEFF?Nr;Netto;Land;status;error;[^\n]*\r\nA;1.000,50;DE;200;;[^\n]*1190\.6/);
    const owned = await store.accounts.findOneAndUpdate({ _id: account }, { $set: { owner: 'other@example.com' } });
    await store.members.updateMany({ account }, { $set: { role: 'viewer' } });
    const viewed = await customer.page(path);
    match(viewed, /Only the owner, an admin or a developer can download results/);
    doesNotMatch(viewed, /B, 7, XX|Unknown country_code|results\?format/);
    equal((await customer.ask(`${path}/results?format=csv`)).status, 403);
    await store.members.updateMany({ account }, { $unset: { role: '' } });
    await store.accounts.updateOne({ _id: account }, { $set: { owner: String(owned?.owner) } });

    const key = await store.keys.findOne({ account, purpose: 'batches' });
    const batch = await store.batches.findOne({ _id: path.split('/').at(-1) ?? '' });
    equal(batch?.key, key?.id);

    const again = (await customer.send(path, `${path}/again`)).headers.get('location') ?? '';
    const mapping = await customer.page(again);
    match(mapping, /Q1<\/b>: 1 row/);
    match(mapping, /name="column.country_code"[\s\S]*?<option value="2" selected>Land/);
    equal((await customer.send(path, `${path}/delete`)).status, 303);
    equal((await customer.ask(path)).status, 404);
    const log = await store.accountLog.find({ account, action: /^batch\./ }, { sort: { at: 1 } }).toArray();
    deepEqual(
      log.map(({ action }) => action),
      ['batch.create', 'batch.delete'],
    );
  });

  it('belong to their account', async () => {
    const { location } = await upload('net\n1\n');
    const { customer: other } = await newCustomer();
    equal((await other.ask(location)).status, 404);
    equal((await other.send(NEW, location, { intent: 'start' })).status, 404);
  });

  it('offer a new key when the one for batches was revoked', async () => {
    const { store } = await stack();
    await store.keys.updateMany({ account, purpose: 'batches' }, { $set: { active: false } });
    const { location } = await upload('net\n1\n');
    const fields = { 'column.net': '0', 'value.vat_rate': '20', 'value.action': 'calculate' };
    const refused = await customer.send(location, location, { ...fields, intent: 'start' });
    equal(refused.status, 409);
    match(await refused.text(), /Create a new key and start batch/);
    const started = await customer.send(location, location, { ...fields, intent: 'renew' });
    ok(started.headers.get('location')?.includes('done=started'));
  });
});
