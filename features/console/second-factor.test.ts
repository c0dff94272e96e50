import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { addOperator } from '../../test/helpers/add-operator.js';
import { ConsoleClient, readRecoveryCodes, showCode } from '../../test/helpers/console-client.js';
import { newAddress } from '../../test/helpers/new-address.js';
import { PASSWORD, type PrivateFronts, startPrivateFronts } from '../../test/helpers/private-fronts.js';

describe('the second factor of operators', () => {
  let fronts: PrivateFronts;
  const clients: ConsoleClient[] = [];

  before(async function () {
    this.timeout(120_000);
    fronts = await startPrivateFronts();
  });
  after(async () => {
    await fronts.close();
    await Promise.all(clients.map((client) => client.close()));
  });

  const openClient = (baseUrl = fronts.urls[0] ?? '') => {
    const client = new ConsoleClient(baseUrl, { 'X-Forwarded-For': newAddress() });
    clients.push(client);
    return client;
  };
  /** Adds an operator with a second factor. */
  const addEnrolled = async () => {
    const { name, token } = await addOperator(fronts.store, 'admin');
    const client = openClient();
    await client.logIn(name, PASSWORD);
    return { name, token, client, ...(await client.enrol()) };
  };
  const enterPassword = async (name: string) => {
    const client = openClient();
    equal(await client.logIn(name, PASSWORD), '/operator/login/code');
    return client;
  };
  const enterCode = async (name: string, code: string) => {
    const client = await enterPassword(name);
    const response = await client.enter(code);
    return { client, status: response.status, page: await response.text() };
  };

  it('is set up with a code, and asked for after the password', async () => {
    const { name, secret, recovery } = await addEnrolled();
    equal(recovery.length, 10);
    const stored = await fronts.store.operators.findOne({ _id: name });
    ok(!JSON.stringify(stored).includes(secret) && !JSON.stringify(stored).includes(recovery[0] ?? ''));
    const client = await enterPassword(name);
    equal((await client.ask('/operator/accounts')).status, 302, 'the password alone opens nothing');
    const entered = await client.enter(showCode(secret));
    deepEqual([entered.status, entered.headers.get('location')], [302, '/operator']);
    equal((await client.ask('/operator/accounts')).status, 200);
    const trail = await fronts.store.auditTrail.find({ actor: name }).toArray();
    deepEqual(
      trail.map(({ operation }) => operation),
      ['sessions open', 'second-factor enrol', 'sessions open'],
    );
    const { secret: sealed = '?' } = stored?.second_factor ?? {};
    ok(!JSON.stringify(trail).includes(sealed) && !JSON.stringify(trail).includes(secret));
  });

  it('is not set up with a wrong code, nor for another operator', async () => {
    const [mallory, ada] = [await addOperator(fronts.store, 'viewer'), await addOperator(fronts.store, 'viewer')];
    const [client, other] = [openClient(), openClient()];
    await client.logIn(mallory.name, PASSWORD);
    await other.logIn(ada.name, PASSWORD);
    const path = '/operator/second-factor';
    const page = await client.page(path);
    const secret = (/id="secret">([^<]+)/.exec(page)?.[1] ?? '').replaceAll(' ', '');
    const enrolment = /name="enrolment" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const wrong = await client.send(path, path, { enrolment, code: showCode(secret, 9) });
    equal(wrong.status, 401);
    ok((await wrong.text()).includes(/id="secret">([^<]+)/.exec(page)?.[1] ?? '?'), 'the same secret is shown again');
    equal((await other.send(path, path, { enrolment, code: showCode(secret) })).status, 401);
    equal(await fronts.store.operators.countDocuments({ _id: ada.name, second_factor: { $exists: true } }), 0);
  });

  it('accepts each code once, also of concurrent logins', async () => {
    const { name, secret } = await addEnrolled();
    const [next, later] = [showCode(secret), showCode(secret, 1)];
    const entered = await Promise.all(Array.from({ length: 4 }, () => enterCode(name, next)));
    deepEqual(entered.map(({ status }) => status).sort(), [302, 401, 401, 401]);
    equal((await enterCode(name, next)).status, 401);
    equal((await enterCode(name, later)).status, 302);
    equal((await enterCode(name, next)).status, 401, 'codes of earlier steps are void');
  });

  it('accepts each recovery code once, until new ones replace them', async () => {
    const { name, client, secret, recovery } = await addEnrolled();
    const [first = '', second = '', third = ''] = recovery;
    const entered = await Promise.all([
      enterCode(name, first),
      enterCode(name, first.toUpperCase().replaceAll('-', ' ')),
    ]);
    deepEqual(entered.map(({ status }) => status).sort(), [302, 401]);
    equal((await enterCode(name, second)).status, 302);
    const page = '/operator/second-factor';
    match(await client.page(page), /Recovery codes left: 8/);
    const wrong = await client.send(page, `${page}/recovery-codes`, { code: first });
    equal(wrong.status, 401);
    const done = await client.send(page, `${page}/recovery-codes`, { code: showCode(secret) });
    const shown = readRecoveryCodes(await client.page(done.headers.get('location') ?? ''));
    equal(shown.length, 10);
    equal(readRecoveryCodes(await client.page(done.headers.get('location') ?? '')).length, 0, 'they are shown once');
    equal((await enterCode(name, third)).status, 401);
    equal((await enterCode(name, shown[0] ?? '')).status, 302);
  });

  it('refuses further codes after 20 wrong ones a day, from any network, but no recovery code', async () => {
    const { name, secret, recovery } = await addEnrolled();
    const wrong = showCode(secret, 99);
    const guessers: ConsoleClient[] = [];
    while (guessers.length < 20) guessers.push(await enterPassword(name));
    const refused = await Promise.all(guessers.map((guesser) => guesser.enter(wrong)));
    deepEqual(new Set(refused.map(({ status }) => status)), new Set([401]));
    equal((await enterCode(name, showCode(secret))).status, 429);
    equal((await enterCode(name, recovery[0] ?? '')).status, 302);
  });

  it('is turned off with password and code', async () => {
    const { name, client, secret } = await addEnrolled();
    const page = '/operator/second-factor';
    const turnOff = async (current_password: string, code: string) =>
      (await client.send(page, `${page}/off`, { current_password, code })).status;
    equal(await turnOff('a wrong password', showCode(secret)), 403);
    equal(await turnOff(PASSWORD, '000000'), 401);
    equal(await turnOff(PASSWORD, showCode(secret)), 303);
    equal(await openClient().logIn(name, PASSWORD), '/operator');
  });

  it('is reset by another admin, who ends the sessions', async () => {
    const { name, client, token } = await addEnrolled();
    const reset = (who: string, by: string) => fronts.admin('DELETE', `/operators/${who}/second-factor`, {}, by);
    equal((await reset(name, token)).body.type, 'own_second_factor');
    const other = await addOperator(fronts.store, 'admin');
    const support = await addOperator(fronts.store, 'support');
    equal((await reset(name, support.token)).status, 403);
    equal((await reset(other.name, token)).body.type, 'second_factor_missing');
    const { status, body } = await reset(name, other.token);
    deepEqual([status, body.second_factor], [200, false]);
    equal((await client.ask('/operator')).status, 302);
    equal(await client.logIn(name, PASSWORD), '/operator');
    const found = await fronts.store.auditTrail.findOne({ operation: 'operators reset-second-factor' });
    deepEqual([found?.actor, found?.subject.id, found?.outcome], [other.name, name, 'done']);
  });

  it('is set up before anything else where it is required', async function () {
    if (process.env.TEST_SCALE !== 'nightly') this.skip();
    this.timeout(120_000);
    const strict = await startPrivateFronts(1, { OPERATOR_SECOND_FACTOR: 'required' });
    try {
      const { name } = await addOperator(strict.store, 'admin');
      const client = openClient(strict.urls[0]);
      await client.logIn(name, PASSWORD);
      for (const path of ['/operator', '/operator/accounts', '/operator/queues']) {
        equal((await client.ask(path)).headers.get('location'), '/operator/second-factor', path);
      }
      const page = '/operator/second-factor';
      const { recovery, secret } = await client.enrol();
      equal(recovery.length, 10);
      equal((await client.ask('/operator/accounts')).status, 200);
      const off = await client.send(page, `${page}/off`, { current_password: PASSWORD, code: showCode(secret) });
      equal(off.status, 403);
    } finally {
      await strict.close();
    }
  });
});
