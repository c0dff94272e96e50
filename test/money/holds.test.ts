import { deepEqual, equal } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { type HoldResult, holdCredits } from '../../api/ledger/hold.js';
import type { Collections } from '../../features/collections.js';
import { ApiError } from '../../shared/contract/api-error.js';
import { audit } from '../../shared/ledger/audit.js';
import type { Budget } from '../../shared/ledger/budget.js';
import type { Part, Wallet } from '../../shared/ledger/documents.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { ownDatabase } from '../helpers/stack.js';

const DAY_MS = 24 * 3_600_000;

describe('holds of one account in one update', () => {
  let store: Collections;
  let close: () => Promise<void>;
  before(async () => {
    ({ store, close } = await ownDatabase());
  });
  after(() => close());

  /** Creates an account with lots of these amounts, each bought a day after the one before. */
  async function newAccount(...amounts: number[]): Promise<string> {
    const account = `account-${nanoid()}`;
    for (const [index, amount] of amounts.entries()) {
      const bought = new Date(Date.now() - (amounts.length - index) * DAY_MS);
      await purchase(store, { account, amount, bought, id: `${account}-${index}` });
    }
    return account;
  }

  const request = (account: string, cost: number, budget?: Budget) => ({
    ...{ account, key: budget?.key.id ?? 'k', endpoint: 'vat', requestId: nanoid(), cost },
    ...(budget && { budget }),
  });

  it('take from lots that are bound to groups for requests of these alone, and pay no debt with them', async () => {
    const account = await newAccount(5);
    await store.wallets.updateOne(
      { _id: account },
      { $set: { reversals: [{ lot: 'gone', applied: 0, owed: 3, settled: [] }] } },
    );
    const bought = new Date(Date.now() - 2 * DAY_MS);
    await purchase(store, { account, amount: 4, bought, id: `${account}-1`, groups: ['vat', 'currency'] });
    const { reversals = [] } = await fetchWallet(account);
    equal(reversals[0]?.owed, 3);
    const ofGroup = (group: string, cost: number) => ({ ...request(account, cost), group });
    const requests = [
      ofGroup('music', 6),
      ofGroup('vat', 3),
      ofGroup('music', 5),
      ofGroup('currency', 2),
      ofGroup('vat', 1),
    ];
    const result = await holdCredits(store.wallets, account, requests, new Date());
    deepEqual(shortly(account, result), ['insufficient_credits', [[1, 3]], [[0, 5]], 'insufficient_credits', [[1, 1]]]);
  });

  async function fetchWallet(account: string): Promise<Wallet> {
    const wallet = await store.wallets.findOne({ _id: account });
    if (!wallet) throw new Error('no wallet');
    return wallet;
  }

  /** The parts of each hold by the index of its lot, or the type of the error that refuses it. */
  const shortly = (account: string, { outcomes }: HoldResult) =>
    outcomes.map((outcome) => (outcome instanceof ApiError ? outcome.type : outcome.parts.map(numbered(account))));
  const numbered =
    (account: string) =>
    ({ lot, amount }: Part) => [Number(lot.slice(account.length + 1)), amount];

  it('take from the oldest living lots, and refuse what these do not cover', async () => {
    const account = await newAccount(9, 5, 4);
    const now = new Date();
    await store.wallets.updateOne({ _id: account }, { $set: { 'lots.0.expires': now } });
    const costs = [4, 3, 7, 0, 2, 1];
    const result = await holdCredits(
      store.wallets,
      account,
      costs.map((cost) => request(account, cost)),
      now,
    );
    deepEqual(shortly(account, result), [
      [[1, 4]],
      [
        [1, 1],
        [2, 2],
      ],
      'insufficient_credits',
      [],
      [[2, 2]],
      'insufficient_credits',
    ]);
    const { lots, open } = await fetchWallet(account);
    deepEqual(
      lots.map(({ left }) => left),
      [9, 0, 0],
    );
    deepEqual(
      open.map(({ cost }) => cost),
      [4, 3, 0, 2],
    );
  });

  it('count against the budget of each key, and refuse what it does not cover until its period ends', async () => {
    const account = await newAccount(1_000);
    const now = new Date('2026-03-04T12:00:00Z');
    const daily: Budget = { key: { id: 'daily', name: 'd' }, perDay: 10, perMonth: 100 };
    const monthly: Budget = { key: { id: 'monthly', name: 'm' }, perDay: 100, perMonth: 12 };
    const requests = [
      ...[request(account, 6, daily), request(account, 5, daily), request(account, 4, daily)],
      ...[request(account, 12, monthly), request(account, 1, monthly), request(account, 50)],
    ];
    const { outcomes, wallet } = await holdCredits(store.wallets, account, requests, now);
    deepEqual(
      outcomes.map((outcome) => (outcome instanceof ApiError ? outcome.message : outcome.budgeted)),
      [
        '2026-03-04',
        'The API key has used up its budget for this day: it resets at 2026-03-05T00:00:00.000Z',
        '2026-03-04',
        '2026-03-04',
        'The API key has used up its budget for this month: it resets at 2026-04-01T00:00:00.000Z',
        undefined,
      ],
    );
    deepEqual(wallet?.budgets, [
      { key: 'daily', day: '2026-03-04', today: 10, thisMonth: 10 },
      { key: 'monthly', day: '2026-03-04', today: 12, thisMonth: 12 },
    ]);
    const tomorrow = new Date(now.getTime() + DAY_MS);
    const next = await holdCredits(store.wallets, account, [request(account, 7, daily)], tomorrow);
    deepEqual(next.wallet?.budgets, [
      { key: 'monthly', day: '2026-03-04', today: 12, thisMonth: 12 },
      { key: 'daily', day: '2026-03-05', today: 7, thisMonth: 17 },
    ]);
  });

  it('hold the price of a request once, though it is sent twice', async () => {
    const account = await newAccount(10);
    const once = request(account, 3);
    const result = await holdCredits(store.wallets, account, [once], new Date());
    await holdCredits(store.wallets, account, [once, request(account, 1)], new Date());
    const twin = request(account, 2);
    await holdCredits(store.wallets, account, [twin, twin], new Date());
    const { lots, open } = await fetchWallet(account);
    deepEqual([lots[0]?.left, open.map(({ cost }) => cost)], [4, [3, 1, 2]]);
    equal(open[0]?.nonce, result.outcomes[0] instanceof ApiError ? '' : result.outcomes[0]?.nonce);
    deepEqual((await audit(store, account)).findings, []);
  });

  it('are refused for an account that never bought credits', async () => {
    const { outcomes } = await holdCredits(store.wallets, 'nobody', [request('nobody', 1)], new Date());
    equal(outcomes[0] instanceof ApiError && outcomes[0].status, 402);
  });
});
