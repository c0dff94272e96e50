import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { logIn } from '../../test/helpers/log-in.js';
import { controlStripe, order, payPage, waitForOrder } from '../../test/helpers/payments.js';
import { ADMIN_TOKEN, call, eventually, isAtRest, newAccount, stack } from '../../test/helpers/stack.js';
import { waitForRestOfDay } from '../../test/helpers/timing.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const DAY_MS = 86_400_000;

describe('orders in the operator console', () => {
  let cookie: string;
  before(async () => {
    ({ cookie } = await logIn((await stack()).platform.baseUrl));
  });
  const ask = async (path: string, init: RequestInit = {}) => {
    const { baseUrl } = (await stack()).platform;
    const answer = await fetch(`${baseUrl}/operator${path}`, { redirect: 'manual', ...init, headers: { cookie } });
    return { status: answer.status, html: await answer.text() };
  };
  const admin = (method: string, path: string) =>
    call(`/v1/admin${path}`, undefined, { method, headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } });
  const refund = async (id: string, amount: string) => {
    const form_token = /name="form_token" value="(\w+)"/.exec((await ask(`/orders/${id}`)).html)?.[1] ?? '';
    return ask(`/orders/${id}/refund`, { method: 'POST', body: new URLSearchParams({ form_token, amount }) });
  };

  /** Buys a pack and spends some of it. */
  async function buy(key: string, account: string): Promise<string> {
    const { store } = await stack();
    const { id, url } = await order(key);
    equal(await payPage(url), 303);
    await waitForOrder(key, id, ({ state }) => state === 'paid');
    equal((await call('/v1/vat', VAT, { key })).status, 200);
    await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
    return id;
  }
  const dispute = async (id: string): Promise<unknown> => {
    const { platform, store } = await stack();
    const { intent } = (await store.orders.findOne({ _id: id })) ?? {};
    return (await controlStripe(platform.stripeUrl, { dispute: { payment_intent: intent } })).dispute;
  };
  const decide = async (id: unknown, status: string) =>
    controlStripe((await stack()).platform.stripeUrl, { closeDispute: { id, status } });

  /** Adds up the table of the ledger page, in micro-credits, and compares it with the totals shown. */
  async function addUpLedger(account: string, when: string): Promise<{ takenBack: number; owed: number }> {
    const { html } = await ask(`/accounts/${account}/ledger`);
    const micro = (cell: string) => Math.round(Number(cell.replaceAll(',', '')) * 1e6);
    const readCells = (row: string) => [...row.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell = '']) => micro(cell));
    const [, days = '', foot = ''] = /<tbody>([\s\S]*)<\/tbody>\s*<tfoot>([\s\S]*)<\/tfoot>/.exec(html) ?? [];
    let [sum, takenBack] = [0, 0];
    const rows = days.split('</tr>').filter((row) => row.includes('<th'));
    for (const row of rows) {
      const [bought = 0, spent = 0, givenBack = 0, back = 0, shown] = readCells(row);
      sum += bought + spent + givenBack + back;
      takenBack += back;
      equal(shown, sum, `${when}: ${row}`);
    }
    const lines = new Map(
      foot.split('</tr>').flatMap((row) => {
        const [, name] = /<th[^>]*>([^<]*)</.exec(row) ?? [];
        return name === undefined ? [] : [[name, readCells(row)[0] ?? Number.NaN] as const];
      }),
    );
    const line = (name: string) => lines.get(name) ?? 0;
    const owed = line('Owed: reversed after they were spent');
    equal(line('All days'), sum, when);
    equal(sum + line('Expired') + line('Held for running requests') + owed, line('Sum'), when);
    equal(line('Sum'), line('Wallet balance'), when);
    match(html, /The ledger matches the wallet balance\./, when);
    equal(rows.length, 2, 'what was bought yesterday has a row of its own');
    return { takenBack, owed };
  }

  it('are refunded in part and whole, disputed, won and lost, and the ledger adds up after each', async () => {
    const { key, account } = await newAccount({ credits: 0 });
    const { store } = await stack();
    await waitForRestOfDay();
    const [refunded, won, lost] = [await buy(key, account), await buy(key, account), await buy(key, account)];
    await store.payments.updateOne({ _id: refunded }, { $set: { at: new Date(Date.now() - DAY_MS) } });
    const isDisputed = (id: string, amount: number) => waitForOrder(key, id, ({ disputed }) => disputed === amount);
    deepEqual(await addUpLedger(account, 'bought'), { takenBack: 0, owed: 0 });

    for (const [typed, said] of [
      ['10.01', /id="amount-problem">[^<]*€10\.00/],
      ['2,50', /id="amount-problem">[^<]*such as 10\.00/],
    ] as const) {
      const { status, html } = await refund(refunded, typed);
      equal(status, 422);
      match(html, said);
      ok(html.includes(`value="${typed}"`), 'what was typed is still there');
    }
    equal((await refund(refunded, '2.50')).status, 303);
    deepEqual(await addUpLedger(account, 'refunded in part'), { takenBack: -125_000_000, owed: 0 });
    equal((await refund(refunded, '')).status, 303);
    // All calls were charged to the oldest lot.
    const { owed } = await addUpLedger(account, 'refunded whole');
    ok(owed > 0, 'what was spent of it is owed');

    const wonDispute = await dispute(won);
    await isDisputed(won, 1_000);
    deepEqual(await addUpLedger(account, 'disputed'), { takenBack: -1_000_000_000, owed });
    await decide(wonDispute, 'won');
    await isDisputed(won, 0);
    deepEqual(await addUpLedger(account, 'won'), { takenBack: -500_000_000, owed });
    const lostDispute = await dispute(lost);
    await isDisputed(lost, 1_000);
    await decide(lostDispute, 'lost');
    deepEqual(await addUpLedger(account, 'lost'), { takenBack: -1_000_000_000, owed });

    const shown = async (id: string) => (await ask(`/orders/${id}`)).html.replaceAll(/\s+/g, ' ');
    const back = (html: string) =>
      [...html.matchAll(/<td>([^<]*)<\/td><td class="figure">([^<]*)</g)].map(([, ...cells]) => cells);
    deepEqual(back(await shown(refunded)), [
      ['€2.50 refunded', '125'],
      ['€10.00 refunded', '375'],
    ]);
    deepEqual(back(await shown(won)), [
      ['€10.00 disputed', '500'],
      ['the money came back', '-500'],
    ]);
    ok(!(await shown(lost)).includes('Refund order'), 'nothing of it is here');
    match(await shown(won), /Refund order.*Amount in EUR.*At most 10\.00/);
    const listed = (await ask(`/orders?account=${account}&state=paid`)).html.replaceAll(/\s+/g, ' ');
    const cells = [...listed.matchAll(/<tr> <th scope="row".*?<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/<td class="figure[^>]*>([^<]*)</g)].map(([, cell]) => cell),
    );
    const spent = `${owed / 1e6}`;
    deepEqual(cells, [
      ['€10.00', '', '€10.00', '500', '0', ''],
      ['€10.00', '', '', '500', '500', ''],
      ['€10.00', '€10.00', '', '500', '0', spent],
    ]);
    const { body } = await admin('GET', `/orders/${refunded}`);
    deepEqual([body.credits_left, body.owed, body.refunded], [0, owed / 1e6, 1_000]);
    ok(body.payment.startsWith('pi_') && body.session.startsWith('cs_'));

    await store.orders.updateOne({ _id: won }, { $set: { currency: 'jpy' } });
    match(await shown(won), /¥1,000.*Amount in JPY.*At most 1000/);
    match((await refund(won, '2.5')).html, /id="amount-problem">[^<]*such as 1000\./);
  });

  it('are listed by account and state, a page at a time, and linked from the page of the account', async () => {
    const { key, account } = await newAccount();
    const ids = [(await order(key)).id, (await order(key)).id];
    const { store } = await stack();
    const listed = async (query: string) =>
      [...(await ask(`/orders?account=${account}${query}`)).html.matchAll(/\/operator\/orders\/(ord_[\w-]+)"/g)].map(
        ([, id]) => id,
      );
    deepEqual(await listed('&state=open'), ids.toReversed());
    deepEqual(await listed('&state=paid'), []);
    equal((await ask('/orders?state=nothing')).status, 422);
    equal((await ask('/orders/ord_nothing')).status, 404);
    ok((await ask(`/accounts/${account}`)).html.includes(`/operator/orders?account=${account}`));
    const { body } = await admin('GET', `/orders?account=${account}&limit=1&state=open`);
    deepEqual([body.orders[0].order, body.orders[0].credits_left, body.next], [ids[1], null, ids[1]]);
    await store.orders.deleteMany({ account });
  });
});
