import { Readable } from 'node:stream';
import { UAParser } from 'ua-parser-js';
import { errors } from '../../shared/contract/errors.js';
import { object, text } from '../../shared/contract/fields.js';
import { readFields } from '../../shared/contract/input.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import { checkVatNumber, runInternalJob } from '../../shared/queue/internal-jobs.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import type { AlertCollections } from '../alerts/index.js';
import type { PaymentCollections, Payments } from '../billing/index.js';
import type { KeyCollections } from '../keys/index.js';
import type { MemberCollections, Sessions } from '../members/index.js';
import type { PageCollections } from '../pages/index.js';
import type { RateLimiter } from '../web/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import { alertValues, takeAlertSettings } from './alert-settings.js';
import { exportAccount } from './export-account.js';
import { contextOf } from './member-key.js';
import { addOwnerForms, membersView } from './owner-forms.js';
import { type Fields, type PortalContext, type PortalRouter, type Refused, show, takeForm } from './pages.js';
import { LOGIN } from './session.js';

type Store = AlertCollections &
  CursorCollections &
  PageCollections &
  KeyCollections &
  Pick<LedgerCollections, 'payments' | 'reversals' | 'usage' | 'usageHourly' | 'wallets'> &
  Pick<MemberCollections, 'accounts' | 'invitations' | 'members'> &
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
  readonly rateLimiter: RateLimiter;
  readonly sender: JobClient;
  readonly store: Store;
}

const PATH = '/account/settings';
/** How often an account may ask for all that is kept of it: it takes the store's time. */
const EXPORTS_PER_SECOND = 1;

const DONE: Record<string, string> = {
  changed: 'The settings have been saved.',
  alerts: 'What you are warned of has been saved.',
  ended: 'The session has been ended.',
  'all-ended': 'All other sessions have been ended.',
  scheduled: 'The deletion is scheduled. All members are notified by email.',
  cancelled: 'The deletion is cancelled. All members are notified by email.',
  withdrawn: 'The invitation is withdrawn.',
};

/** What the form of the account may hold. */
const details = object({
  name: text({ minLength: 1, maxLength: 200 }),
  address: text({ minLength: 0, maxLength: 1_000 }),
  vat_number: text({ minLength: 0, maxLength: 30 }),
});

/** Pages and forms of the settings: name and billing details, members, alerts, sessions, export, deletion. */
export function settingsPages(router: PortalRouter, services: Dependencies, sessions: Sessions): void {
  const { store } = services;

  const showSettings = async (ctx: PortalContext, refused?: Refused) => {
    const { member, session } = ctx.state;
    const { name, billing = {} } = ctx.state.account;
    const alerts = await alertValues(services, member.account);
    const kept = { name, address: billing.address ?? '', vat_number: billing.vat_number ?? '', email: '', ...alerts };
    show(ctx, 'settings', {
      title: 'Settings',
      member,
      ...(await membersView(services, ctx)),
      values: refused ? { ...kept, ...refused.fields } : kept,
      problem: refused?.problem,
      problems: refused?.problems ?? {},
      sessions: (await sessions.list(member._id)).map((one) => ({ ...one, device: deviceOf(one.agent) })),
      here: session.handle,
      done: DONE[String(ctx.query.done)],
    });
  };

  router.get('/settings', (ctx) => showSettings(ctx));

  takeForm(router, '/settings', {
    fields: ['name', 'address', 'vat_number'],
    async run(ctx, fields) {
      const { member, requestId } = ctx.state;
      const { account } = member;
      const { name, address, vat_number } = readFields(details, trimmed(fields), 422);
      const number = vat_number.toUpperCase().replace(/[\s.-]/g, '');
      if (number !== '') {
        const origin = { account, requestId };
        const { country } = await runInternalJob(services.sender, checkVatNumber, { number }, origin);
        if (country === null) throw errors.vatNumberInvalid();
      }
      const billing = { ...(address && { address }), ...(number && { vat_number: number }) };
      await store.accounts.updateOne({ _id: account }, { $set: { name, billing } });
      return `${PATH}?done=changed`;
    },
    refuse: showSettings,
  });

  takeAlertSettings(router, services, `${PATH}?done=alerts#alerts`, showSettings);

  takeForm(router, '/settings/sessions/end', {
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
    const { account } = ctx.state.member;
    const { allowed } = await services.rateLimiter.count(`portal-export:${account}`, EXPORTS_PER_SECOND, 1);
    if (!allowed) throw errors.tooManyRequests();
    ctx.attachment(`${account}.json`);
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = Readable.from(exportAccount(contextOf(services, ctx)), { objectMode: false });
  });

  addOwnerForms(router, services, showSettings);
}

/** `Firefox on Windows`, as far as the browser says it. */
function deviceOf(agent: string): string {
  const { browser, os } = new UAParser(agent).getResult();
  return [browser.name ?? 'A browser', os.name && `on ${os.name}`].filter(Boolean).join(' ');
}

const trimmed = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );
