import { Readable } from 'node:stream';
import { UAParser } from 'ua-parser-js';
import { DELETION_GRACE_DAYS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { object, text, withDefault } from '../../shared/contract/fields.js';
import { readFields } from '../../shared/contract/input.js';
import { settingsSubject } from '../accounts/index.js';
import { withVatCheck } from '../billing/index.js';
import { type Account, requirePermission, type Sessions } from '../members/index.js';
import { format, readDone } from '../web/index.js';
import { addAlertForm, readAlertValues } from './alert-settings.js';
import { countryOptions, readBilling } from './billing-details.js';
import { addDeletionForms } from './deletion-forms.js';
import { exportAccount } from './export-account.js';
import { createMemberContext } from './member-context.js';
import { type Fields, handleForm, type PortalContext, type PortalRouter, type RefusedForm, showPage } from './pages.js';
import type { PortalServices } from './services.js';
import { LOGIN } from './session.js';

const PATH = '/account/settings';
/** Maximum number of exports per second and account, since they load the store. */
const EXPORTS_PER_SECOND = 1;

const DONE: Record<string, string> = {
  changed: 'Settings saved.',
  alerts: 'Alerts saved.',
  ended: 'Session signed out.',
  'all-ended': 'All other sessions signed out.',
  scheduled: 'Deletion scheduled. We are notifying all members by email.',
  cancelled: 'Deletion cancelled. We are notifying all members by email.',
};

/** Schema of the form of name and billing details. */
const details = object({
  name: text({ minLength: 1, maxLength: 200 }),
  address: text({ minLength: 0, maxLength: 1_000 }),
  country: withDefault(text({ minLength: 0, maxLength: 2 }), ''),
  vat_number: text({ minLength: 0, maxLength: 30 }),
});

/** Pages and forms of the settings: name and billing details, alerts, sessions, export, deletion. */
export function mountSettingsPages(router: PortalRouter, services: PortalServices, sessions: Sessions): void {
  const { store } = services;

  const showSettings = async (ctx: PortalContext, refused?: RefusedForm) => {
    const { member, session } = ctx.state;
    const { name, billing = {} } = ctx.state.account;
    const alerts = await readAlertValues(services, member.account);
    const { address = '', country = '', vat_number = '' } = billing;
    const stored = { name, address, country, vat_number, confirm: '', ...alerts };
    showPage(ctx, 'settings', {
      title: 'Settings',
      countries: countryOptions,
      member,
      account: ctx.state.account,
      vatHint: describeVatCheck(billing.vat_check),
      graceDays: DELETION_GRACE_DAYS,
      values: refused ? { ...stored, ...refused.fields } : stored,
      problem: refused?.problem,
      problems: refused?.problems ?? {},
      sessions: (await sessions.list(member._id)).map((one) => ({ ...one, device: describeDevice(one.agent) })),
      here: session.handle,
      done: readDone(DONE, ctx.query),
    });
  };

  router.get('/settings', (ctx) => showSettings(ctx));

  handleForm(router, '/settings', {
    permission: 'billing',
    mutates: { action: 'account.change', subject: settingsSubject, id: ({ state }) => state.member.account },
    fields: ['name', 'address', 'country', 'vat_number'],
    async run(ctx, fields) {
      const { account } = ctx.state.member;
      const { name, ...given } = readFields(details, trimAll(fields), 422);
      if (name !== ctx.state.account.name) requirePermission(ctx.state.role, 'settings');
      const billing = await withVatCheck(services, ctx.state.account, readBilling(given));
      await store.accounts.updateOne({ _id: account }, { $set: { name, billing } });
      return `${PATH}?done=changed`;
    },
    refuse: showSettings,
  });

  addAlertForm(router, services, `${PATH}?done=alerts`, showSettings);

  handleForm(router, '/settings/sessions/end', {
    permission: 'self',
    mutates: 'nothing',
    fields: ['handle'],
    async run(ctx, { handle }) {
      const { member, session } = ctx.state;
      if (typeof handle !== 'string') {
        await sessions.endAll(member._id, session.handle);
        return `${PATH}?done=all-ended`;
      }
      await sessions.end(member._id, handle);
      return handle === session.handle ? LOGIN : `${PATH}?done=ended`;
    },
  });

  router.get('/settings/export.json', async (ctx) => {
    requirePermission(ctx.state.role, 'settings');
    const { account } = ctx.state.member;
    const { allowed } = await services.rateLimiter.count(`portal-export:${account}`, EXPORTS_PER_SECOND, 1);
    if (!allowed) throw errors.tooManyRequests();
    ctx.attachment(`${account}.json`);
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = Readable.from(exportAccount(createMemberContext(services, ctx)), { objectMode: false });
  });

  addDeletionForms(router, services, showSettings);
}

/** Describes a VAT number that is registered; others have a notice. */
function describeVatCheck(check: NonNullable<Account['billing']>['vat_check']): string {
  if (check?.status !== 'valid') return 'Starts with the country code, e.g. DE123456789.';
  const { at, name, consultation_number: number } = check;
  const holder = name === undefined ? '' : `: ${name}`;
  return `Checked at VIES on ${format.instant(at)} (UTC)${holder}${number === undefined ? '' : `. Consultation number ${number}`}`;
}

/** Describes a User-Agent: `Firefox on Windows`. */
function describeDevice(agent: string): string {
  const { browser, os } = new UAParser(agent).getResult();
  return [browser.name ?? 'A browser', os.name && `on ${os.name}`].filter(Boolean).join(' ');
}

const trimAll = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );
