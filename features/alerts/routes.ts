import { toCredits } from '../../shared/contract/amounts.js';
import { MOST_CREDITS, parseCredits } from '../../shared/contract/credits-input.js';
import { integer, nullable, number, object, optional, text } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import type { LowBalance } from '../../shared/ledger/documents.js';
import type { Clock } from '../../shared/process/clock.js';
import type { MemberCollections } from '../members/index.js';
import type { SubjectKind } from '../operators/index.js';
import { accountRoute, type Caller } from '../web/index.js';
import type { AlertCollections, Watch } from './collections.js';
import { setBalanceThreshold } from './low-balance.js';
import type { AlertStore } from './notify.js';

interface Dependencies {
  readonly clock: Clock;
  readonly store: AlertStore & Pick<AlertCollections, 'watches'>;
}

const MOST_DAYS = 365;

/** Alert thresholds of an account, as shown to it. */
export const thresholdFields = {
  credits_low_below: nullable(number({ description: 'Balance below which `credits.low` is sent, in credits' })),
  credits_low_days: nullable(
    integer({ description: 'Days that the balance must last; below, `credits.running_out` is sent' }),
  ),
  errors_above_percent: nullable(
    number({ description: 'Percentage of failed requests in an hour above which `errors.high` is sent' }),
  ),
};

export const toThresholds = (low: LowBalance | undefined, watch: Watch | null) => ({
  credits_low_below: low?.below ? toCredits(low.below) : null,
  credits_low_days: watch?.pace?.days || null,
  errors_above_percent: watch?.errors?.percent || null,
});

/** Alert thresholds of an account, and whether its members get emails about alerts. */
export const alertsSubject: SubjectKind = {
  type: 'alerts',
  async read(
    {
      wallets,
      watches,
      accounts,
    }: AlertStore & Pick<AlertCollections, 'watches'> & Pick<MemberCollections, 'accounts'>,
    id,
  ) {
    const wallet = await wallets.findOne({ _id: id }, { projection: { low: 1 } });
    const thresholds = toThresholds(wallet?.low, await watches.findOne({ _id: id }));
    const found = await accounts.findOne({ _id: id }, { projection: { no_alert_mail: 1 } });
    return { account: id, state: { ...thresholds, alert_mail: !found?.no_alert_mail } };
  },
};

export const changeAccount = accountRoute(
  route({
    name: 'changeAccount',
    title: 'Set the alerts of the account',
    method: 'PATCH',
    path: '/v1/account',
    scope: 'webhooks',
    summary: 'Sets the thresholds of alerts: a low balance, a balance that will not last, and failed requests',
    request: object({
      credits_low_below: optional(
        number({
          minimum: 0,
          maximum: MOST_CREDITS,
          description: 'Balance below which `credits.low` is sent, in credits; 0 for never',
        }),
      ),
      credits_low_days: optional(
        integer({
          minimum: 0,
          maximum: MOST_DAYS,
          description:
            'Days that the balance must last at the rate of the last week; below, `credits.running_out` is sent. 0 for never',
        }),
      ),
      errors_above_percent: optional(
        number({
          minimum: 0,
          maximum: 100,
          description:
            'Percentage of failed requests in the last hour, out of at least 20, above which `errors.high` is sent; 0 for never',
        }),
      ),
    }),
    response: object({ account: text(), ...thresholdFields }),
    example: { request: { credits_low_below: 50, credits_low_days: 7, errors_above_percent: 10 } },
  }),
  async ({ credits_low_below: below, ...checked }, { store, clock, key: { account: id } }: Dependencies & Caller) => {
    const now = clock.now();
    if (below !== undefined) await setBalanceThreshold(store, id, parseCredits(below, 'credits_low_below'), now);
    await setCheckedThresholds(store, id, checked, now);
    const wallet = await store.wallets.findOne({ _id: id }, { projection: { low: 1 } });
    return { account: id, ...toThresholds(wallet?.low, await store.watches.findOne({ _id: id })) };
  },
  { action: 'alerts.change', subject: alertsSubject, id: (_, account) => account },
);

/** Sets the thresholds that the scheduler checks, soon also those that are crossed already. Values that are absent or the same stay. */
async function setCheckedThresholds(
  { watches }: Pick<AlertCollections, 'watches'>,
  account: string,
  given: { credits_low_days?: number; errors_above_percent?: number },
  now: Date,
): Promise<void> {
  const { credits_low_days: days, errors_above_percent: percent } = given;
  if (days === undefined && percent === undefined) return;
  const reset = (part: 'pace' | 'errors', limit: 'days' | 'percent', value: number, more: object = {}) => {
    const crossings = { $add: [{ $ifNull: [`$${part}.crossings`, 0] }, 1] };
    const changed = { is: { $literal: false }, crossings, [limit]: { $literal: value }, ...more };
    return { $cond: [{ $eq: [`$${part}.${limit}`, value] }, `$${part}`, changed] };
  };
  const samples = { $ifNull: ['$pace.samples', []] };
  const hasThresholds = { $gt: [{ $add: [{ $ifNull: ['$pace.days', 0] }, { $ifNull: ['$errors.percent', 0] }] }, 0] };
  await watches.updateOne(
    { _id: account },
    [
      {
        $set: {
          ...(days === undefined ? {} : { pace: reset('pace', 'days', days, { samples }) }),
          ...(percent === undefined ? {} : { errors: reset('errors', 'percent', percent) }),
        },
      },
      { $set: { next: { $cond: [hasThresholds, now, '$$REMOVE'] } } },
    ],
    { upsert: true },
  );
}
