import { deepEqual, ok } from 'node:assert/strict';
import { ObjectId } from 'mongodb';
import { accountRoutes } from '../../features/account-api/index.js';
import { storeUpload } from '../../features/batches/csv/uploads.js';
import type { Collections } from '../../features/collections.js';
import { domainKey } from '../../features/domains/collections.js';
import type { Key } from '../../features/keys/collections.js';
import { noFigures } from '../../features/members/collections.js';
import { createPortalSessions } from '../../features/members/sessions.js';
import { operations } from '../../features/operations/index.js';
import { computeKeyedHash } from '../../features/pages/keyed-hash.js';
import { webhookKey } from '../../features/webhooks/collections.js';
import type { Input } from '../../shared/contract/contract.js';
import { Download } from '../../shared/contract/download.js';
import { readFields } from '../../shared/contract/input.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { systemClock } from '../../shared/process/clock.js';
import { insertAll } from '../helpers/insert-all.js';
import { OPERATOR, type PagesInProcess, pagesInProcess } from '../helpers/pages-in-process.js';

const [FEW, MANY] = [10, 1_000];
const MOST_COMMANDS = 18;
/** Pages of the console and the portal hold a few lists of 50 to 100 rows each; an overview asks more. */
const MOST_ROWS = 110;
const MOST_ROWS_OF_PAGES = 320;

const ACCOUNT = 'example';
const ADDRESS = 'member@customers.example';
const WEBHOOK = 'whk_example';
const MINUTE_MS = 60_000;

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

