import { findActiveAccounts } from '../features/usage/index.js';
import { audit, endAcknowledgements, type Finding, splitAcknowledged, storeAudit } from '../shared/ledger/audit.js';
import type { LedgerCollections } from '../shared/ledger/collections.js';
import type { Redis } from '../shared/process/redis.js';
import { redisKey } from '../shared/process/redis-keys.js';
import type { ScheduledTask } from '../shared/process/scheduled-task.js';
import type { CursorCollections } from '../shared/store/cursors.js';

type Store = CursorCollections &
  Pick<
    LedgerCollections,
    'acknowledgedFindings' | 'payments' | 'refunds' | 'reversals' | 'usage' | 'usageHourly' | 'wallets'
  >;

const DAY_MS = 24 * 3_600_000;
/** Time limit of a run, in ms; the next night continues. */
const TIME_LIMIT_MS = 15 * 60_000;
/** Key of the account that was audited last. */
const LAST_ACCOUNT = redisKey('audit', 'mark');

/**
 * Audits the ledger of the accounts that sent requests the day before or have acknowledged findings, and stores the findings that are not
 * acknowledged for the console. Acknowledgements of findings that are gone end. Each run continues after the account that the last one
 * ended at.
 */
export const auditLedger: ScheduledTask<{ readonly store: Store; readonly redis: Redis }> = {
  name: 'audit-ledger',
  schedule: '0 40 3 * * *',
  async run({ store, clock, redis, signal, each }) {
    const now = clock.now();
    const until = performance.now() + TIME_LIMIT_MS;
    const yesterday = new Date(now.getTime() - (now.getTime() % DAY_MS) - DAY_MS);
    const last = (await redis.get(LAST_ACCOUNT)) ?? '';
    const active = await findActiveAccounts(store, yesterday, new Date(yesterday.getTime() + DAY_MS));
    const acknowledgedFor = new Set(await store.acknowledgedFindings.distinct('account'));
    const all = [...new Set([...active, ...acknowledgedFor])].sort();
    // From the last account to the end, then from the beginning to it.
    const inOrder = [...all.filter((account) => account > last), ...all.filter((account) => account <= last)];
    const found: Finding[] = [];
    let accounts = 0;
    const accountsInTime = async function* () {
      for (const account of inOrder) {
        if (performance.now() > until || signal.aborted) return;
        yield account;
      }
    };
    const storeLast = (account: string) => redis.set(LAST_ACCOUNT, account);
    const check = async (account: string) => {
      const { findings } = await audit(store, account);
      found.push(...findings);
      if (acknowledgedFor.has(account)) await endAcknowledgements(store, account, findings, now);
      accounts += 1;
      await storeLast(account);
    };
    await each(accountsInTime(), (account) => account, check, storeLast);
    const { findings, acknowledged } = await splitAcknowledged(store, found);
    await storeAudit(redis, now, { accounts, findings });
    return { accounts, findings: findings.length, acknowledged: acknowledged.length };
  },
};
