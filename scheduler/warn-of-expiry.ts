import { tell } from '../shared/alerts/tell.js';
import { toCredits } from '../shared/ledger/amounts.js';
import type { Wallet } from '../shared/ledger/documents.js';
import type { Collections } from '../shared/store/collections.js';
import { creditsExpiring, expiryWarnings } from '../shared/webhooks/alert-events.js';
import type { Task } from './run-tasks.js';

const DAY_MS = 24 * 3_600_000;
const CURSOR = 'warn-of-expiry';
/** A run goes no further than this at once, so that its work is bounded after the scheduler has stood still, too. */
const LONGEST_STRETCH_MS = DAY_MS;
/** For how long those are tried again whom it failed for. */
const TRIED_AGAIN_MS = 3_600_000;
/** How far the first run of all looks back. */
const FIRST_STRETCH_MS = 3_600_000;

/**
 * Warns accounts of purchases that expire soon. Each run looks only at those whose last 30, 7 or one days have begun since
 * the run before.
 */
export const warnOfExpiry: Task = {
  name: 'warn-of-expiry',
  schedule: '25 */5 * * * *',
  atStart: true,
  async run({ store, clock, each }) {
    const now = clock.now();
    const last = await store.cursors.findOne({ _id: CURSOR });
    const from = last?.at ?? new Date(now.getTime() - FIRST_STRETCH_MS);
    const to = new Date(Math.min(now.getTime(), from.getTime() + LONGEST_STRETCH_MS));
    let [warned, left] = [0, false];
    for (const days of expiryWarnings) {
      const stretch = expiries(from, to, days);
      await each(
        walletsWithLots(store, stretch),
        ({ _id }) => _id,
        async (wallet) => {
          warned += await warn(store, wallet, stretch, days, now);
        },
        async () => {
          left = true;
        },
      );
    }
    // What was told before a crash keeps it from being told again. Whom it failed for is tried again, and does not hold up time.
    const tried = new Date(Math.max(from.getTime(), to.getTime() - TRIED_AGAIN_MS));
    await store.cursors.updateOne({ _id: CURSOR }, { $set: { at: left ? tried : to } }, { upsert: true });
    return { warned };
  },
};

/** Instants of expiry, the first not included. */
interface Stretch {
  readonly after: Date;
  readonly upTo: Date;
}

/** When what has come to have so many days left in a stretch of time expires. */
const expiries = (from: Date, to: Date, days: number): Stretch => ({
  after: new Date(from.getTime() + days * DAY_MS),
  upTo: new Date(to.getTime() + days * DAY_MS),
});

const walletsWithLots = ({ wallets }: Collections, { after, upTo }: Stretch) =>
  wallets.find(
    { 'lots.expires': { $gt: after, $lte: upTo }, lots: { $elemMatch: { expires: { $gt: after, $lte: upTo } } } },
    { projection: { lots: 1 } },
  );

async function warn(
  store: Collections,
  { _id: account, lots }: Pick<Wallet, '_id' | 'lots'>,
  { after, upTo }: Stretch,
  days: number,
  at: Date,
): Promise<number> {
  const due = lots.filter(({ left, expires }) => left > 0 && expires > after && expires <= upTo && expires > at);
  for (const { id: lot, left, expires } of due) {
    const data = { lot, credits_left: toCredits(left), expires_at: expires.toISOString(), days };
    await tell(store, account, { event: creditsExpiring, data, id: `expiring_${lot}_${days}`, at });
  }
  return due.length;
}
