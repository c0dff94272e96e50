import { deepEqual, equal, match } from 'node:assert/strict';
import { addOperator, addToken, logInAs } from '../helpers/add-operator.js';
import { ConsoleClient } from '../helpers/console-client.js';
import { newAddress } from '../helpers/new-address.js';
import { PASSWORD, type PrivateFronts, startPrivateFronts, weakenPasswordHashes } from '../helpers/private-fronts.js';
import { call } from '../helpers/stack.js';

describe("guesses of an operator's current password", () => {
  let fronts: PrivateFronts;

  before(async function () {
    this.timeout(120_000);
    fronts = await startPrivateFronts(2);
  });
  after(() => fronts.close());

  const baseUrl = () => fronts.urls[0] ?? '';
  const change = (token: string, current_password: string, address: string) =>
    call(
      '/v1/admin/password',
      { current_password, password: `${PASSWORD} two` },
      { headers: { 'X-Forwarded-For': address, Authorization: `Bearer ${token}` }, baseUrl: baseUrl() },
    );
  const guess = (number: number) => `guess number ${number}`;

  it('are ten from one network, with an entry in the audit trail for each', async () => {
    const { store } = fronts;
    const { name, token } = await addOperator(store, 'support');
    const address = newAddress();
    const answers = await Promise.all(Array.from({ length: 14 }, (_, number) => change(token, guess(number), address)));
    const count = (status: number) => answers.filter((one) => one.status === status).length;
    deepEqual([count(403), count(429)], [10, 4]);
    const right = await change(token, PASSWORD, address);
    deepEqual([right.status, right.body.type], [429, 'too_many_admin_tokens']);

    const entries = await store.auditTrail.find({ actor: name, operation: 'operators password' }).toArray();
    deepEqual([...new Set(entries.map(({ outcome, subject }) => `${outcome} ${subject.id}`))], [`refused ${name}`]);
    equal(entries.length, 10);
    equal(JSON.stringify(entries).includes('guess number'), false);
    equal(await store.trailIntents.countDocuments({ actor: name }), 0);
    equal((await change(token, PASSWORD, newAddress())).status, 200, 'from elsewhere the right one is heard');
  });

  it('are fifty for one name, from however many networks', async function () {
    this.timeout(60_000);
    const { name, token } = await addOperator(fronts.store, 'support');
    const statuses: number[] = [];
    for (let number = 0; number < 50; number++)
      statuses.push((await change(token, guess(number), newAddress())).status);
    deepEqual([...new Set(statuses)], [403]);
    const beyond = await change(token, PASSWORD, newAddress());
    deepEqual([beyond.status, beyond.body.type], [429, 'too_many_passwords']);
    equal(await logInAs(baseUrl(), name, PASSWORD, { 'X-Forwarded-For': newAddress() }), '', 'shared with the login');
  });

  describe('for one name', () => {
    const logIn = async (name: string, password: string, address: string, front = 0) => {
      const client = new ConsoleClient(fronts.urls[front] ?? '', { 'X-Forwarded-For': address });
      const response = await client.post('/operator/login', { operator: name, password });
      await response.text();
      await client.close();
      return response.status;
    };
    const lockOut = async (name: string) => {
      await weakenPasswordHashes(fronts.store);
      const guesses = Array.from({ length: 60 }, (_, number) => logIn(name, guess(number), newAddress(), number % 2));
      const statuses = await Promise.all(guesses);
      const count = (status: number) => statuses.filter((one) => one === status).length;
      deepEqual([count(401), count(429)], [50, 10], 'sent at once');
    };

    it('do not lock the operator out of a network from which they have logged in', async () => {
      const { name } = await addOperator(fronts.store, 'viewer');
      const home = newAddress();
      equal(await logIn(name, PASSWORD, home), 302);
      await lockOut(name);
      equal(await logIn(name, PASSWORD, newAddress()), 429);
      for (const front of [0, 1]) equal(await logIn(name, PASSWORD, home, front), 302);

      const guesses = Array.from({ length: 14 }, (_, number) => logIn(name, guess(number), home));
      const statuses = await Promise.all(guesses);
      deepEqual(statuses.toSorted(), [...Array(10).fill(401), ...Array(4).fill(429)], 'the network has its own limit');
      equal(await logIn(name, PASSWORD, home), 429);
    });

    it('do not lock the operator out after another admin has unlocked them', async () => {
      const { name } = await addOperator(fronts.store, 'admin');
      await lockOut(name);
      const password = `${PASSWORD} new`;
      const unlocked = await fronts.admin('POST', `/operators/${name}/unlock`, { password });
      equal(unlocked.status, 200);
      for (const front of [0, 1]) equal(await logIn(name, password, newAddress(), front), 302);
    });
  });

  it('are as many in the form of the console', async () => {
    const { name } = await addOperator(fronts.store, 'viewer');
    const headers = { 'X-Forwarded-For': newAddress() };
    const cookie = await logInAs(baseUrl(), name, PASSWORD, headers);
    const page = await fetch(`${baseUrl()}/operator/operators/${name}`, { headers: { ...headers, cookie } });
    const form_token = /name="form_token" value="(\w+)"/.exec(await page.text())?.[1] ?? '';
    const statuses: number[] = [];
    for (let number = 0; number < 12; number++) {
      const sent = await fetch(`${baseUrl()}/operator/password`, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...headers, cookie },
        body: new URLSearchParams({ form_token, current_password: guess(number), password: `${PASSWORD} two` }),
      });
      statuses.push(sent.status);
    }
    deepEqual(statuses, [...Array.from({ length: 10 }, () => 403), 429, 429]);
    equal(await fronts.store.auditTrail.countDocuments({ actor: name, via: 'console', outcome: 'refused' }), 10);
  });

  it('are not open to a token of a narrower role, which changes no password though it is the right one', async () => {
    const { store } = fronts;
    const { name } = await addOperator(store, 'admin');
    const { token } = await addToken(store, name, 'viewer');
    const refused = await change(token, PASSWORD, newAddress());
    deepEqual([refused.status, refused.body.type], [403, 'token_too_narrow']);
    match(await logInAs(baseUrl(), name, PASSWORD, { 'X-Forwarded-For': newAddress() }), /^operator=/);
  });

  it('cannot be avoided by unlocking oneself', async () => {
    const { name, token } = await addOperator(fronts.store, 'admin');
    const { status, body } = await fronts.admin(
      'POST',
      `/operators/${name}/unlock`,
      { password: `${PASSWORD}!` },
      token,
    );
    deepEqual([status, body.type], [403, 'own_unlock']);
  });
});