/** Fills an account and the platform with `count` rows of everything that is listed. */
async function fill(store: Collections, from: number, to: number): Promise<void> {
  const now = Date.now();
  const rows = <T>(make: (number: number, at: Date) => T): T[] =>
    numbers(from, to).map((number) => make(number, new Date(now - number * MINUTE_MS)));
  const later = new Date(now + 30 * 86_400_000);
  const password = { hash: '', salt: '', cost: 2, block: 1, parallel: 1 };
  const visit = { experience: 1, day: '2026-01-01', ip_hash: null, user_agent: null, referrer: null };
  await insertAll(
    store.keys,
    rows((number, created) => ({
      ...{
        _id: `hash-${number}`,
        id: `key_${number}`,
        account: ACCOUNT,
        name: `Key ${number}`,
        prefix: 'ua_live_0000',
      },
      ...{ scopes: ['*'], active: number % 2 === 0, expires: null, limits: {}, created },
      ...(number % 4 === 0 && { connection: { client: 'x', app: 'x', host: 'app.example', by: ADDRESS } }),
    })),
  );
  await insertAll(
    store.payments,
    rows((number, at) => ({
      ...{ _id: `pay_${number}`, account: ACCOUNT, amount: 1_000_000, bought: at, expires: later, applied: true, at },
    })),
  );
  await store.wallets.updateOne(
    { _id: ACCOUNT },
    {
      $push: { lots: { $each: rows((number, bought) => ({ id: `pay_${number}`, bought, expires: later, left: 1 })) } },
    },
  );
  await insertAll(
    store.accounts,
    rows((number, created) => ({ _id: `acc_${number}`, name: `Customer ${number}`, created, figures: noFigures })),
  );
  await insertAll(
    store.members,
    rows((number, created) => ({ _id: `m${number}@customers.example`, account: ACCOUNT, created, signed_in: created })),
  );
  await insertAll(
    store.invitations,
    rows((number, created) => ({
      ...{ _id: `i${number}@customers.example`, created, expires: later },
      ...(number % 2 === 0 && { account: ACCOUNT }),
    })),
  );
  await insertAll(
    store.accountLog,
    rows((number, at) => ({
      ...{
        _id: `entry-${number}`,
        account: ACCOUNT,
        at,
        actor: { kind: 'member' as const, id: ADDRESS, name: ADDRESS },
      },
      ...{
        role: 'admin' as const,
        from: '::1',
        requestId: 'x',
        action: 'key.change' as const,
        outcome: 'done' as const,
      },
      ...{ subject: { type: 'key', id: `key_${number}` }, before: { name: 'a' }, after: { name: 'b' } },
    })),
  );
  await insertAll(
    store.invoices,
    rows((number, issued) => ({
      ...{ _id: `ord_${number}-0`, account: ACCOUNT, order: `ord_${number}`, part: 0, kind: 'invoice' as const },
      ...{ seller_id: 'seller', series: 'INV-2026', count: number, number: `INV-2026-00000${number}` },
      ...{ issued, supplied: issued, seller: { name: '', address: '', vat_number: '' }, buyer: { name: 'x' } },
      ...{ text: 'x', currency: 'eur', net: 1, tax: 0, total: 1, notes: [], returned: { refunded: 0, disputed: 0 } },
    })),
  );
  await insertAll(
    store.operators,
    rows((number, created) => ({
      ...{ _id: `operator-${number}`, role: 'viewer' as const, active: true, created, password, password_set: created },
    })),
  );
  await insertAll(
    store.operatorTokens,
    rows((number, created) => ({
      ...{
        _id: `hash-${number}`,
        id: `tok_${number}`,
        operator: OPERATOR,
        name: 'x',
        prefix: 'ua_ops_',
        role: 'viewer' as const,
      },
      ...{ expires: null, created },
    })),
  );
  await insertAll(
    store.operatorSessions,
    rows((number, opened) => ({
      ...{ _id: `hash-${number}`, id: `ses_${number}`, operator: OPERATOR, opened, expires: later, from: '::1' },
      ...{ agent: 'x', form_token: 'x' },
    })),
  );
  await insertAll(
    store.auditTrail,
    rows((number, at) => ({
      ...{
        _id: number + 1,
        nonce: `n${number}`,
        at,
        actor: OPERATOR,
        role: 'admin' as const,
        from: null,
        via: 'token' as const,
      },
      ...{ operation: 'keys revoke', subject: { type: 'key', id: 'key_1' }, account: ACCOUNT, input: {}, before: null },
      ...{ after: null, requestId: 'x', outcome: 'done' as const, previous: '', hash: '' },
    })),
  );
  await insertAll(
    store.orders,
    rows((number, created) => ({
      ...{ _id: `ord_${number}`, account: ACCOUNT, kind: 'checkout' as const, pack: 'small', credits: 1, price: 1 },
      ...{ currency: 'eur', saves: false, state: 'paid' as const, customer: 'cus', refunded: 0, disputed: 0, created },
      ...{ revision: 0, asked: 0 },
    })),
  );
  await insertAll(
    store.webhooks,
    rows((number, created) => {
      const id = number === 0 ? WEBHOOK : `whk_${number}`;
      return {
        ...{ _id: webhookKey(ACCOUNT, id), id, account: ACCOUNT, url: 'https://hooks.example/', description: '' },
        ...{ events: ['job.completed'], secrets: [], active: true, created, failing_since: created },
      };
    }),
  );
  await insertAll(
    store.deliveries,
    rows((number, created) => ({
      ...{ _id: `dlv_${number}`, account: ACCOUNT, webhook: WEBHOOK, message: `msg_${number}`, type: 'job.completed' },
      ...{
        orderingKey: 'x',
        state: 'delivered' as const,
        tries: 1,
        attempts: [],
        created,
        ended: created,
        expires: later,
      },
    })),
  );
  await insertAll(
    store.experiences,
    rows((number, created) => ({
      ...{
        _id: number + 1,
        code: String(number).padStart(10, '0'),
        type: 'text',
        title: 'x',
        account: ACCOUNT,
        created,
      },
      ...{ page: { version: 1 as const, blocks: [] }, target: null, bytes: 0, reported: created, reports: 1 },
    })),
  );
  await insertAll(
    store.batches,
    rows((number, created) => ({
      ...{
        _id: `bat_${number}`,
        account: ACCOUNT,
        key: 'key_2',
        endpoint: 'vat',
        name: 'x',
        state: 'finished' as const,
      },
      ...{ items: 1, held: 1, succeeded: 1, failed: 0, charged: 1, bytes: 1, header: [], created, due: created },
    })),
  );
  await insertAll(
    store.domains,
    rows((number, created) => {
      const host = `go-${number}.example`;
      return { _id: domainKey(ACCOUNT, host), account: ACCOUNT, host, token: 'x', created, verified_host: host };
    }),
  );
  await insertAll(
    store.imageLinks,
    rows((number, created) => ({
      ...{ _id: `link${number}`, account: ACCOUNT, name: 'x', created, format: 'PNG' as const, width: 300, bytes: 0 },
    })),
  );
  await insertAll(
    store.qrDrafts,
    rows((number, created) => ({
      ...{
        _id: String(number + 1),
        account: ACCOUNT,
        kind: 'page' as const,
        type: 'text',
        name: 'x',
        experience: null,
      },
      ...{ base_etag: null, content: '{}', version: 1, created, changed: created },
    })),
  );
  await insertAll(
    store.qrPictures,
    rows((number, created) => ({
      ...{ _id: String(number + 1), account: ACCOUNT, name: 'x', width: 1, height: 1, bytes: 1, created },
    })),
  );
  await insertAll(
    store.experienceReports,
    rows((number, at) => ({
      ...{ _id: `1 ${number}`, experience: 1, reporter: `r${number}`, at, reason: 'spam', details: '' },
    })).map((report) => Object(report)),
  );
  await insertAll(
    store.events,
    rows((number, at) => ({
      ...{ _id: new ObjectId(), ...visit, at, device: 'other' as const, country: null, language: null, bot: false },
      ...{
        event: ['feedback_submitted', 'rating_submitted', 'lead_submitted'][number % 3] ?? '',
        value: 'x',
        meta: null,
      },
    })),
  );
  await insertAll(
    store.usage,
    rows((number, at) => ({
      ...{
        _id: `call-${number}`,
        nonce: 'n',
        account: ACCOUNT,
        key: `key_${number}`,
        parts: [],
        status: number % 3 ? 200 : 422,
      },
      ...{ endpoint: 'vat', state: 'spent' as const, cost: 1, call: { ms: 1, queuedMs: 0 }, at },
    })),
  );
  await insertAll(
    store.requestLog,
    rows((number, at) => ({
      ...{ _id: `refused-${number}`, account: number % 2 ? ACCOUNT : null, key: `key_${number}`, endpoint: 'vat', at },
      ...{ unauthenticated: { network: `192.0.2.${number}`, prefix: `ua_live_${number}` }, state: 'refused' as const },
      ...{ status: 401, call: { type: `type_${number}`, ms: 1 }, requests: 1, last: at },
    })),
  );
  await insertAll(
    store.refunds,
    rows((number, at) => Object({ _id: `call-${number}`, account: ACCOUNT, cost: 1, reason: 'x', at, applied: true })),
  );
}

