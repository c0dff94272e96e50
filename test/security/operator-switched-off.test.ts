import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { SessionStore } from '../../features/console/session-store.js';
import { systemClock } from '../../shared/process/clock.js';
import { addOperator, logInAs } from '../helpers/add-operator.js';
import { holdBody } from '../helpers/hold-body.js';
import { PASSWORD, type PrivateFronts, startPrivateFronts } from '../helpers/private-fronts.js';
import { ADMIN_TOKEN } from '../helpers/stack.js';

const ROUNDS = 3;

describe('an operator who is switched off', () => {
  let fronts: PrivateFronts;

  before(async function () {
    this.timeout(120_000);
    fronts = await startPrivateFronts();
  });
  after(() => fronts.close());

  it('stays switched off when their password change was already under way', async () => {
    const { store, admin } = fronts;
    const boss = await addOperator(store, 'admin');
    for (let round = 0; round < ROUNDS; round++) {
      const { name, token } = await addOperator(store, 'viewer');
      const change = { current_password: PASSWORD, password: `${PASSWORD} ${round}` };
      const [, off] = await Promise.all([
        admin('POST', '/password', change, token),
        admin('PATCH', `/operators/${name}`, { active: false }, boss.token),
      ]);
      equal(off.status, 200);
      equal((await store.operators.findOne({ _id: name }))?.active, false);
      equal(await logInAs(fronts.urls[0] ?? '', name, change.password, fronts.headers), '');
    }
  });

  it('changes nothing with a request whose body was held back meanwhile', async () => {
    const { store, urls, headers, admin } = fronts;
    const boss = await addOperator(store, 'admin');
    const { name, token } = await addOperator(store, 'admin');
    const cookie = await logInAs(urls[0] ?? '', name, PASSWORD, headers);
    const html = await (await fetch(`${urls[0]}/operator/operators`, { headers: { ...headers, cookie } })).text();
    const form_token = /name="form_token" value="(\w+)"/.exec(html)?.[1] ?? '';
    const accomplice = { operator: 'accomplice', password: `${PASSWORD}!`, role: 'admin' };
    const finish = await Promise.all([
      holdBody(`${urls[0]}/operator/operators`, {
        headers: { ...headers, cookie, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ form_token, ...accomplice }).toString(),
      }),
      holdBody(`${urls[0]}/v1/admin/operators`, {
        headers: { ...headers, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(accomplice),
      }),
    ]);
    equal((await admin('PATCH', `/operators/${name}`, { active: false }, boss.token)).status, 200);
    for (const send of finish) equal(await send(), 401);
    equal(await store.operators.findOne({ _id: 'accomplice' }), null);
  });

  it('is switched on by unlocking, which keeps a role that changes meanwhile', async () => {
    const { store, admin } = fronts;
    const boss = await addOperator(store, 'admin');
    const { name } = await addOperator(store, 'support');
    await admin('PATCH', `/operators/${name}`, { active: false }, boss.token);
    const [unlocked, changed] = await Promise.all([
      admin('POST', `/operators/${name}/unlock`, { password: `${PASSWORD}!` }, boss.token),
      admin('PATCH', `/operators/${name}`, { role: 'viewer' }, boss.token),
    ]);
    deepEqual([unlocked.status, changed.status], [200, 200]);
    const { role, active } = (await store.operators.findOne({ _id: name })) ?? {};
    deepEqual({ role, active }, { role: 'viewer', active: true });
  });

  it('is not switched on by a form of the console that changes the role', async () => {
    const { store, urls, headers } = fronts;
    const boss = await addOperator(store, 'admin');
    const { name } = await addOperator(store, 'support');
    const cookie = await logInAs(urls[0] ?? '', boss.name, PASSWORD, headers);
    const page = `${urls[0]}/operator/operators/${name}`;
    const html = await (await fetch(page, { headers: { ...headers, cookie } })).text();
    const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? [];
    const ofRole = forms.filter((form) => form.includes('name="role"'));
    const ofState = forms.filter((form) => form.includes('name="active"'));
    deepEqual([ofRole.length, ofState.length], [1, 1]);
    ok(ofRole[0] !== ofState[0], 'one form for each');
    await store.operators.updateOne({ _id: name }, { $set: { active: false } });
    const form_token = /name="form_token" value="(\w+)"/.exec(html)?.[1] ?? '';
    const action = /action="([^"]+)"/.exec(ofRole[0] ?? '')?.[1] ?? '';
    const sent = await fetch(`${urls[0]}${action}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, cookie },
      body: new URLSearchParams({ form_token, role: 'viewer' }),
    });
    equal(sent.status, 303);
    const { role, active } = (await store.operators.findOne({ _id: name })) ?? {};
    deepEqual({ role, active }, { role: 'viewer', active: false });
  });

  it('has no session from a login that was under way when it happened, or when the password was changed', async () => {
    const { store, admin } = fronts;
    const boss = await addOperator(store, 'admin');
    const sessions = new SessionStore(ADMIN_TOKEN, store, systemClock);
    const { name } = await addOperator(store, 'viewer');
    const { password_set = new Date() } = (await store.operators.findOne({ _id: name })) ?? {};
    const open = () => sessions.add(sessions.create(name, '127.0.0.1', 'x').session, { password_set });
    await open();
    await admin('PATCH', `/operators/${name}`, { active: false }, boss.token);
    await rejects(open(), { status: 401 });
    await admin('POST', `/operators/${name}/unlock`, { password: `${PASSWORD}!` }, boss.token);
    await rejects(open(), { status: 401 });
    equal(await store.operatorSessions.countDocuments({ operator: name }), 0);
  });
});
