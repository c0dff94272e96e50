import { readFields } from '../../shared/contract/input.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import { type AlertCollections, changeAccount, thresholdsOf } from '../alerts/index.js';
import type { PaymentCollections, Payments } from '../billing/index.js';
import type { KeyCollections } from '../keys/index.js';
import { type MemberCollections, requireAccount } from '../members/index.js';
import type { ExperienceCollections } from '../pages/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import { contextOf } from './member-key.js';
import { type Fields, type PortalRouter, type Refused, type ShowRefused, takeForm } from './pages.js';

type Store = AlertCollections &
  CursorCollections &
  ExperienceCollections &
  KeyCollections &
  Pick<LedgerCollections, 'payments' | 'reversals' | 'usage' | 'usageHourly' | 'wallets'> &
  Pick<MemberCollections, 'accounts' | 'members'> &
  Pick<PaymentCollections, 'orders' | 'payers'> &
  ReservationCollections &
  Pick<WebhookCollections, 'messages' | 'webhooks'>;

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly disks: Disks;
  readonly log: Logger;
  readonly payments: Payments | undefined;
  readonly quota: Quota;
  readonly sender: JobClient;
  readonly store: Store;
}

/** What the account is warned of, and whether it is mailed, as the fields of a form. */
export async function alertValues({ store }: Dependencies, account: string) {
  const wallet = await store.wallets.findOne({ _id: account }, { projection: { low: 1 } });
  const thresholds = thresholdsOf(wallet?.low, await store.watches.findOne({ _id: account }));
  const { no_alert_mail } = await requireAccount(store, account);
  return { ...thresholds, alert_mail: !no_alert_mail };
}

/** Takes the form that says what the account is warned of: an empty field is for never. */
export function takeAlertSettings(
  router: PortalRouter,
  services: Dependencies,
  done: string,
  refuse: ShowRefused,
): void {
  takeForm(router, '/settings/alerts', {
    fields: ['credits_low_below', 'credits_low_days', 'errors_above_percent', 'alert_mail'],
    async run(ctx, { credits_low_below, credits_low_days, errors_above_percent, alert_mail }) {
      const { account } = ctx.state.member;
      const sent = { credits_low_below, credits_low_days, errors_above_percent };
      const wanted = readFields(changeAccount.contract.request, zeroWhereEmpty(sent), 422);
      // What stays as it is is not set anew: that would tell again of what is known.
      const { alert_mail: _, ...before } = await alertValues(services, account);
      const isNew = ([name, value]: [string, unknown]) =>
        value !== (Object.entries(before).find(([of]) => of === name)?.[1] ?? 0);
      const changed = Object.fromEntries(Object.entries(wanted).filter(isNew));
      await changeAccount.run(changed, contextOf(services, ctx));
      const mail =
        alert_mail === undefined
          ? { $set: { no_alert_mail: true as const } }
          : { $unset: { no_alert_mail: true as const } };
      await services.store.accounts.updateOne({ _id: account }, mail);
      return done;
    },
    /** The box that was not ticked is not among the fields. */
    refuse: (ctx, refused: Refused) => refuse(ctx, { ...refused, fields: { alert_mail: false, ...refused.fields } }),
  });
}

const zeroWhereEmpty = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, String(value ?? '').trim() === '' ? 0 : value]),
  );
