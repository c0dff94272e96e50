import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { logIn } from '../../test/helpers/log-in.js';
import { PASSWORD, type PrivateFronts, startPrivateFronts } from '../../test/helpers/private-fronts.js';
import { seed, seeded } from '../../test/helpers/randomised.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { operations } from '../operations/index.js';
import { recoverTrailIntents } from './trail.js';

/** Random changes, each with the index of the subject that it applies to. */
const changes = fc.array(
  fc.record({
    what: fc.constantFrom(
      ...([
        'open',
        'open',
        'buy',
        'buy again',
        'rename',
        'note',
        'suspend',
        'resume',
        'close',
        'issue',
        'issue',
      ] as const),
      ...(['change', 'rotate', 'revoke', 'make operator', 'change operator', 'make token', 'revoke token'] as const),
    ),
    which: fc.nat(1_000),
    number: fc.integer({ min: 1, max: 1_000 }),
    words: fc.string({ minLength: 1, maxLength: 20 }),
    way: fc.constantFrom('api', 'console'),
  }),
  { minLength: nightlyOrDaily(150, 40), maxLength: nightlyOrDaily(150, 40) },
);

/** Changes that every run begins with, so that there is a subject of each kind. */
const first = (['open', 'buy', 'issue', 'make operator', 'make token'] as const).map((what) => ({
  what,
  which: 1,
  number: 1,
  words: 'first',
  way: 'api',
}));

const subjectKinds = operations.flatMap(({ mutates }) => (mutates ? [mutates.subject] : []));

