import { readFields } from '../../shared/contract/input.js';
import { changeAccount, thresholdsOf } from '../alerts/index.js';
import { requireAccount } from '../members/index.js';
import { createMemberContext } from './member-context.js';
import { type Fields, handleForm, type PortalRouter, type RefusedForm, type ShowRefused } from './pages.js';
import type { PortalServices } from './services.js';

/** What the account is warned of, and whether it is mailed, as the fields of a form. */
export async function readAlertValues({ store }: PortalServices, account: string) {
  const wallet = await store.wallets.findOne({ _id: account }, { projection: { low: 1 } });
  const thresholds = thresholdsOf(wallet?.low, await store.watches.findOne({ _id: account }));
  const { no_alert_mail } = await requireAccount(store, account);
  return { ...thresholds, alert_mail: !no_alert_mail };
}

/** Takes the form that says what the account is warned of: an empty field is for never. */
export function addAlertForm(router: PortalRouter, services: PortalServices, done: string, refuse: ShowRefused): void {
  handleForm(router, '/settings/alerts', {
    fields: ['credits_low_below', 'credits_low_days', 'errors_above_percent', 'alert_mail'],
    async run(ctx, { credits_low_below, credits_low_days, errors_above_percent, alert_mail }) {
      const { account } = ctx.state.member;
      const sent = { credits_low_below, credits_low_days, errors_above_percent };
      const wanted = readFields(changeAccount.contract.request, zeroWhereEmpty(sent), 422);
      // What stays as it is is not set anew: that would tell again of what is known.
      const { alert_mail: _, ...before } = await readAlertValues(services, account);
      const isNew = ([name, value]: [string, unknown]) =>
        value !== (Object.entries(before).find(([of]) => of === name)?.[1] ?? 0);
      const changed = Object.fromEntries(Object.entries(wanted).filter(isNew));
      await changeAccount.run(changed, createMemberContext(services, ctx));
      const mail =
        alert_mail === undefined
          ? { $set: { no_alert_mail: true as const } }
          : { $unset: { no_alert_mail: true as const } };
      await services.store.accounts.updateOne({ _id: account }, mail);
      return done;
    },
    /** The box that was not ticked is not among the fields. */
    refuse: (ctx, refused: RefusedForm) =>
      refuse(ctx, { ...refused, fields: { alert_mail: false, ...refused.fields } }),
  });
}

const zeroWhereEmpty = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, String(value ?? '').trim() === '' ? 0 : value]),
  );
