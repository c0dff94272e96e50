import { deepEqual, equal, ok } from 'node:assert/strict';
import { addOperator, addToken, logInAs } from '../helpers/add-operator.js';
import { PASSWORD, type PrivateFronts, startPrivateFronts } from '../helpers/private-fronts.js';

const HOUR_MS = 3_600_000;

describe("an operator's token", () => {
  let fronts: PrivateFronts;

  before(async function () {
    this.timeout(120_000);
    fronts = await startPrivateFronts();
  });
  after(() => fronts.close());

  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

  it('creates none that outlives it, for its operator or for another', async () => {
    const { store, admin } = fronts;
    const expires = inHours(1);
    const boss = await addOperator(store, 'admin');
    const viewer = await addOperator(store, 'viewer');
    for (const operator of [boss, viewer]) {
      const { token } = await addToken(store, operator.name, operator === boss ? 'admin' : 'viewer', expires);
      const create = (body: object) => admin('POST', '/tokens', { role: 'viewer', ...body }, token);
      const byDefault = await create({});
      deepEqual([byDefault.status, byDefault.body.expires_at], [200, expires.toISOString()]);
      const sooner = inHours(0.5).toISOString();
      equal((await create({ expires_at: sooner })).body.expires_at, sooner);
      const later = await create({ expires_at: inHours(2).toISOString() });
      deepEqual([later.status, later.body.type], [403, 'token_outlives_creator']);
    }
    const { token } = await addToken(store, boss.name, 'admin', expires);
    const ofAnother = await admin('POST', '/tokens', { role: 'viewer', operator: viewer.name }, token);
    equal(ofAnother.body.expires_at, expires.toISOString());
    const unlimited = await admin('POST', '/tokens', { role: 'viewer' }, boss.token);
    equal(unlimited.body.expires_at, null);
  });

  it('creates none of a wider role', async () => {
    const { store, admin } = fronts;
    const { name } = await addOperator(store, 'admin');
    const { token } = await addToken(store, name, 'viewer');
    const { status, body } = await admin('POST', '/tokens', { role: 'support' }, token);
    deepEqual([status, body.type], [403, 'role_too_low']);
  });

  it('of a narrower role lists and revokes no other token than itself, and ends no session', async () => {
    const { store, admin, urls, headers } = fronts;
    const { name, tokenId } = await addOperator(store, 'admin');
    const narrow = await addToken(store, name, 'viewer');
    await logInAs(urls[0] ?? '', name, PASSWORD, headers);
    const { tokens } = (await admin('GET', '/tokens', {}, narrow.token)).body;
    deepEqual(
      tokens.map(({ id }: { id: string }) => id),
      [narrow.tokenId],
    );
    const others = await admin('DELETE', `/tokens/${tokenId}`, {}, narrow.token);
    deepEqual([others.status, others.body.type], [403, 'token_too_narrow']);
    const session = await store.operatorSessions.findOne({ operator: name });
    ok(session);
    const ended = await admin('DELETE', `/sessions/${session.id}`, {}, narrow.token);
    deepEqual([ended.status, ended.body.type], [403, 'token_too_narrow']);
    equal(await store.operatorSessions.countDocuments({ operator: name }), 1);
    equal((await admin('DELETE', `/tokens/${narrow.tokenId}`, {}, narrow.token)).status, 200);
    equal((await admin('GET', '/tokens', {}, narrow.token)).status, 401);
  });

  it('that expires creates, unlocks and raises no operator, who would outlive it', async () => {
    const { store, admin } = fronts;
    const boss = await addOperator(store, 'admin');
    const other = await addOperator(store, 'viewer');
    const { token } = await addToken(store, boss.name, 'admin', inHours(1));
    for (const [method, path, body] of [
      ['POST', '/operators', { operator: `${other.name}2`, password: PASSWORD, role: 'admin' }],
      ['POST', `/operators/${other.name}/unlock`, { password: PASSWORD }],
      ['PATCH', `/operators/${other.name}`, { role: 'admin' }],
    ] as const) {
      const refused = await admin(method, path, body, token);
      deepEqual([refused.status, refused.body.type], [403, 'token_expires'], path);
    }
    equal((await admin('PATCH', `/operators/${other.name}`, { active: false }, token)).status, 200);
  });

  it("of its operator's role manages the operator's tokens and sessions", async () => {
    const { store, admin, urls, headers } = fronts;
    const { name, token } = await addOperator(store, 'viewer');
    const { tokenId } = await addToken(store, name, 'viewer');
    await logInAs(urls[0] ?? '', name, PASSWORD, headers);
    const session = await store.operatorSessions.findOne({ operator: name });
    equal((await admin('DELETE', `/tokens/${tokenId}`, {}, token)).status, 200);
    equal((await admin('DELETE', `/sessions/${session?.id}`, {}, token)).status, 200);
  });
});
