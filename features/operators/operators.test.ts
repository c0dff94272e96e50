import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { toMicro } from '../../shared/contract/amounts.js';
import { buildTarget } from '../../shared/contract/route.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { launch } from '../../test/helpers/launch.js';
import { newAddress } from '../../test/helpers/new-address.js';
import {
  PASSWORD,
  type PrivateFronts,
  startPrivateFronts,
  weakenPasswordHashes,
} from '../../test/helpers/private-fronts.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { ADMIN_TOKEN, call, eventually } from '../../test/helpers/stack.js';
import { createKey } from '../keys/keys.js';
import { operations } from '../operations/index.js';
import { hasRole, type Role, roles } from './roles.js';
import { issueToken } from './token-secrets.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

describe('operators', () => {
  let fronts: PrivateFronts;
  /** Tokens by role. */
  const tokens: Record<string, string> = {};

  before(async function () {
    this.timeout(120_000);
    fronts = await startPrivateFronts(2);
  });
  after(() => fronts.close());

  const baseUrl = () => fronts.urls[0] ?? '';

  /** A form of the console, as a browser without a cookie or with one sends it. */
  const post = (path: string, fields: Record<string, string>, cookie = '', from = fronts.headers) =>
    fetch(`${baseUrl()}/operator${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...from, cookie },
      body: new URLSearchParams(fields),
    });
  const open = (path: string, cookie: string) =>
    fetch(`${baseUrl()}/operator${path}`, { redirect: 'manual', headers: { ...fronts.headers, cookie } });
  const cookieOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ');
  const formToken = (html: string) => /name="form_token" value="(\w+)"/.exec(html)?.[1] ?? '';
  const logIn = async (operator: string, password = PASSWORD) => cookieOf(await post('/login', { operator, password }));

  it('log in with the admin token until the first admin is created in the console', async () => {
    equal((await fronts.admin('GET', '/accounts')).status, 200);
    match(await (await open('/login', '')).text(), /name="token"/);
    const cookie = cookieOf(await post('/login', { token: ADMIN_TOKEN }));
    const page = await (await open('/operators', cookie)).text();
    match(page, /Create the first admin/);
    const form_token = formToken(page);
    const short = await post('/operators', { form_token, operator: 'ada', password: 'short', role: 'admin' }, cookie);
    equal(short.status, 422);
    const again = await short.text();
    ok(again.includes('value="ada"') && again.includes('id="password-problem"') && !again.includes('value="short"'));
    const made = await post('/operators', { form_token, operator: 'ada', password: PASSWORD, role: 'admin' }, cookie);
    equal(made.status, 303);
    const own = cookieOf(made);
    match(await (await open('/operators', own)).text(), /<span class="quiet">ada, admin<\/span>/);
    equal((await open('/operators', cookie)).status, 302, 'the session of the admin token has ended');

    const refused = await fronts.admin('GET', '/accounts');
    deepEqual([refused.status, refused.body.type], [403, 'admin_token_unlocks_only']);
    equal((await post('/login', { token: ADMIN_TOKEN })).status, 403);
    const headers = { ...fronts.headers, Authorization: `Bearer ${ADMIN_TOKEN}` };
    equal((await fetch(`${baseUrl()}/metrics`, { headers })).status, 403);
    match(await (await open('/login', '')).text(), /name="password"/);

    for (const role of roles) {
      if (role !== 'admin') {
        await post(
          '/operators',
          {
            form_token: formToken(await (await open('/operators', own)).text()),
            operator: role,
            password: PASSWORD,
            role,
          },
          own,
        );
      }
      const operator = role === 'admin' ? 'ada' : role;
      const { plain } = await issueToken(fronts.store, {
        operator,
        name: 'test',
        role,
        expires: null,
        created: new Date(),
      });
      tokens[role] = plain;
    }
    equal(await fronts.store.operators.countDocuments({ active: true }), 3);
    await weakenPasswordHashes(fronts.store);
  });

  /** True if a role is the minimum role, or the one below it. */
  const isNear = (role: Role, least: Role) => [0, 1].includes(roles.indexOf(least) - roles.indexOf(role));

  for (const role of roles) {
    it(`of the role ${role} run exactly the operations that their role includes`, async () => {
      const found: string[] = [];
      const asked = operations.filter(({ role: least }) => nightlyOrDaily(true, isNear(role, least)));
      for (const { contract, command, role: least } of asked) {
        const { method } = contract;
        const answer = await call(buildTarget(contract, contract.example.request), contract.example.request, {
          method,
          baseUrl: baseUrl(),
          headers: { ...fronts.headers, Authorization: `Bearer ${tokens[role]}` },
        });
        const refused = answer.status === 403 && answer.body.type === 'role_too_low';
        if (refused === hasRole(role, least) || answer.status >= 500) found.push(`${command}: ${answer.status}`);
      }
      deepEqual(found, []);
    });
  }

  it('are created and unlocked with the admin token if they are admins', async () => {
    const make = (role: string) =>
      fronts.admin('POST', '/operators', { operator: `by-root-${role}`, password: PASSWORD, role });
    equal((await make('support')).status, 403);
    equal((await make('admin')).status, 200);
    const off = await fronts.admin('PATCH', '/operators/by-root-admin', { active: false }, tokens.admin);
    equal(off.body.active, false);
    equal(await logIn('by-root-admin'), '');
    equal((await fronts.admin('POST', '/operators/viewer/unlock', { password: PASSWORD })).status, 403);
    const unlocked = await fronts.admin('POST', '/operators/by-root-admin/unlock', { password: `${PASSWORD}!` });
    deepEqual([unlocked.status, unlocked.body.active], [200, true]);
    match(await logIn('by-root-admin', `${PASSWORD}!`), /^operator=/);
  });

  it('cannot deactivate or demote the last admin', async () => {
    await fronts.admin('PATCH', '/operators/by-root-admin', { role: 'viewer' }, tokens.admin);
    for (const change of [{ active: false }, { role: 'support' }]) {
      const { status, body } = await fronts.admin('PATCH', '/operators/ada', change, tokens.admin);
      deepEqual([status, body.type], [409, 'last_admin']);
    }
  });

  it('have tokens with at most their own role, which expire, are revoked, and end with their operator', async () => {
    const wide = await fronts.admin('POST', '/tokens', { role: 'admin' }, tokens.support);
    deepEqual([wide.status, wide.body.type], [403, 'role_too_low']);
    equal((await fronts.admin('POST', '/tokens', { operator: 'ada', role: 'viewer' }, tokens.support)).status, 403);
    const made = await fronts.admin('POST', '/tokens', { name: 'x', role: 'viewer' }, tokens.support);
    match(made.body.operator_token, /^ua_ops_[A-Za-z0-9]{32}$/);
    const { operator_token: token, id } = made.body;
    equal(JSON.stringify(await fronts.store.operatorTokens.find({ id }).toArray()).includes(token), false);
    equal((await fronts.admin('GET', '/accounts', {}, token)).status, 200);
    equal((await fronts.admin('POST', '/accounts', { name: 'x' }, token)).status, 403, 'its role is the lesser one');
    const listed = (await fronts.admin('GET', '/tokens?operator=support', {}, token)).body.tokens;
    ok(listed.find((one: { id: string; last_used_at: string | null }) => one.id === id)?.last_used_at);
    await fronts.store.operatorTokens.updateOne({ id }, { $set: { expires: new Date() } });
    equal((await fronts.admin('GET', '/accounts', {}, token)).status, 401);
    await fronts.store.operatorTokens.updateOne({ id }, { $set: { expires: null } });
    equal((await fronts.admin('DELETE', `/tokens/${id}`, {}, tokens.viewer)).status, 403, "another's");
    equal((await fronts.admin('DELETE', `/tokens/${id}`, {}, tokens.support)).status, 200);
    equal((await fronts.admin('GET', '/accounts', {}, token)).status, 401);
    await fronts.admin('PATCH', '/operators/support', { active: false }, tokens.admin);
    equal((await fronts.admin('GET', '/accounts', {}, tokens.support)).status, 401);
    await fronts.admin('PATCH', '/operators/support', { active: true }, tokens.admin);
    equal((await fronts.admin('GET', '/accounts', {}, tokens.support)).status, 200);
  });

  it('log in with name and password, see only permitted forms, and continue to the requested page', async () => {
    const account = 'deep-link';
    await fronts.admin('POST', '/accounts', { account, name: 'Deep' }, tokens.admin);
    const first = await open(`/accounts/${account}?x=1`, '');
    const login = first.headers.get('location') ?? '';
    equal(login, '/operator/login?next=%2Foperator%2Faccounts%2Fdeep-link%3Fx%3D1');
    const next = /name="next" value="([^"]+)"/.exec(await (await fetch(baseUrl() + login)).text())?.[1] ?? '';
    const wrong = await post('/login', { operator: 'viewer', password: 'not this one at all', next });
    equal(wrong.status, 401);
    const shown = await wrong.text();
    ok(shown.includes('value="viewer"') && shown.includes(`value="${next}"`));
    const entered = await post('/login', { operator: 'Viewer', password: PASSWORD, next });
    equal(entered.headers.get('location'), `/operator/accounts/${account}?x=1`);
    for (const elsewhere of ['https://elsewhere.example/', '//elsewhere.example', '/docs', '/operator/login']) {
      const { headers } = await post('/login', { operator: 'viewer', password: PASSWORD, next: elsewhere });
      equal(headers.get('location'), '/operator', elsewhere);
    }
    const cookie = cookieOf(entered);
    const page = await (await open(`/accounts/${account}`, cookie)).text();
    ok(!page.includes('Add credits') && !page.includes('Close account') && !page.includes('Create key'));
    const form_token = formToken(await (await open(`/operators/viewer`, cookie)).text());
    const bought = await post(`/accounts/${account}/purchases`, { form_token, credits: '5' }, cookie);
    equal(bought.status, 403);
    equal(await fronts.store.payments.countDocuments({ account }), 0);
    const support = await (await open(`/accounts/${account}`, await logIn('support'))).text();
    ok(support.includes('Add credits') && !support.includes('Close account'));
  });

  it('end their own sessions, and admins those of others', async () => {
    const cookie = await logIn('viewer');
    const { sessions } = (await fronts.admin('GET', '/sessions?operator=viewer', {}, tokens.viewer)).body;
    equal(sessions.length, await fronts.store.operatorSessions.countDocuments({ operator: 'viewer' }));
    equal((await fronts.admin('DELETE', `/sessions/${sessions[0].session}`, {}, tokens.support)).status, 403);
    for (const { session } of sessions) await fronts.admin('DELETE', `/sessions/${session}`, {}, tokens.admin);
    equal((await open('/accounts', cookie)).status, 302);
    const another = await logIn('viewer');
    await fronts.admin('PATCH', '/operators/viewer', { active: false }, tokens.admin);
    equal((await open('/accounts', another)).status, 302, 'an operator who is switched off');
    await fronts.admin('PATCH', '/operators/viewer', { active: true }, tokens.admin);
  });

  it('change their password with the current one', async () => {
    const change = (current_password: string) =>
      fronts.admin('POST', '/password', { current_password, password: `${PASSWORD} two` }, tokens.viewer);
    equal((await change('not the password')).body.type, 'password_wrong');
    equal((await change(PASSWORD)).status, 200);
    equal(await logIn('viewer'), '');
    match(await logIn('viewer', `${PASSWORD} two`), /^operator=/);
  });

  it('read queues, retry jobs or do everything, by role, with entries in the audit trail', async () => {
    const ask = (cookie: string, method: string, path: string) =>
      fetch(`${baseUrl()}/operator/queues/api/${path}`, { method, redirect: 'manual', headers: { cookie } });
    const viewer = await logIn('viewer', `${PASSWORD} two`);
    equal((await ask(viewer, 'GET', 'queues')).status, 200);
    equal((await ask(viewer, 'PUT', 'queues/deliver/retry/failed')).status, 403);
    const support = await logIn('support');
    equal((await ask(support, 'PUT', 'queues/deliver/empty')).status, 403);
    equal((await ask(support, 'PUT', 'queues/deliver/retry/failed')).status, 200);
    equal((await ask(await logIn('ada'), 'PUT', 'queues/deliver/nothing-of-the-kind/retry')).status, 404);
    const entered = await fronts.store.auditTrail.find({ via: 'queues' }).toArray();
    deepEqual(
      entered.map(({ actor, operation, subject, outcome }) => [actor, operation, subject.id, outcome]),
      [['support', 'queues retry', 'deliver', 'done']],
    );
  });

  it('suspend an account, which every front refuses within a second until it is resumed; and close it', async () => {
    const account = 'suspended';
    await fronts.admin('POST', '/accounts', { account, name: 'x' }, tokens.admin);
    await purchase(fronts.store, { account, amount: toMicro(5), bought: new Date() });
    const { plain: key } = await createKey(fronts.store, { account, name: 'test', limits: { '*': 100_000 } });
    let served = 0;
    let lastServed = 0;
    const ask = () =>
      Promise.all(
        fronts.urls.map(async (url) => {
          const began = performance.now();
          const answer = await call('/v1/vat', VAT, { key, baseUrl: url });
          if (answer.status === 200) {
            served++;
            lastServed = Math.max(lastServed, began);
          }
          return answer;
        }),
      );
    const all = (status: number) => (answers: { status: number }[]) => answers.every((one) => one.status === status);
    ok(all(200)(await ask()));
    await fronts.admin('POST', `/accounts/${account}/suspend`, { reason: 'unpaid' }, tokens.support);
    const suspended = performance.now();
    const refused = await eventually(ask, all(403));
    ok(lastServed < suspended + 1_000, `a call that came ${lastServed - suspended} ms later was served`);
    for (const { body } of refused) equal(body.error, 'Account is suspended');
    const shown = (await fronts.admin('GET', `/accounts/${account}`, {}, tokens.viewer)).body;
    deepEqual([shown.state, shown.state_reason], ['suspended', 'unpaid']);
    await fronts.admin('POST', `/accounts/${account}/resume`, {}, tokens.support);
    ok(all(200)(await eventually(ask, all(200))));

    equal((await fronts.admin('POST', `/accounts/${account}/close`, { reason: 'x' }, tokens.support)).status, 403);
    await fronts.admin('POST', `/accounts/${account}/close`, { reason: 'asked for' }, tokens.admin);
    for (const { body } of await eventually(ask, all(403))) equal(body.error, 'Account is closed');
    equal(await fronts.store.keys.countDocuments({ account, active: true }), 0);
    const left = toMicro(5) - served * toMicro(0.001);
    const balance = async () =>
      toMicro((await fronts.admin('GET', `/accounts/${account}`, {}, tokens.viewer)).body.balance);
    // The last settlement is written a moment later.
    equal(await eventually(balance, (shown) => shown === left), left, 'the balance stays in the books');
    for (const [path, body] of [
      ['purchases', { credits: 1 }],
      ['keys', {}],
      ['resume', {}],
    ] as const) {
      const { status } = await fronts.admin('POST', `/accounts/${account}/${path}`, body, tokens.admin);
      equal(status, 409, path);
    }
  });

  it('are limited on an address that guesses passwords, and on no other', async () => {
    const [guesser, another] = [newAddress(), newAddress()];
    const from = async (address: string, password: string) =>
      (await post('/login', { operator: 'ada', password }, '', { 'X-Forwarded-For': address })).status;
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, guess) => from(guesser, `guess number ${guess}`)));
    deepEqual(
      [401, 429].map((status) => guesses.filter((one) => one === status).length),
      [10, 2],
    );
    equal(await from(guesser, PASSWORD), 429);
    equal(await from(another, PASSWORD), 302);
  });

  it('use the command line, on the store or with a token', async () => {
    const run = async (args: string[], more: Record<string, string>, input?: string) => {
      const cli = launch('dist/admin/main.js', args, more, input);
      return { code: await cli.ended(), output: cli.output() };
    };
    const create = ['operators', 'create', '--operator', 'carol', '--role', 'support', '--password', '-', '--json'];
    const made = await run(create, fronts.environment, `${PASSWORD}\n`);
    deepEqual([made.code, JSON.parse(made.output).operator], [0, 'carol'], made.output);
    match(await logIn('carol'), /^operator=/);
    const entry = await fronts.store.auditTrail.findOne({ 'subject.id': 'carol', operation: 'operators create' });
    match(entry?.actor ?? '', /^cli:/);
    equal(JSON.stringify(entry).includes(PASSWORD), false);

    const remote = { UTILITY_API_OPERATOR_TOKEN: tokens.support ?? '', UTILITY_API_URL: baseUrl() };
    const opened = await run(['accounts', 'create', '--account', 'by-cli', '--name', 'x', '--json'], remote);
    equal(JSON.parse(opened.output).account, 'by-cli', opened.output);
    const trail = await fronts.store.auditTrail.findOne({ 'subject.id': 'by-cli' });
    deepEqual([trail?.actor, trail?.via], ['support', 'token']);
    const refused = await run(['accounts', 'close', '--account', 'by-cli', '--reason', 'x'], remote);
    deepEqual(refused, { code: 1, output: 'accounts close requires the role admin, yours is support\n' });
  });
});
