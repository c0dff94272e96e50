import { readFields } from '../../shared/contract/input.js';
import { alertsSubject, changeAccount, toThresholds } from '../alerts/index.js';
import { requireAccount } from '../members/index.js';
import { createMemberContext } from './member-context.js';
import { type Fields, handleForm, type PortalRouter, type RefusedForm, type ShowRefused } from './pages.js';
import type { PortalServices } from './services.js';

/** Reads the alert settings of an account, as the values of a form. */
export async function readAlertValues({ store }: Pick<PortalServices, 'store'>, account: string) {
  const wallet = await store.wallets.findOne({ _id: account }, { projection: { low: 1 } });
  const thresholds = toThresholds(wallet?.low, await store.watches.findOne({ _id: account }));
  const { no_alert_mail } = await requireAccount(store, account);
  return { ...thresholds, alert_mail: !no_alert_mail };
}

/** Adds the form of the alert settings. An empty threshold switches its alert off. */
export function addAlertForm(router: PortalRouter, services: PortalServices, done: string, refuse: ShowRefused): void {
  handleForm(router, '/settings/alerts', {
    permission: 'settings',
    mutates: { action: 'alerts.change', subject: alertsSubject, id: ({ state }) => state.member.account },
    fields: ['credits_low_below', 'credits_low_days', 'errors_above_percent', 'alert_mail'],
    async run(ctx, { credits_low_below, credits_low_days, errors_above_percent, alert_mail }) {
      const { account } = ctx.state.member;
      const sent = { credits_low_below, credits_low_days, errors_above_percent };
      const requested = readFields(changeAccount.contract.request, replaceEmptyByZero(sent), 422);
      // Thresholds that stay the same are not set again, since that would repeat their alerts.
      const { alert_mail: _, ...before } = await readAlertValues(services, account);
      const isNew = ([name, value]: [string, unknown]) =>
        value !== (Object.entries(before).find(([key]) => key === name)?.[1] ?? 0);
      const changed = Object.fromEntries(Object.entries(requested).filter(isNew));
      await changeAccount.run(changed, createMemberContext(services, ctx));
      const mail =
        alert_mail === undefined
          ? { $set: { no_alert_mail: true as const } }
          : { $unset: { no_alert_mail: true as const } };
      await services.store.accounts.updateOne({ _id: account }, mail);
      return done;
    },
    // An unticked box is not sent.
    refuse: (ctx, refused: RefusedForm) =>
      refuse(ctx, { ...refused, fields: { alert_mail: false, ...refused.fields } }),
  });
}

const replaceEmptyByZero = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, String(value ?? '').trim() === '' ? 0 : value]),
  );
