import { deepEqual, equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { randomFrom } from 'readings/compose';
import { closeMonth, closeOld } from '../../scheduler/close-months.js';
import { countAccounts } from '../../scheduler/figures/account-days.js';
import { accountLedger } from '../../shared/figures/account-ledger.js';
import { audit } from '../../shared/ledger/audit.js';
import type { Usage } from '../../shared/ledger/documents.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { usageGroups, usageReport } from '../../shared/ledger/usage-report.js';
import { type Collections, collections } from '../../shared/store/collections.js';
import { ownStore } from '../helpers/own-store.js';
import { seed, seeded } from '../helpers/randomised.js';
import { sized } from '../helpers/scale.js';

const CALLS = sized(5_000, 100);
const ACCOUNTS = 2;
const NOW = new Date('2026-11-15T12:00:00Z');
const DAY_MS = 24 * 3_600_000;
/** On which there are calls; first and last days of months are among them. */
const DAYS = Array.from(
  sized(new Array(120).keys(), [0, 30, 31, 43, 61, 62].values()),
  (day) => Date.parse('2025-07-01T00:00:00Z') + day * DAY_MS,
);
/** Usage is kept from here on, so that two months are closed. */
const OPENED = new Date('2025-09-01T00:00:00Z');

describe('months that are closed', () => {
  let store: Collections;
  let close: () => Promise<void>;
  let accounts: string[];

  beforeEach(async () => {
    const own = await ownStore();
    store = collections(own.db);
    close = own.close;
    accounts = Array.from({ length: ACCOUNTS }, () => `account-${nanoid()}`);
    for (const account of accounts) await spend(account);
    for (const day of DAYS) await countAccounts(store, new Date(day), new Date(day + DAY_MS));
    await store.figureMarks.insertOne({ _id: 'account-days', through: NOW });
  });
  afterEach(() => close());

  /** Calls over months, as they are in the books when all are settled. */
  async function spend(account: string): Promise<void> {
    const random = randomFrom(`${seed} ${account.length}`);
    const lots = ['one', 'two'].map((name) => `${account} ${name}`);
    for (const id of lots) await purchase(store, { account, amount: 1_000_000_000, bought: new Date(), id });
    const usages = Array.from({ length: CALLS }, (): Usage => {
      const lot = random.pick(lots);
      const cost = random.between(1, 900);
      return {
        ...{ _id: nanoid(), nonce: nanoid(12), account, state: 'spent', cost, parts: [{ lot, amount: cost }] },
        ...{ key: random.pick(['k1', 'k2', 'k3']), endpoint: random.pick(['vat', 'currency/rates', 'music']) },
        ...{
          status: random.pick([200, 200, 404, 422]),
          at: new Date(random.pick(DAYS) + random.between(0, DAY_MS - 1)),
        },
      };
    });
    await store.usage.insertMany(usages);
    for (const [index, id] of lots.entries()) {
      const spent = usages.filter(({ parts }) => parts[0]?.lot === id).reduce((sum, { cost }) => sum + cost, 0);
      await store.wallets.updateOne({ _id: account }, { $inc: { spent, [`lots.${index}.left`]: -spent } });
    }
  }

  /** What anybody is told of an account. */
  async function told(account: string): Promise<unknown[]> {
    const ranges = [
      ['2025-07-01', '2025-12-31'],
      ['2025-07-13', '2025-09-02'],
      ['2025-08-31', '2025-08-31'],
    ] as const;
    const reports: unknown[] = [];
    for (const [from, to] of ranges) {
      for (const group_by of usageGroups) {
        let after: string | null | undefined;
        do {
          const page = await usageReport(
            store,
            account,
            { from, to, group_by, limit: 40, ...(after && { after }) },
            NOW,
          );
          reports.push(page);
          after = page.next;
        } while (after);
      }
    }
    return [reports, await accountLedger(store, account, new Date())];
  }

  const run = () => closeOld(store, new Date('2025-09-17T08:00:00Z'), new AbortController().signal);
  const booksAreExact = async () => deepEqual((await audit(store)).findings, []);
  const [JULY, AUGUST] = [new Date('2025-07-01T00:00:00Z'), new Date('2025-08-01T00:00:00Z')];

  it(seeded('leave sums that tell the same as the calls did, to the day and the micro-credit'), async () => {
    const before = await Promise.all(accounts.map(told));
    const kept = await store.usage.countDocuments({ at: { $gte: OPENED } });
    await booksAreExact();
    deepEqual(await run(), { closed: 2 * ACCOUNTS, deleted: ACCOUNTS * CALLS - kept, waiting: 0 });
    equal(await store.usage.countDocuments({}), kept);
    deepEqual(await Promise.all(accounts.map(told)), before);
    await booksAreExact();
    deepEqual(await run(), { closed: 0, deleted: 0, waiting: 0 });
    // The audit does see when a closed month is not what it was.
    await store.usageMonths.updateOne({ account: accounts[0] ?? '' }, { $inc: { 'parts.0.amount': 1 } });
    ok((await audit(store)).findings.length > 0);
  });

  it(seeded('tell the same at every step, whoever else closes them and wherever a crash comes'), async () => {
    const [account = ''] = accounts;
    const before = await told(account);
    const isSame = async () => deepEqual(await told(account), before);
    // A crash before the closing counts leaves sums that count for nobody.
    const lost = { _id: 'lost', account, at: JULY, endpoint: 'vat', closing: 'lost', rows: [], parts: [] };
    await store.usageMonths.insertOne({ ...lost, parts: [{ lot: 'x', amount: 5 }] });
    await isSame();
    const closers = await Promise.all([1, 2, 3].map(() => closeMonth(store, account, JULY, undefined)));
    deepEqual(closers.filter(Boolean), [true]);
    const ofJuly = await store.usageMonths.distinct('closing', { account, at: JULY });
    equal(ofJuly.length, 1, 'sums that do not count are gone');
    // A crash before the calls are deleted leaves them beside their sums.
    await isSame();
    equal(await closeMonth(store, account, JULY, undefined), false, 'whoever is behind closes nothing');
    await isSame();
    let isOver = false;
    const reading = (async () => {
      while (!isOver) await isSame();
    })();
    await run();
    isOver = true;
    await reading;
    await isSame();
    await booksAreExact();
  });

  it('wait for a call that is not decided, and for the figures by day', async () => {
    const [account = '', other = ''] = accounts;
    const hold = { id: 'h', nonce: 'h', key: 'k', endpoint: 'vat', at: AUGUST, cost: 0, parts: [] };
    await store.wallets.updateOne({ _id: account }, { $push: { open: hold } });
    await store.figureMarks.updateOne({ _id: 'account-days' }, { $set: { through: JULY } });
    deepEqual(await run(), { closed: 0, deleted: 0, waiting: 0 });
    await store.figureMarks.updateOne({ _id: 'account-days' }, { $set: { through: NOW } });
    const { waiting } = await run();
    equal(waiting, 1);
    const closings = await store.usageClosings.find({}).toArray();
    deepEqual(
      new Map(closings.map(({ _id, through }) => [_id, through])),
      new Map([
        [account, AUGUST],
        [other, OPENED],
      ]),
    );
    await booksAreExact();
  });
});
