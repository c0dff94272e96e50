import { spans } from '../shared/figures/collections.js';
import { audit, type Finding } from '../shared/ledger/audit.js';
import { keepAudit } from '../shared/ledger/audit-report.js';
import { redisKey } from '../shared/process/redis-keys.js';
import type { Task } from './run-tasks.js';

const DAY_MS = spans.day.lengthMs;
/** What is not audited in this time is the next night's. */
const WORKS_FOR_MS = 15 * 60_000;
/** The account that was audited last. */
const MARK = redisKey('audit', 'mark');

/**
 * Adds up, every night, the books of the accounts that called the day before, and keeps what does not add up for the console. It
 * goes on where it stopped, so that all have their turn however many there are.
 */
export const auditBooks: Task = {
  name: 'audit-books',
  schedule: '0 40 3 * * *',
  atStart: false,
  async run({ store, clock, redis, signal, each }) {
    const now = clock.now();
    const until = performance.now() + WORKS_FOR_MS;
    const yesterday = new Date(now.getTime() - (now.getTime() % DAY_MS) - DAY_MS);
    const day = yesterday.toISOString().slice(0, 10);
    const mark = await redis.get(MARK);
    const called = (range: object) =>
      store.accountDays.find({ at: yesterday, ...range }, { projection: { account: 1 }, sort: { at: 1, _id: 1 } });
    const findings: Finding[] = [];
    let accounts = 0;
    // From the mark to the end, then from the beginning to the mark.
    const after = `${mark ?? ''} ${day}`;
    const inTime = async function* () {
      for (const range of [{ _id: { $gt: after } }, { _id: { $lte: after } }]) {
        for await (const { account } of called(range)) {
          if (performance.now() > until || signal.aborted) return;
          yield account;
        }
      }
    };
    const noteLast = (account: string) => redis.set(MARK, account);
    const check = async (account: string) => {
      findings.push(...(await audit(store, account)).findings);
      accounts += 1;
      await noteLast(account);
    };
    await each(inTime(), (account) => account, check, noteLast);
    await keepAudit(redis, now, { accounts, findings });
    return { accounts, findings: findings.length };
  },
};
