import { Download } from '../../shared/contract/download.js';
import { errors } from '../../shared/contract/errors.js';
import { requirePermission } from '../members/index.js';
import {
  changePage,
  exportPageEvents,
  listPageEvents,
  listPages,
  pageStats,
  pageSubject,
  readHostedPage,
} from '../pages/index.js';
import { barChart, eachDay, readDone } from '../web/index.js';
import { applyEdit, createEditForm, editFields } from './hosted-page-form.js';
import { createMemberContext, requireJson } from './member-context.js';
import { handleForm, type PortalContext, type PortalRouter, type RefusedForm, showPage } from './pages.js';
import type { PortalServices } from './services.js';

const PATH = '/account/experiences';
const PER_PAGE = 50;
const CHART_DAYS = 30;
const DAY_MS = 86_400_000;

/** Events in which visitors leave something. */
const SUBMISSIONS = [
  { event: 'feedback_submitted', title: 'Messages' },
  { event: 'rating_submitted', title: 'Ratings' },
  { event: 'lead_submitted', title: 'Contacts' },
];

const DONE: Record<string, string> = {
  edited: 'Page saved.',
  active: 'Page resumed. Visitors see it again.',
  paused: 'Page paused. Visitors who scan its code see that it is paused.',
};

/** Message about an edit conflict, in place of that of the API, which is about versions. */
const CHANGED_MEANWHILE =
  'Someone else changed this page while you were editing it. Your changes are below and not saved yet. Check what changed, then save again to overwrite it.';

/** Pages of the account's hosted pages behind QR codes, by the routes of the account API. */
export function experiencePages(router: PortalRouter, services: PortalServices): void {
  const readId = (ctx: PortalContext): number => {
    if (!/^\d{1,15}$/.test(ctx.params.id ?? '')) throw errors.experienceUnknown();
    return Number(ctx.params.id);
  };

  router.get('/experiences', async (ctx) => {
    const after = typeof ctx.query.after === 'string' ? { after: ctx.query.after.slice(0, 20) } : {};
    const page = requireJson(
      await listPages.run({ limit: PER_PAGE, include_scans: true, ...after }, createMemberContext(services, ctx)),
    );
    showPage(ctx, 'experiences', { title: 'QR pages', ...page });
  });

  const showOne = async (ctx: PortalContext, refused?: RefusedForm) => {
    const context = createMemberContext(services, ctx);
    const id = readId(ctx);
    const [experience, stats, ...left] = await Promise.all([
      Promise.resolve(readHostedPage.run({ id }, context)).then(requireJson),
      Promise.resolve(pageStats.run({ id, timezone: 'UTC' }, context)).then(requireJson),
      ...SUBMISSIONS.map(async ({ event, title }) => {
        const { events } = requireJson(await listPageEvents.run({ id, event, limit: PER_PAGE }, context));
        return { title, events };
      }),
    ]);
    const title = experience.label ?? (experience.title || experience.code);
    const chart = createScansChart(stats.scans.per_day, services.clock.now());
    const form = createEditForm(experience, refused?.fields);
    const { type, problem: message, problems = {} } = refused ?? {};
    const problem = type === errors.experienceChanged.type ? CHANGED_MEANWHILE : message;
    const done = readDone(DONE, ctx.query);
    showPage(ctx, 'experience', { title, experience, stats, left, chart, form, problem, problems, done });
  };

  router.get('/experiences/:id', (ctx) => showOne(ctx));

  router.get('/experiences/:id/events.csv', async (ctx) => {
    requirePermission(ctx.state.role, 'pages');
    const file = await exportPageEvents.run({ id: readId(ctx) }, createMemberContext(services, ctx));
    if (!(file instanceof Download)) throw errors.experienceUnknown();
    ctx.attachment(file.filename);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = file.content;
  });

  handleForm(router, '/experiences/:id/edit', {
    permission: 'pages',
    mutates: { action: 'page.change', subject: pageSubject, id: (ctx) => String(readId(ctx)) },
    fields: editFields,
    async run(ctx, fields) {
      const id = readId(ctx);
      await applyEdit(services, ctx, id, fields);
      return `${PATH}/${id}?done=edited`;
    },
    refuse: showOne,
  });

  handleForm(router, '/experiences/:id/state', {
    permission: 'pages',
    mutates: { action: 'page.change', subject: pageSubject, id: (ctx) => String(readId(ctx)) },
    fields: ['state'],
    async run(ctx, fields) {
      const id = readId(ctx);
      const state = fields.state === 'paused' ? ('paused' as const) : ('active' as const);
      await changePage.run({ id, if_match: '*', state }, createMemberContext(services, ctx));
      return `${PATH}/${id}?done=${state}`;
    },
  });
}

function createScansChart(perDay: readonly { date: string; count: number }[], now: Date) {
  const [from, to] = [CHART_DAYS - 1, 0].map((days) =>
    new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10),
  );
  const days = { from: from ?? '', to: to ?? '', rows: perDay.map(({ date, count }) => ({ group: date, count })) };
  return barChart(
    { title: 'Scans in the last 30 days', unit: 'per day', counted: 'scans', markedAs: '', by: 'day (UTC)' },
    eachDay(days).map(({ label, row }) => ({ label, value: row?.count ?? 0, marked: 0 })),
  );
}