/** The length of the longest list in what is sent, however deep it is. */
const longestIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Math.max(Array.isArray(value) ? value.length : 0, ...Object.values(value).map(longestIn));

/** Reports that add up everything on purpose, once, for operators who ask for it; and what is no list but one row a day or a file. */
const NO_LISTS = ['audit run', 'audit verify', 'ledger show', 'experienceEventsCsv'];

describe('Lists', () => {
  let pages: PagesInProcess;
  let cookies: Record<'portal' | 'console', string>;

  before(async () => {
    pages = await pagesInProcess();
    const { store } = pages;
    const created = new Date();
    await store.accounts.insertOne({ _id: ACCOUNT, name: 'Example', created, owner: ADDRESS });
    await purchase(store, { account: ACCOUNT, amount: 1_000_000, bought: created });
    await store.members.insertOne({ _id: ADDRESS, account: ACCOUNT, created, signed_in: created, welcomed: true });
    const password = { hash: '', salt: '', cost: 2, block: 1, parallel: 1 };
    const admin = { _id: OPERATOR, role: 'admin' as const, active: true, created, password, password_set: created };
    await store.operators.insertOne(admin);
    const csv = { csv: 'email\njane@example.com', rows: 1, header: ['email'], separator: ',' as const };
    const upload = { account: ACCOUNT, endpoint: 'mailchecker', name: '', ...csv };
    params.upload = await storeUpload({ store, clock: pages.services.clock }, upload);
    cookies = { portal: await pages.signIn(ADDRESS), console: await pages.logIn(OPERATOR) };
  });

  after(() => pages?.close());

  /** Values of parameters that lead to what `fill` has written. */
  const params: Record<string, string> = {
    ...{
      account: ACCOUNT,
      key: 'key_2',
      webhook: WEBHOOK,
      operator: OPERATOR,
      order: 'ord_1',
      invoice: 'INV-2026-000001',
      id: '1',
      delivery: 'dlv_1',
    },
    ...{ request_id: 'call-1', version: '1', host: 'go-1.example', batch: 'bat_1' },
  };

  async function measure(): Promise<Map<string, { commands: number; rows: number }>> {
    const measured = new Map<string, { commands: number; rows: number }>();
    const { services } = pages;
    const note = (what: string, rows: number) => measured.set(what, { commands: pages.commands().length, rows });
    const key: Key = {
      ...{ _id: 'hash-2', id: 'key_2', account: ACCOUNT, name: 'x', prefix: '', scopes: ['*'], active: true },
      ...{ expires: null, limits: {}, created: new Date() },
    };
    const context = { ...services, key, requestId: 'test', client: Object({}) };
    const inPath = ({ path }: { path: string }) =>
      Object.fromEntries(Object.entries(params).filter(([name]) => path.includes(`{${name}}`)));
    pages.commands();
    for (const { command, contract, run, live, mutates } of operations) {
      if (mutates || live || NO_LISTS.includes(command)) continue;
      const input: Input<typeof contract> = readFields(contract.request, inPath(contract), 422);
      note(command, longestIn(await run(input, services)));
    }
    for (const { contract, run } of accountRoutes) {
      if (
        contract.method !== 'GET' ||
        /job|packs|story|requests\/\{|\/(check|code|preview)/.test(`${contract.name} ${contract.path}`)
      )
        continue;
      const sent = await run(readFields(contract.request, inPath(contract), 422), context);
      note(`${contract.method} ${contract.path}`, sent instanceof Download ? 0 : longestIn(sent));
    }
    for (const { of, method, path } of pages.routes) {
      // Files, pages of links that are mailed or of a request, and what Redis alone knows are no lists of the store.
      if (
        method !== 'GET' ||
        of === 'hosted' ||
        /\.(csv|json)$|export|ledger|login|receipts|failed-jobs|refusals|connections\/new|requests\/:id|:id\/(check|code|preview)/.test(
          path,
        )
      )
        continue;
      const url = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? name);
      const response = await fetch(pages.baseUrl + url, { headers: { cookie: cookies[of] }, redirect: 'manual' });
      const html = await response.text();
      ok(response.status === 200, `${url}: ${response.status} ${html.slice(0, 500)}`);
      note(url, html.match(/<tr|<li/g)?.length ?? 0);
    }
    return measured;
  }

  it('take the same few queries for 10 rows and for 1,000, and hold a bounded number of rows', async () => {
    const { store } = pages;
    // A store without a replica set is asked for its members once.
    await (await fetch(`${pages.baseUrl}/operator`, { headers: { cookie: cookies.console } })).text();
    // A process loads the key of signatures once.
    await computeKeyedHash(store.secrets, 'image-link-signature', '');
    await fill(store, 0, FEW);
    const few = await measure();
    await fill(store, FEW, MANY);
    const many = await measure();
    ok(many.size >= 50, `${many.size} lists`);
    const faults = [...many].flatMap(([what, { commands, rows }]) => {
      const before = few.get(what)?.commands ?? 0;
      const mostRows = what.startsWith('/') && !what.startsWith('/v1') ? MOST_ROWS_OF_PAGES : MOST_ROWS;
      return [
        ...(commands > MOST_COMMANDS ? [`${what}: ${commands} commands`] : []),
        ...(commands !== before ? [`${what}: ${before} commands for ${FEW} rows, ${commands} for ${MANY}`] : []),
        ...(rows > mostRows ? [`${what}: ${rows} rows`] : []),
      ];
    });
    deepEqual(faults, []);
  });

  it('of the sessions of a member are bounded: the oldest end when there are more', async () => {
    const { redis } = pages.services.infrastructure;
    const sessions = createPortalSessions(redis, systemClock);
    const address = `sessions-${Date.now()}@customers.example`;
    const first = await sessions.open(address, 'the first browser');
    for (const _ of numbers(0, 50)) await sessions.open(address, 'a browser');
    ok((await sessions.list(address)).length <= 50);
    deepEqual(await sessions.find(first), undefined);
    await sessions.endAll(address);
  });
});