describe('the audit trail', () => {
  let fronts: PrivateFronts;
  let cookie: string;
  let form_token: string;

  before(async function () {
    this.timeout(120_000);
    fronts = await startPrivateFronts();
    ({ cookie } = await logIn(fronts.urls[0] ?? ''));
    const page = await (await console_('/operators')).text();
    form_token = /name="form_token" value="(\w+)"/.exec(page)?.[1] ?? '';
  });
  after(() => fronts.close());

  const console_ = (path: string, init: RequestInit = {}) =>
    fetch(`${fronts.urls[0]}/operator${path}`, { redirect: 'manual', ...init, headers: { cookie } });
  const form = (path: string, fields: Record<string, string>) =>
    console_(path, { method: 'POST', body: new URLSearchParams({ form_token, ...fields }) });

  it(seeded('of random operations, replayed, gives the state of every subject'), async function () {
    this.timeout(nightlyOrDaily(300_000, 120_000));
    const [day = []] = fc.sample(changes, { seed, numRuns: 1 });
    const there = { accounts: ['none'], keys: ['none'], operators: ['none'], tokens: ['none'], payments: ['none'] };
    const one = (of: keyof typeof there, which: number) => there[of][which % there[of].length] ?? '';
    const { admin, store } = fronts;
    for (const { what, which, number, words, way } of [...first, ...day]) {
      const account = one('accounts', which);
      const key = one('keys', which);
      const name = `x${words}`;
      const done = async (method: string, path: string, body: Record<string, unknown>) =>
        (await admin(method, path, body)).body;
      switch (what) {
        case 'open': {
          const opened = await done('POST', '/accounts', { name });
          if (opened.account) there.accounts.push(opened.account);
          break;
        }
        case 'buy': {
          const bought = await done('POST', `/accounts/${account}/purchases`, { credits: number });
          if (bought.payment_id) there.payments.push(bought.payment_id);
          break;
        }
        case 'buy again':
          await done('POST', `/accounts/${account}/purchases`, { credits: number, payment_id: one('payments', which) });
          break;
        case 'rename':
        case 'note':
          if (way === 'console')
            await form(`/accounts/${account}/${what}`, what === 'note' ? { note: name } : { name });
          else await done('POST', `/accounts/${account}/${what}`, what === 'note' ? { note: name } : { name });
          break;
        case 'suspend':
        case 'close':
          if (way === 'console') await form(`/accounts/${account}/${what}`, { reason: name });
          else await done('POST', `/accounts/${account}/${what}`, { reason: name });
          break;
        case 'resume':
          await done('POST', `/accounts/${account}/resume`, {});
          break;
        case 'issue': {
          const issued = await done('POST', `/accounts/${account}/keys`, { name, limits: { vat: number } });
          if (issued.key) there.keys.push(issued.key);
          break;
        }
        case 'change':
          await done('PATCH', `/keys/${key}`, { name, budget_per_day: number });
          break;
        case 'rotate': {
          const rotated = await done('POST', `/keys/${key}/rotate`, { overlap_seconds: number });
          if (rotated.key) there.keys.push(rotated.key);
          break;
        }
        case 'revoke':
          if (way === 'console') await form(`/keys/${key}/revoke`, {});
          else await done('DELETE', `/keys/${key}`, {});
          break;
        case 'make operator': {
          const operator = `op-${which}`;
          const made = await done('POST', '/operators', { operator, password: PASSWORD, role: 'support' });
          if (made.operator) there.operators.push(operator);
          break;
        }
        case 'change operator':
          await done('PATCH', `/operators/${one('operators', which)}`, { role: 'viewer', active: number % 2 === 0 });
          break;
        case 'make token': {
          const made = await done('POST', '/tokens', { operator: one('operators', which), role: 'viewer', name });
          if (made.id) there.tokens.push(made.id);
          break;
        }
        case 'revoke token':
          await done('DELETE', `/tokens/${one('tokens', which)}`, {});
      }
    }

    const replayed = new Map<string, unknown>();
    const keysOf = new Map<string, string>();
    for await (const { subject, after, outcome } of store.auditTrail.find({}, { sort: { _id: 1 } })) {
      equal(outcome, 'done');
      replayed.set(`${subject.type} ${subject.id}`, after);
      const { successor, account, active_keys: active, ...state } = Object(after);
      if (subject.type === 'key') {
        replayed.set(`key ${subject.id}`, { account, ...state });
        keysOf.set(subject.id, account);
        if (successor) {
          replayed.set(`key ${successor.id}`, successor);
          keysOf.set(successor.id, account);
        }
      }
      // An account that is closed takes its keys with it.
      for (const [key, owner] of keysOf) {
        const was: object = Object(replayed.get(`key ${key}`));
        if (state.closed && owner === subject.id) replayed.set(`key ${key}`, { ...was, active: active.includes(key) });
      }
    }
    ok(replayed.size >= first.length, `${replayed.size} things were changed`);
    for (const [what, state] of replayed) {
      const [type = '', id = ''] = what.split(' ');
      const now = await subjectKinds.find((kind) => kind.type === type)?.read(store, id);
      const { successor, active_keys, ...is } = Object(JSON.parse(JSON.stringify(now?.state ?? null)));
      const { successor: _, active_keys: __, ...was } = Object(state);
      deepEqual(was, is, what);
    }
    const everything = await Promise.all([
      store.accounts.countDocuments(),
      store.keys.countDocuments(),
      store.payments.countDocuments(),
      store.operators.countDocuments(),
    ]);
    const count = (type: string) => [...replayed.keys()].filter((what) => what.startsWith(`${type} `)).length;
    deepEqual(everything, ['account', 'key', 'payment', 'operator'].map(count), 'nothing came to be beside the trail');
    const written = JSON.stringify(await store.auditTrail.find().toArray());
    ok(!written.includes(PASSWORD) && !/ua_(live|ops)_\w{20}/.test(written), 'secrets stand in no entry');
  });

  it('is listed, filtered and exported, every entry once', async () => {
    const { admin, store } = fronts;
    const account = 'exported';
    await admin('POST', '/accounts', { account, name: '=cmd()' });
    await admin('POST', `/accounts/${account}/rename`, { name: 'b' });
    const entries = await store.auditTrail.countDocuments();
    const listed: number[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const { body } = await admin('GET', `/audit-trail?limit=7${after === 0 ? '' : `&after=${after}`}`);
      listed.push(...body.entries.map(({ entry }: { entry: number }) => entry));
      after = body.next;
    }
    deepEqual(
      listed,
      Array.from({ length: entries }, (_, index) => entries - index),
    );
    const lines = (await admin('GET', '/audit-trail?format=jsonl')).body.trim().split('\n');
    deepEqual(
      lines.map((line: string) => JSON.parse(line)._id),
      listed.toReversed(),
    );
    const csv = await console_('/audit-trail/export?format=csv&account=exported');
    match(csv.headers.get('content-disposition') ?? '', /^attachment; filename="audit-trail.csv"/);
    const rows: Record<string, string>[] = parse(await csv.text(), { columns: true });
    deepEqual(
      rows.map(({ operation, actor }) => [operation, actor]),
      [
        ['accounts create', 'root'],
        ['accounts rename', 'root'],
      ],
    );
    const at = (await store.auditTrail.findOne({ operation: 'accounts rename', account }))?.at.toISOString() ?? '';
    for (const [filter, found] of [
      ['actor=root&account=exported', 2],
      ['operation=accounts%20rename&account=exported', 1],
      [`subject=exported&from=${at}`, 1],
      [`subject=exported&to=${at}`, 1],
      ['from=2100-01-01T00:00:00Z', 0],
      ['actor=nobody', 0],
    ] as const) {
      equal((await admin('GET', `/audit-trail?${filter}`)).body.entries.length, found, filter);
    }
    const page = await (await console_('/audit-trail?account=exported')).text();
    ok(page.includes('<ins>b</ins>') && page.includes('<del>=cmd()</del>'));
    equal((await console_('/audit-trail?from=yesterday')).status, 422);
  });

  it('is one chain despite concurrent writers, and reveals changed and removed entries', async () => {
    const { admin, store } = fronts;
    const before = await store.auditTrail.countDocuments();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => admin('POST', '/accounts', { name: `n${n}` })),
    );
    deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    deepEqual((await admin('GET', '/audit-trail/verify')).body, { entries: before + 20, findings: [] });
    const entry = await store.auditTrail.findOne({ _id: before + 3 });
    ok(entry);
    await store.auditTrail.updateOne({ _id: entry._id }, { $set: { actor: 'somebody else' } });
    deepEqual((await admin('GET', '/audit-trail/verify')).body.findings, [
      { entry: before + 3, problem: 'it has been changed' },
    ]);
    await store.auditTrail.deleteOne({ _id: entry._id });
    deepEqual((await admin('GET', '/audit-trail/verify')).body.findings, [
      { entry: before + 4, problem: 'entries before it are missing' },
      { entry: before + 4, problem: 'it does not follow the entry before it' },
    ]);
    await store.auditTrail.insertOne(entry);
    equal((await admin('GET', '/audit-trail/verify')).body.findings.length, 0);
  });

  it('has no entries of refused or read-only operations', async () => {
    const { admin, store } = fronts;
    // An intent of an earlier operation may have stayed: the scheduler removes it.
    const count = () => Promise.all([store.auditTrail.countDocuments(), store.trailIntents.countDocuments()]);
    const before = await count();
    equal((await admin('POST', '/accounts/nobody/purchases', { credits: 1 })).status, 404);
    equal((await admin('POST', '/accounts', { name: '' })).status, 422);
    equal((await admin('GET', '/accounts')).status, 200);
    equal((await console_('/accounts')).status, 200);
    deepEqual(await count(), before);
  });

  it('must be writable before a change; a change whose entry failed is recorded later', async () => {
    const { admin, store } = fronts;
    // An index that another document stands against keeps the store from taking what is written.
    const open = (account: string) => admin('POST', '/accounts', { account, name: 'x' });
    await store.trailIntents.insertOne({
      ...{ _id: 'in the way', at: new Date(), actor: '', role: 'admin', from: null, via: 'token', before: null },
      ...{ operation: 'accounts create', subject: { type: '', id: '' }, account: null, input: {}, requestId: '' },
    });
    const intents = await store.trailIntents.createIndex({ operation: 1 }, { unique: true });
    const refused = await open('not-opened');
    deepEqual([refused.status, refused.body.type], [503, 'trail_unavailable']);
    equal(await store.accounts.countDocuments({ _id: 'not-opened' }), 0);
    await store.trailIntents.dropIndex(intents);
    await store.trailIntents.deleteMany({});

    const entries = await store.auditTrail.createIndex(
      { via: 1 },
      { unique: true, partialFilterExpression: { _id: { $gt: await store.auditTrail.countDocuments() } } },
    );
    await open('first');
    const late = await open('opened');
    equal(late.status, 503);
    equal(await store.accounts.countDocuments({ _id: 'opened' }), 1);
    await store.auditTrail.dropIndex(entries);
    equal(await recoverTrailIntents(store, new Date()), 0, 'it may be under way');
    const later = new Date(Date.now() + 600_000);
    equal(await recoverTrailIntents(store, later), 1);
    equal(await recoverTrailIntents(store, later), 0);
    const entry = await store.auditTrail.findOne({ 'subject.id': 'opened' });
    deepEqual([entry?.outcome, entry?.operation, entry?.actor], ['unknown', 'accounts create', 'root']);
    equal((await admin('GET', '/audit-trail/verify')).body.findings.length, 0);
  });
});
