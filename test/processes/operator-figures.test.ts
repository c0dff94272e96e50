import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { samplePlatform } from '../../features/monitoring/sample-platform.js';
import { rankAccounts } from '../../features/usage/index.js';
import { logIn } from '../helpers/log-in.js';
import { order, payPage, waitForOrder } from '../helpers/payments.js';
import { runTaskAt } from '../helpers/run-task.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { ADMIN_TOKEN, call, eventually, newAccount, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

const admin = async (path: string, query: Record<string, string | number> = {}) => {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const { status, body } = await call(`/v1/admin/${path}?${asked}`, undefined, {
    method: 'GET',
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  equal(status, 200, JSON.stringify(body));
  return body;
};

const page = async (path: string) => {
  const { platform } = await stack();
  const { cookie } = await logIn(platform.baseUrl);
  const answer = await fetch(`${platform.baseUrl}/operator${path}`, { redirect: 'manual', headers: { cookie } });
  return { status: answer.status, html: await answer.text() };
};

/** Calls, until they are settled. */
async function callTimes(key: string, account: string, times: number): Promise<string[]> {
  const { store } = await stack();
  const before = await store.usage.countDocuments({ account });
  const ids: string[] = [];
  for (let made = 0; made < times; made++) {
    ids.push((await call('/v1/vat', VAT, { key })).headers.get('x-request-id') ?? '');
  }
  await eventually(
    () => store.usage.countDocuments({ account }),
    (settled) => settled === before + times,
  );
  return ids;
}

describe("the operators' list of accounts", () => {
  it('is sorted by balance and usage, and paged forward and back, each account once', async () => {
    const { store } = await stack();
    const made: string[] = [];
    for (let credits = 1; credits <= 5; credits++) {
      const { account, key } = await newAccount({ credits: 100_000 + credits });
      made.push(account);
      if (credits === 2) await callTimes(key, account, 3);
    }
    await runTaskAt(rankAccounts, store, new Date());
    // Other tests have made hundreds, and make and move none meanwhile: this one needs a platform on which nothing else runs.
    const limit = nightlyOrDaily(9, 60);
    const walk = async (sort: string, order: string) => {
      const forth: string[][] = [];
      let next: string | null = null;
      let last: string | null = null;
      do {
        const body: { accounts: { account: string }[]; previous: string | null; next: string | null } = await admin(
          'ranked-accounts',
          { sort, order, limit, ...(next && { after: next }) },
        );
        forth.push(body.accounts.map(({ account }) => account));
        ({ next, previous: last } = body);
      } while (next && forth.length < 500);
      const back: string[][] = [];
      while (last) {
        const body: { accounts: { account: string }[]; previous: string | null } = await admin('ranked-accounts', {
          ...{ sort, order, limit },
          before: last,
        });
        back.unshift(body.accounts.map(({ account }) => account));
        last = body.previous;
      }
      deepEqual(back, forth.slice(0, -1), `${sort}, ${order}: back as forth`);
      const all = forth.flat();
      equal(new Set(all).size, all.length, 'each once');
      return all.filter((account) => made.includes(account));
    };
    deepEqual(await walk('balance', 'highest'), [...made].reverse());
    deepEqual(await walk('balance', 'lowest'), made);
    deepEqual(await walk('newest', 'highest'), [...made].reverse());
    for (const sort of ['spent', 'last_call']) equal((await walk(sort, 'highest'))[0], made[1], sort);
    equal((await walk('errors', 'lowest')).length, 5);
  });

  it('is searched by the beginning of an id or a name, regardless of case', async () => {
    const { store } = await stack();
    const tag = nanoid(8).replaceAll(/\W/g, 'x').toLowerCase();
    const account = `find-${tag}`;
    await store.accounts.insertOne({ _id: account, name: `Zebra ${tag} Ltd`, created: new Date() });
    for (const search of [`find-${tag.slice(0, 5)}`, `Zebra ${tag}`]) {
      const { accounts } = await admin('ranked-accounts', { search });
      deepEqual(
        accounts.map((found: { account: string }) => found.account),
        [account],
        search,
      );
    }
    ok((await page('/accounts?search=zebra')).html.includes(account), 'small letters');
    ok((await page(`/accounts?search=${tag}`)).html.includes('No accounts match.'));
    equal((await page('/accounts?sort=colour')).status, 422);
  });
});

describe('the ledger of an account', () => {
  it('adds up to the balance with purchases, usage, refunds and expiries', async () => {
    const { store } = await stack();
    const { account, key } = await newAccount({ credits: 3 });
    const [first = ''] = await callTimes(key, account, 4);
    await store.wallets.updateOne({ _id: account }, { $set: { 'lots.0.expires': new Date(Date.now() - 1_000) } });
    const asAdmin = { headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } };
    await call(`/v1/admin/accounts/${account}/purchases`, { credits: 10 }, asAdmin);
    await callTimes(key, account, 2);
    equal((await call('/v1/admin/refunds', { request_id: first, reason: 'x' }, asAdmin)).status, 200);
    const agrees = async () => {
      const ledger = await eventually(
        () => admin(`accounts/${account}/ledger`),
        ({ sum, balance }) => sum === balance,
      );
      equal(ledger.sum, ledger.balance);
      equal(ledger.balance, 9.998);
      const bought = ledger.days.reduce((sum: number, day: { bought: number }) => sum + day.bought, 0);
      const spent = ledger.days.reduce((sum: number, day: { spent: number }) => sum + Math.round(day.spent * 1e6), 0);
      deepEqual([bought, spent, ledger.complete], [13, -6_000, true]);
    };
    await agrees();
    const { html } = await page(`/accounts/${account}/ledger`);
    match(html, /The ledger matches the wallet balance\./);
  });

  it('adds up after the refund of a partly spent purchase', async () => {
    const { key, account } = await newAccount({ credits: 0 });
    const { id, url } = await order(key);
    equal(await payPage(url), 303);
    await waitForOrder(key, id, ({ state }) => state === 'paid');
    await callTimes(key, account, 2);
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    equal((await call(`/v1/admin/orders/${id}/refund`, {}, { headers })).status, 200);
    const ledger = await eventually(
      () => admin(`accounts/${account}/ledger`),
      ({ balance, sum }) => balance === 0 && sum === 0,
    );
    const { store } = await stack();
    const { reversed = 0, reversals = [] } = (await store.wallets.findOne({ _id: account })) ?? {};
    const taken = ledger.days.reduce((sum: number, day: { taken_back: number }) => sum + day.taken_back, 0);
    ok(reversed > 0 && taken < 0);
    equal(Math.round(-taken * 1e6), reversed + (reversals[0]?.owed ?? 0));
    deepEqual([ledger.sum, ledger.owed], [ledger.balance, (reversals[0]?.owed ?? 0) / 1e6]);
    const { html } = await page(`/accounts/${account}/ledger`);
    match(html, />Reversed</);
    match(html, /The ledger matches the wallet balance\./);
  });
});

describe('the figures over time', () => {
  it('are shown for everything, an endpoint and an account, as charts with tables', async () => {
    const { store } = await stack();
    const { account, key } = await newAccount();
    await callTimes(key, account, 3);
    await call('/v1/vat', {}, { key });
    await eventually(
      () => store.usage.countDocuments({ account }),
      (settled) => settled === 4,
    );
    await runTaskAt(samplePlatform, store, new Date());
    const sum = async (query: Record<string, string>) => {
      const { points } = await admin('figures', query);
      return points.reduce((all: number, { calls }: { calls: number }) => all + calls, 0);
    };
    for (const span of ['1h', '24h']) {
      equal(await sum({ span, account }), 4, `${span} of the account`);
      equal(await sum({ span, account, endpoint: 'vat' }), 4);
      equal(await sum({ span, account, endpoint: 'mailchecker' }), 0);
      ok((await sum({ span, endpoint: 'vat' })) >= 4, `${span} of the endpoint`);
    }
    for (const span of ['1h', '24h', '7d', '30d', '90d']) {
      ok((await sum({ span })) >= 4, span);
      const { status, html } = await page(`/time?span=${span}`);
      equal(status, 200);
      for (const title of [
        'Requests',
        'Response time',
        'Errors by type',
        'Live workers',
        'Credits spent and refunded',
      ]) {
        ok(html.includes(`<strong>${title}</strong>`), `${span}: ${title}`);
        ok(html.includes(`aria-label="${title}, as a table"`), `${span}: table of ${title}`);
      }
      ok(html.includes('>vat</a>'), 'the endpoints');
    }
    for (const span of ['7d', '30d', '90d']) {
      equal(await sum({ span, account }), 4, `${span} of the account`);
      equal(await sum({ span, account, endpoint: 'vat' }), 4);
      equal(await sum({ span, account, endpoint: 'mailchecker' }), 0);
    }
    const { html } = await page(`/time?span=30d&account=${account}`);
    ok(html.includes('<strong>Response time</strong>'));
    equal((await page('/time?span=2y')).status, 422);
  });
});
