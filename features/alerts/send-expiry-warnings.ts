import { toCredits } from '../../shared/contract/amounts.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Wallet } from '../../shared/ledger/documents.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import { creditsExpiring, EXPIRY_WARNING_DAYS, type WebhookCollections } from '../webhooks/index.js';
import type { AlertCollections } from './collections.js';
import { notify } from './notify.js';

type Store = Pick<AlertCollections, 'alerts'> &
  CursorCollections &
  Pick<LedgerCollections, 'wallets'> &
  Pick<WebhookCollections, 'messages'>;

const DAY_MS = 24 * 3_600_000;
/** Name of the cursor: the time up to which warnings are sent. */
const CURSOR = 'send-expiry-warnings';
/** Longest period that a run covers, in ms: it bounds the work after an outage of the scheduler. */
const LONGEST_PERIOD_MS = DAY_MS;
/** Time for which failed warnings are retried, in ms. */
const RETRIED_MS = 3_600_000;
/** Period that the first run of all covers, in ms. */
const FIRST_PERIOD_MS = 3_600_000;

/** Warns accounts 30, 7 and 1 days before a purchase expires. Each run covers the time since the last one. */
export const sendExpiryWarnings: ScheduledTask<{ readonly store: Store }> = {
  name: 'send-expiry-warnings',
  schedule: '25 */5 * * * *',
  async run({ store, clock, each }) {
    const now = clock.now();
    const last = await store.cursors.findOne({ _id: CURSOR });
    const from = last?.at ?? new Date(now.getTime() - FIRST_PERIOD_MS);
    const to = new Date(Math.min(now.getTime(), from.getTime() + LONGEST_PERIOD_MS));
    let [warned, left] = [0, false];
    for (const days of EXPIRY_WARNING_DAYS) {
      const period = createExpiryPeriod(from, to, days);
      await each(
        findWalletsWithLots(store, period),
        ({ _id }) => _id,
        async (wallet) => {
          warned += await warn(store, wallet, period, days, now);
        },
        async () => {
          left = true;
        },
      );
    }
    // Warnings have ids, so repeating them is harmless. Failed ones are retried for a while.
    const retried = new Date(Math.max(from.getTime(), to.getTime() - RETRIED_MS));
    await store.cursors.updateOne({ _id: CURSOR }, { $set: { at: left ? retried : to } }, { upsert: true });
    return { warned };
  },
};

/** Times of expiry, the first excluded. */
interface Period {
  readonly after: Date;
  readonly upTo: Date;
}

/** Returns the times of expiry a number of days after a period. */
const createExpiryPeriod = (from: Date, to: Date, days: number): Period => ({
  after: new Date(from.getTime() + days * DAY_MS),
  upTo: new Date(to.getTime() + days * DAY_MS),
});

const findWalletsWithLots = ({ wallets }: Store, { after, upTo }: Period) =>
  wallets.find(
    { 'lots.expires': { $gt: after, $lte: upTo }, lots: { $elemMatch: { expires: { $gt: after, $lte: upTo } } } },
    { projection: { lots: 1 } },
  );

/** True if a warning comes late in the life of a lot; not at its beginning, as for the credits of a month. */
const isLateWarning = (bought: Date, expires: Date, days: number): boolean =>
  expires.getTime() - bought.getTime() > 2 * days * DAY_MS;

async function warn(
  store: Store,
  { _id: account, lots }: Pick<Wallet, '_id' | 'lots'>,
  { after, upTo }: Period,
  days: number,
  at: Date,
): Promise<number> {
  const due = lots.filter(
    ({ left, bought, expires }) =>
      left > 0 && expires > after && expires <= upTo && expires > at && isLateWarning(bought, expires, days),
  );
  for (const { id: lot, left, expires } of due) {
    const data = { lot, credits_left: toCredits(left), expires_at: expires.toISOString(), days };
    await notify(store, account, { event: creditsExpiring, data, id: `expiring_${lot}_${days}`, at });
  }
  return due.length;
}
