import { computeBalance, toCredits } from '../../shared/contract/amounts.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import type { MemberCollections } from '../members/index.js';
import { readSpending } from '../usage/index.js';
import { creditsRunningOut, errorsHigh, type WebhookCollections } from '../webhooks/index.js';
import type { AlertCollections, Crossing, Sample, Watch } from './collections.js';
import { notify } from './notify.js';

type Store = AlertCollections &
  CursorCollections &
  Pick<LedgerCollections, 'usage' | 'usageHourly' | 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  Pick<WebhookCollections, 'messages'>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Time between two checks of an account, in ms. */
const CHECK_EVERY_MS = 5 * 60_000;
/** Maximum number of accounts per run, the longest unchecked first. */
const MOST_ACCOUNTS = 500;
/** Maximum number of requests of an hour that are checked, the latest. */
const MOST_CALLS = 10_000;
/** Minimum number of requests for an error rate. */
const FEWEST_CALLS = 20;
/** Days over which spending is averaged. */
const PACE_DAYS = 7;

/** Checks the thresholds of accounts that no single request reveals: days that the balance lasts, and the error rate. */
export const checkThresholds: ScheduledTask<{ readonly store: Store }> = {
  name: 'check-thresholds',
  schedule: '5 * * * * *',
  async run({ store, clock, each }) {
    const now = clock.now();
    const due = store.watches.find({ next: { $lte: now } }, { sort: { next: 1 }, limit: MOST_ACCOUNTS });
    const checked = await each(
      due,
      ({ _id }) => _id,
      (watch) => check(store, watch, now),
      ({ _id, next = now }) => store.watches.updateOne({ _id, next }, { $set: { next: nextCheck(now) } }),
    );
    return { checked };
  },
};

const nextCheck = (now: Date) => new Date(now.getTime() + CHECK_EVERY_MS);

async function check(store: Store, watch: Watch, now: Date): Promise<void> {
  const { _id, next } = watch;
  if (!next) return;
  const pace = watch.pace?.days && (await checkPace(store, _id, watch.pace, now));
  const errors = watch.errors?.percent && (await checkErrors(store, _id, watch.errors, now));
  const checked = { next: nextCheck(now), ...(pace && { pace }), ...(errors && { errors }) };
  // If the account has changed its thresholds meanwhile, they are checked again.
  await store.watches.updateOne({ _id, next }, { $set: checked });
}

/**
 * Returns the state of a threshold. The alert's id contains the number of crossings, so a run that dies before storing the state
 * repeats the same alert.
 */
const withCrossing = <C extends Crossing>(before: C, is: boolean): C => ({
  ...before,
  is,
  crossings: before.crossings + (is && !before.is ? 1 : 0),
});

async function checkPace(
  store: Store,
  account: string,
  before: NonNullable<Watch['pace']>,
  now: Date,
): Promise<NonNullable<Watch['pace']>> {
  const wallet = await store.wallets.findOne({ _id: account }, { projection: { lots: 1, spent: 1 } });
  if (!wallet) return before;
  const { spent } = wallet;
  const known = before.samples.length > 0 ? before.samples : [await readSpentBefore(store, account, spent, now)];
  const samples = addSample(known, spent, now);
  const [oldest] = samples;
  const days = Math.max(1, (now.getTime() - (oldest?.at ?? now).getTime()) / DAY_MS);
  const perDay = Math.max(0, spent - (oldest?.spent ?? spent)) / days;
  const left = computeBalance(wallet.lots, now);
  const lasts = perDay > 0 ? left / perDay : Number.POSITIVE_INFINITY;
  const pace = { ...withCrossing(before, lasts < before.days), samples };
  if (pace.crossings > before.crossings) {
    const data = {
      ...{ balance: toCredits(left), per_day: toCredits(Math.round(perDay)) },
      ...{ days_left: Math.round(lasts * 10) / 10, below_days: before.days },
    };
    await notify(store, account, { event: creditsRunningOut, data, id: `running_out_${pace.crossings}`, at: now });
  }
  return pace;
}

/** Returns what an account had spent some days ago, for the first check. */
async function readSpentBefore(store: Store, account: string, spent: number, now: Date): Promise<Sample> {
  const opened = (await store.accounts.findOne({ _id: account }, { projection: { created: 1 } }))?.created;
  const today = now.getTime() - (now.getTime() % DAY_MS);
  const at = new Date(today - (PACE_DAYS - 1) * DAY_MS);
  if (opened && opened > at) return { at: opened, spent: 0 };
  return { at, spent: Math.max(0, spent - (await readSpending(store, account, at, now))) };
}

/** Adds a sample a day, and drops those before the period except the latest. */
function addSample(samples: NonNullable<Watch['pace']>['samples'], spent: number, at: Date) {
  const last = samples.at(-1);
  const more = last && at.getTime() - last.at.getTime() < DAY_MS ? samples : [...samples, { at, spent }];
  const since = at.getTime() - PACE_DAYS * DAY_MS;
  const older = more.filter((sample) => sample.at.getTime() <= since);
  return [...older.slice(-1), ...more.filter((sample) => sample.at.getTime() > since)];
}

async function checkErrors(
  { usage, ...store }: Store,
  account: string,
  before: NonNullable<Watch['errors']>,
  now: Date,
): Promise<NonNullable<Watch['errors']>> {
  const since = new Date(now.getTime() - HOUR_MS);
  const [counted] = await usage
    .aggregate<{ calls: number; failed: number }>([
      { $match: { account, at: { $gte: since, $lte: now } } },
      { $sort: { at: -1, _id: -1 } },
      { $limit: MOST_CALLS },
      { $group: { _id: null, calls: { $sum: 1 }, failed: { $sum: { $cond: [{ $gte: ['$status', 400] }, 1, 0] } } } },
    ])
    .toArray();
  const { calls = 0, failed = 0 } = counted ?? {};
  const percent = calls === 0 ? 0 : (failed / calls) * 100;
  const errors = withCrossing(before, calls >= FEWEST_CALLS && percent > before.percent);
  if (errors.crossings > before.crossings) {
    const data = { calls, failed, percent: Math.round(percent * 10) / 10, above_percent: before.percent };
    await notify(store, account, { event: errorsHigh, data, id: `errors_${errors.crossings}`, at: now });
  }
  return errors;
}
