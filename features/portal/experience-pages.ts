import { Download } from '../../shared/contract/download.js';
import { errors } from '../../shared/contract/errors.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import type { AlertCollections } from '../alerts/index.js';
import type { PaymentCollections, Payments } from '../billing/index.js';
import type { KeyCollections } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import {
  changePage,
  exportPageEvents,
  listPageEvents,
  listPages,
  type PageCollections,
  pageStats,
  readHostedPage,
} from '../pages/index.js';
import { barChart, eachDay, type RateLimiter } from '../web/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import { editFields, editForm, takeEdit } from './edit-experience.js';
import { contextOf, noFile } from './member-key.js';
import { type PortalContext, type PortalRouter, type Refused, show, takeForm } from './pages.js';

type Store = AlertCollections &
  CursorCollections &
  PageCollections &
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
  readonly rateLimiter: RateLimiter;
  readonly sender: JobClient;
  readonly store: Store;
}

const PATH = '/account/experiences';
const PER_PAGE = 50;
const CHART_DAYS = 30;
const DAY_MS = 86_400_000;

/** What visitors leave, by the names of its events. */
const LEFT = [
  { event: 'feedback_submitted', title: 'Texts' },
  { event: 'rating_submitted', title: 'Ratings' },
  { event: 'lead_submitted', title: 'Contacts' },
];

const DONE: Record<string, string> = {
  edited: 'It is changed.',
  active: 'It is shown again.',
  paused: 'It is paused: whoever scans its code is told so.',
};

/** To people; programs are told of versions. */
const CHANGED_MEANWHILE =
  'Somebody else has changed it meanwhile. What you typed is still here, and nothing of it is saved: look what has changed, and save again to write over it.';

/** The hosted pages behind the account's QR codes, by the same answers that programs get. */
export function experiencePages(router: PortalRouter, services: Dependencies): void {
  const idOf = (ctx: PortalContext): number => {
    if (!/^\d{1,15}$/.test(ctx.params.id ?? '')) throw errors.experienceUnknown();
    return Number(ctx.params.id);
  };

  router.get('/experiences', async (ctx) => {
    const after = typeof ctx.query.after === 'string' ? { after: ctx.query.after.slice(0, 20) } : {};
    const page = noFile(await listPages.run({ limit: PER_PAGE, ...after }, contextOf(services, ctx)));
    show(ctx, 'experiences', { title: 'QR pages', ...page });
  });

  const showOne = async (ctx: PortalContext, refused?: Refused) => {
    const context = contextOf(services, ctx);
    const id = idOf(ctx);
    const [experience, stats, ...left] = await Promise.all([
      Promise.resolve(readHostedPage.run({ id }, context)).then(noFile),
      Promise.resolve(pageStats.run({ id }, context)).then(noFile),
      ...LEFT.map(async ({ event, title }) => {
        const { events } = noFile(await listPageEvents.run({ id, event, limit: PER_PAGE }, context));
        return { title, events };
      }),
    ]);
    const title = experience.label ?? (experience.title || experience.code);
    const chart = scansChart(stats.scans.per_day, services.clock.now());
    const form = editForm(experience, refused?.fields);
    const { type, problem: said, problems = {} } = refused ?? {};
    const problem = type === errors.experienceChanged.type ? CHANGED_MEANWHILE : said;
    const done = DONE[String(ctx.query.done)];
    show(ctx, 'experience', { title, experience, stats, left, chart, form, problem, problems, done });
  };

  router.get('/experiences/:id', (ctx) => showOne(ctx));

  router.get('/experiences/:id/events.csv', async (ctx) => {
    const file = await exportPageEvents.run({ id: idOf(ctx) }, contextOf(services, ctx));
    if (!(file instanceof Download)) throw errors.experienceUnknown();
    ctx.attachment(file.filename);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = file.content;
  });

  takeForm(router, '/experiences/:id/edit', {
    fields: editFields,
    async run(ctx, fields) {
      const id = idOf(ctx);
      await takeEdit(services, ctx, id, fields);
      return `${PATH}/${id}?done=edited`;
    },
    refuse: showOne,
  });

  takeForm(router, '/experiences/:id/state', {
    fields: ['state'],
    async run(ctx, fields) {
      const id = idOf(ctx);
      const state = fields.state === 'paused' ? ('paused' as const) : ('active' as const);
      await changePage.run({ id, if_match: '*', state }, contextOf(services, ctx));
      return `${PATH}/${id}?done=${state}`;
    },
  });
}

function scansChart(perDay: readonly { date: string; count: number }[], now: Date) {
  const [from, to] = [CHART_DAYS - 1, 0].map((days) =>
    new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10),
  );
  const days = { from: from ?? '', to: to ?? '', rows: perDay.map(({ date, count }) => ({ group: date, count })) };
  return barChart(
    { title: 'Scans in 30 days', unit: 'scans per day', counted: 'scans', markedAs: '', by: 'day (UTC)' },
    eachDay(days).map(({ label, row }) => ({ label, value: row?.count ?? 0, marked: 0 })),
  );
}
