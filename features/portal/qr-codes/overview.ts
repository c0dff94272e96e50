import { utcDay } from '../../../shared/process/clock.js';
import { changePage, pageSubject } from '../../pages/index.js';
import { createDraft, listDrafts } from '../../studio/index.js';
import { readDone } from '../../web/index.js';
import { createMemberContext, requireJson } from '../member-context.js';
import { handleForm, type PortalRouter } from '../pages.js';
import type { PortalServices } from '../services.js';
import { findQrCode, PATH, readId, showTab } from './qr-code.js';
import { createDailyCharts, describeChanges, readStats } from './statistics.js';

const DAY_MS = 86_400_000;
const CHART_DAYS = 30;
/** Widths in which the code is offered, in pixels. */
const WIDTHS = [300, 500, 1000, 2000];

const DONE: Record<string, string> = {
  active: 'QR code resumed. Visitors see its page again.',
  paused: 'QR code paused. Visitors who scan it see that it is paused.',
};

/** Fields of a new draft that a page replaces. */
const NEW_DRAFT = { kind: 'page', type: 'page' } as const;

const openDraft = ({ id }: { id: string }): string => `/account/studio/${id}`;

/** Adds the overview of a published QR code, with its actions. */
export function mountOverviewPage(router: PortalRouter, services: PortalServices): void {
  router.get('/experiences/:id', async (ctx) => {
    const code = await findQrCode(services, ctx);
    const now = services.clock.now();
    const range = { from: utcDay(new Date(now.getTime() - (CHART_DAYS - 1) * DAY_MS)), to: utcDay(now) };
    const [stats, ever] = await Promise.all([readStats(code, range), readStats(code)]);
    const [chart] = createDailyCharts(stats, range);
    showTab(ctx, code, '', {
      ...{ stats, ever, chart, changes: describeChanges(stats) },
      widths: WIDTHS,
      // Operators who view the account download nothing.
      isView: ctx.state.view !== undefined,
      done: readDone(DONE, ctx.query),
    });
  });

  handleForm(router, '/experiences/:id/edit', {
    permission: 'pages',
    mutates: 'nothing',
    fields: [],
    async run(ctx) {
      const id = readId(ctx);
      const context = createMemberContext(services, ctx);
      const { drafts } = requireJson(await listDrafts.run({}, context));
      const begun = drafts.find(({ experience_id }) => experience_id === id);
      return openDraft(begun ?? requireJson(await createDraft.run({ ...NEW_DRAFT, experience_id: id }, context)));
    },
  });

  handleForm(router, '/experiences/:id/duplicate', {
    permission: 'pages',
    mutates: 'nothing',
    fields: [],
    async run(ctx) {
      const request = { ...NEW_DRAFT, copy_of: readId(ctx) };
      return openDraft(requireJson(await createDraft.run(request, createMemberContext(services, ctx))));
    },
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
