import { toCredits } from '../../shared/contract/amounts.js';
import { MOST_CREDITS, microOf } from '../../shared/contract/credits-input.js';
import { integer, nullable, number, object, optional, text } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { LowBalance } from '../../shared/ledger/documents.js';
import type { Clock } from '../../shared/process/clock.js';
import { accountRoute, type Caller } from '../web/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import type { AlertCollections, Watch } from './collections.js';
import { setThreshold } from './low-balance.js';

type Store = Pick<AlertCollections, 'alerts' | 'watches'> &
  Pick<LedgerCollections, 'wallets'> &
  Pick<WebhookCollections, 'messages'>;

interface Dependencies {
  readonly clock: Clock;
  readonly store: Store;
}

const MOST_DAYS = 365;

/** What an account is warned of, as it reads it. */
export const thresholdFields = {
  credits_low_below: nullable(number({ description: 'The balance below which `credits.low` is sent' })),
  credits_low_days: nullable(
    integer({ description: 'For how many days the balance must do, or `credits.running_out` is sent' }),
  ),
  errors_above_percent: nullable(
    number({ description: 'The share of the calls of an hour above which `errors.high` is sent' }),
  ),
};

export const thresholdsOf = (low: LowBalance | undefined, watch: Watch | null) => ({
  credits_low_below: low?.below ? toCredits(low.below) : null,
  credits_low_days: watch?.pace?.days || null,
  errors_above_percent: watch?.errors?.percent || null,
});

export const changeAccount = accountRoute(
  route({
    name: 'changeAccount',
    title: 'Change the account',
    method: 'PATCH',
    path: '/v1/account',
    scope: 'webhooks',
    summary: 'Say what the account is to be warned of: a balance that is low or does not last, and calls that fail',
    request: object({
      credits_low_below: optional(
        number({
          minimum: 0,
          maximum: MOST_CREDITS,
          description: 'The balance below which `credits.low` is sent, in credits; 0 for never',
        }),
      ),
      credits_low_days: optional(
        integer({
          minimum: 0,
          maximum: MOST_DAYS,
          description:
            'For how many days the balance must do at the pace of the last week, or `credits.running_out` is sent; 0 for never',
        }),
      ),
      errors_above_percent: optional(
        number({
          minimum: 0,
          maximum: 100,
          description:
            'The share of the calls of the last hour, of 20 at least, above which `errors.high` is sent; 0 for never',
        }),
      ),
    }),
    response: object({ account: text(), ...thresholdFields }),
    example: { request: { credits_low_below: 50, credits_low_days: 7, errors_above_percent: 10 } },
  }),
  async ({ credits_low_below: below, ...watched }, { store, clock, key: { account: id } }: Dependencies & Caller) => {
    const now = clock.now();
    if (below !== undefined) await setThreshold(store, id, microOf(below, 'credits_low_below'), now);
    await setWatched(store, id, watched, now);
    const wallet = await store.wallets.findOne({ _id: id }, { projection: { low: 1 } });
    return { account: id, ...thresholdsOf(wallet?.low, await store.watches.findOne({ _id: id })) };
  },
);

/** Sets what is watched; what is not given, or is as it was, stays. It is looked at soon, and told of also if it is so already. */
async function setWatched(
  { watches }: Pick<AlertCollections, 'watches'>,
  account: string,
  given: { credits_low_days?: number; errors_above_percent?: number },
  now: Date,
): Promise<void> {
  const { credits_low_days: days, errors_above_percent: percent } = given;
  if (days === undefined && percent === undefined) return;
  const anew = (part: 'pace' | 'errors', limit: 'days' | 'percent', value: number, more: object = {}) => {
    const crossings = { $add: [{ $ifNull: [`$${part}.crossings`, 0] }, 1] };
    const changed = { is: { $literal: false }, crossings, [limit]: { $literal: value }, ...more };
    return { $cond: [{ $eq: [`$${part}.${limit}`, value] }, `$${part}`, changed] };
  };
  const samples = { $ifNull: ['$pace.samples', []] };
  const isWatched = { $gt: [{ $add: [{ $ifNull: ['$pace.days', 0] }, { $ifNull: ['$errors.percent', 0] }] }, 0] };
  await watches.updateOne(
    { _id: account },
    [
      {
        $set: {
          ...(days === undefined ? {} : { pace: anew('pace', 'days', days, { samples }) }),
          ...(percent === undefined ? {} : { errors: anew('errors', 'percent', percent) }),
        },
      },
      { $set: { next: { $cond: [isWatched, now, '$$REMOVE'] } } },
    ],
    { upsert: true },
  );
}
