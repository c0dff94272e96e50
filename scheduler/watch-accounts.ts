import type { Crossing, Sample, Watch } from '../shared/alerts/collections.js';
import { tell } from '../shared/alerts/tell.js';
import { balance, toCredits } from '../shared/ledger/amounts.js';
import type { Collections } from '../shared/store/collections.js';
import { creditsRunningOut, errorsHigh } from '../shared/webhooks/alert-events.js';
import type { Task } from './run-tasks.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Between two looks at an account. */
const REST_MS = 5 * 60_000;
/** The most accounts that one run looks at; those that have waited longest come first. */
const MOST_ACCOUNTS = 500;
/** Of the calls of an hour the latest so many are looked at. */
const MOST_CALLS = 10_000;
/** Of fewer calls the share that failed says little. */
const FEWEST_CALLS = 20;
/** Over how many days the pace is measured. */
const PACE_DAYS = 7;

/** Looks at what accounts want watched that no single call shows: how long the balance lasts, how many calls fail. */
export const watchAccounts: Task = {
  name: 'watch-accounts',
  schedule: '5 * * * * *',
  atStart: true,
  async run({ store, clock, each }) {
    const now = clock.now();
    const due = store.watches.find({ next: { $lte: now } }, { sort: { next: 1 }, limit: MOST_ACCOUNTS });
    const looked = await each(
      due,
      ({ _id }) => _id,
      (watch) => look(store, watch, now),
      ({ _id, next = now }) => store.watches.updateOne({ _id, next }, { $set: { next: afterRest(now) } }),
    );
    return { looked };
  },
};

const afterRest = (now: Date) => new Date(now.getTime() + REST_MS);

async function look(store: Collections, watch: Watch, now: Date): Promise<void> {
  const { _id, next } = watch;
  if (!next) return;
  const pace = watch.pace?.days && (await lookAtPace(store, _id, watch.pace, now));
  const errors = watch.errors?.percent && (await lookAtErrors(store, _id, watch.errors, now));
  const seen = { next: afterRest(now), ...(pace && { pace }), ...(errors && { errors }) };
  // Not where the account has changed its thresholds meanwhile: then it is looked at again.
  await store.watches.updateOne({ _id, next }, { $set: seen });
}

/**
 * The crossing as it is now. An alert bears the number of its crossing: who dies between telling and noting it tells the same
 * again, which is one alert.
 */
const crossed = <C extends Crossing>(before: C, is: boolean): C => ({
  ...before,
  is,
  crossings: before.crossings + (is && !before.is ? 1 : 0),
});

async function lookAtPace(
  store: Collections,
  account: string,
  before: NonNullable<Watch['pace']>,
  now: Date,
): Promise<NonNullable<Watch['pace']>> {
  const wallet = await store.wallets.findOne({ _id: account }, { projection: { lots: 1, spent: 1 } });
  if (!wallet) return before;
  const { spent } = wallet;
  const known = before.samples.length > 0 ? before.samples : [await spentBefore(store, account, spent, now)];
  const samples = sampled(known, spent, now);
  const [oldest] = samples;
  const days = Math.max(1, (now.getTime() - (oldest?.at ?? now).getTime()) / DAY_MS);
  const perDay = Math.max(0, spent - (oldest?.spent ?? spent)) / days;
  const left = balance(wallet.lots, now);
  const lasts = perDay > 0 ? left / perDay : Number.POSITIVE_INFINITY;
  const pace = { ...crossed(before, lasts < before.days), samples };
  if (pace.crossings > before.crossings) {
    const data = {
      ...{ balance: toCredits(left), per_day: toCredits(Math.round(perDay)) },
      ...{ days_left: Math.round(lasts * 10) / 10, below_days: before.days },
    };
    await tell(store, account, { event: creditsRunningOut, data, id: `running_out_${pace.crossings}`, at: now });
  }
  return pace;
}

/** What an account had spent some days ago, so that the first look at it knows its pace. */
async function spentBefore(
  { accounts, accountDays }: Collections,
  account: string,
  spent: number,
  now: Date,
): Promise<Sample> {
  const opened = (await accounts.findOne({ _id: account }, { projection: { created: 1 } }))?.created;
  const today = now.getTime() - (now.getTime() % DAY_MS);
  const at = new Date(today - (PACE_DAYS - 1) * DAY_MS);
  if (opened && opened > at) return { at: opened, spent: 0 };
  const [since] = await accountDays
    .aggregate<{ spent: number }>([
      { $match: { account, at: { $gte: at } } },
      { $group: { _id: null, spent: { $sum: '$spent' } } },
    ])
    .toArray();
  return { at, spent: Math.max(0, spent - (since?.spent ?? 0)) };
}

/** A sample a day, and of those older than the days that count only the latest. */
function sampled(samples: NonNullable<Watch['pace']>['samples'], spent: number, at: Date) {
  const last = samples.at(-1);
  const more = last && at.getTime() - last.at.getTime() < DAY_MS ? samples : [...samples, { at, spent }];
  const since = at.getTime() - PACE_DAYS * DAY_MS;
  const older = more.filter((sample) => sample.at.getTime() <= since);
  return [...older.slice(-1), ...more.filter((sample) => sample.at.getTime() > since)];
}

async function lookAtErrors(
  { usage, ...store }: Collections,
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
  const errors = crossed(before, calls >= FEWEST_CALLS && percent > before.percent);
  if (errors.crossings > before.crossings) {
    const data = { calls, failed, percent: Math.round(percent * 10) / 10, above_percent: before.percent };
    await tell(store, account, { event: errorsHigh, data, id: `errors_${errors.crossings}`, at: now });
  }
  return errors;
}
