import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { errors } from '../../shared/contract/errors.js';
import { systemClock } from '../../shared/process/clock.js';
import { ADMIN_TOKEN, call, errorIn, newAccount, stack } from '../../test/helpers/stack.js';
import type { SubjectKind } from '../operators/operation.js';
import { streamLog } from './read.js';
import { type LogActor, recordChange } from './record.js';

const actorOf = (account: string): LogActor => ({
  account,
  actor: { kind: 'member', id: 'dana@acme.example', name: 'dana@acme.example' },
  ...{ role: 'admin', from: '203.0.113.7', requestId: 'req_1' },
});

/** A subject whose states are given one after the other. */
const subjectOf = (account: string, ...states: (object | null)[]): SubjectKind => ({
  type: 'key',
  read: async () => {
    const state = states.shift() ?? null;
    return state && { account, state };
  },
});

const asOperator = (path: string) => fetch(path, { headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } });

describe('the account log', () => {
  it('records what has changed, and nothing of a refused change', async () => {
    const { store } = await stack();
    const account = `acc_${nanoid()}`;
    const record = (subject: SubjectKind, run: () => Promise<void>) =>
      recordChange({ store, clock: systemClock }, actorOf(account), {
        action: 'key.change',
        subject,
        idOf: () => 'key_1',
        run,
      });
    await record(subjectOf(account, { name: 'Old', scopes: ['*'] }, { name: 'New', scopes: ['*'] }), async () => {});
    const entries = () => store.accountLog.find({ account }, { sort: { at: 1 } }).toArray();
    const [entry] = await entries();
    deepEqual([entry?.before, entry?.after, entry?.outcome], [{ name: 'Old' }, { name: 'New' }, 'done']);
    const refusal = record(subjectOf(account, { name: 'New' }), () => Promise.reject(errors.tooManyKeys({ limit: 1 })));
    await rejects(refusal);
    equal((await entries()).length, 1);
    // A process that dies never completes its entry.
    const isHeld = new Promise<void>(() => {});
    record(subjectOf(account, { name: 'New' }), () => isHeld).catch(() => {});
    while ((await entries()).length < 2);
    deepEqual([(await entries())[1]?.outcome, (await entries())[1]?.before], ['started', { name: 'New' }]);
  });

  it('bounds its entries, and records nothing of another account', async () => {
    const { store } = await stack();
    const account = `acc_${nanoid()}`;
    const large = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, 'x'.repeat(5_000)]));
    const record = (subject: SubjectKind) =>
      recordChange({ store, clock: systemClock }, actorOf(account), {
        ...{ action: 'page.change', subject, idOf: () => '1', run: async () => {} },
      });
    await record(subjectOf(account, large, {}));
    await record(subjectOf('acc_other', { secret: 'a' }, { secret: 'b' }));
    const entries = await store.accountLog.find({ account }).toArray();
    equal(entries.length, 2);
    for (const entry of entries) ok(JSON.stringify(entry).length < 16_384, String(JSON.stringify(entry).length));
    ok(!JSON.stringify(entries).includes('secret'));
  });

  it('records changes by keys without secrets, for operators too', async () => {
    const { platform } = await stack();
    const { key, keyId, account } = await newAccount({ credits: 1, scopes: ['webhooks'] });
    const url = 'https://hooks.example.com/=1+1';
    const made = await call('/v1/webhooks', { url, events: ['job.failed'] }, { key });
    equal(made.status, 200, JSON.stringify(errorIn(made.body)));
    const { webhook, secret } = made.body;
    equal((await call(`/v1/webhooks/${webhook}`, { description: '=cmd' }, { method: 'PATCH', key })).status, 200);
    equal((await call('/v1/webhooks/whk_none', {}, { method: 'DELETE', key })).status, 404);
    const log = `${platform.baseUrl}/v1/admin/accounts/${account}/log`;
    const listed = Object(await (await asOperator(log)).json());
    deepEqual(
      listed.entries.map((one: { action: string; actor: object; subject: object }) => [
        one.action,
        one.actor,
        one.subject,
      ]),
      ['webhook.change', 'webhook.create'].map((action) => [
        ...[action, { kind: 'key', id: keyId, name: listed.entries[0].actor.name }],
        { type: 'webhook', id: webhook },
      ]),
    );
    deepEqual(listed.entries[0].after, { description: '=cmd' });
    ok(!JSON.stringify(listed).includes(secret.slice('whsec_'.length)));
    const filtered = Object(await (await asOperator(`${log}?action=webhook.create&actor=${keyId}&limit=1`)).json());
    deepEqual([filtered.entries.length, filtered.next], [1, null]);
    equal(Object(await (await asOperator(`${log}?limit=1`)).json()).entries.length, 1);
    const csv = await asOperator(`${log}?format=csv`);
    match(csv.headers.get('content-type') ?? '', /text\/csv/);
    const lines = (await csv.text()).trim().split('\r\n');
    equal(lines.length, 3);
  });

  it('exports as text what a spreadsheet would take for a formula', async () => {
    const { store, platform } = await stack();
    const { account } = await newAccount();
    await recordChange(
      { store, clock: systemClock },
      { ...actorOf(account), actor: { kind: 'key', id: 'key_1', name: '=1+1' } },
      {
        ...{ action: 'key.change', subject: subjectOf(account, {}, {}), idOf: () => '@SUM(1)', run: async () => {} },
      },
    );
    const csv = await (await asOperator(`${platform.baseUrl}/v1/admin/accounts/${account}/log?format=csv`)).text();
    ok(csv.includes(",'=1+1,") && csv.includes(",'@SUM(1),"), csv);
    const entries = [];
    for await (const entry of streamLog(store, account)) entries.push(entry);
    equal(entries.length, 1);
  });
});
