import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { LONGEST_REPORT, MOST_REPORTS } from '../../../shared/contract/bounds.js';
import { object, oneOf, optional, text } from '../../../shared/contract/fields.js';
import { reportReasons } from '../../../shared/contract/hosted-pages/page-fields.js';
import { readFields } from '../../../shared/contract/input.js';
import { insertNew } from '../../../shared/store/insert-new.js';
import { refuseUnknownFields } from '../../web/index.js';
import { createMessage, experienceReported, isSubscribed } from '../../webhooks/index.js';
import { findPageByName, type HostedPage, type PageReport } from '../collections.js';
import { hashClientAddress } from '../visits.js';
import { findObstacle, type Obstacle } from './access.js';
import { readPageForm, refuseCrossSite } from './events.js';
import { renderNotice, renderReportForm } from './render.js';
import { findPreferredLanguage, sendObstacle, sendPage } from './send-page.js';
import type { SiteServices } from './services.js';

const form = object({
  reason: oneOf(reportReasons),
  details: optional(text({ maxLength: LONGEST_REPORT })),
  website: optional(text({ maxLength: LONGEST_REPORT, description: 'A trap: people do not see it' })),
});

/** Obstacles that keep nobody from reporting a page: whoever has seen it may not see it again. Its title is not shown then. */
const reportable: ReadonlySet<Obstacle> = new Set(['protected', 'ended', 'notYetOpen']);

/** Mounts the form by which visitors report a page. */
export function mountReports(router: Router, services: SiteServices, limited: Middleware, few: Middleware): void {
  const { store } = services;
  router.get('/e/:code/report', limited, async (ctx) => {
    const page = await findPageByName(store, String(ctx.params.code));
    if (!page) return sendObstacle(ctx, 'missing');
    const obstacle = await findObstacle(services, ctx, page);
    if (obstacle && !reportable.has(obstacle)) return sendObstacle(ctx, obstacle, page);
    const shown = obstacle ? { code: page.code, title: `/e/${page.code}` } : page;
    await sendPage(ctx, renderReportForm(shown, { language: findPreferredLanguage(ctx) }));
  });
  router.post('/e/:code/report', few, async (ctx) => {
    refuseCrossSite(ctx.get('Sec-Fetch-Site'));
    const { website, ...report } = readFields(form, await readSent(ctx), 422);
    const page = await findPageByName(store, String(ctx.params.code));
    if (!page) return sendObstacle(ctx, 'missing');
    const obstacle = await findObstacle(services, ctx, page);
    if (obstacle && !reportable.has(obstacle)) return sendObstacle(ctx, obstacle, page);
    // A bot that fills in the trap gets the same response; its report is dropped.
    if (!website) await handleReport(services, page, ctx.ip, report);
    await sendPage(ctx, renderNotice('reported', { language: findPreferredLanguage(ctx) }));
  });
}

async function readSent(ctx: Context): Promise<unknown> {
  const sent = await readPageForm(ctx);
  refuseUnknownFields(sent, Object.keys(form.properties));
  return sent;
}

/** Stores a report for operators, and notifies the owner, without the reporter and the details. */
async function handleReport(
  services: SiteServices,
  page: HostedPage,
  ip: string,
  report: Pick<PageReport, 'reason' | 'details'>,
): Promise<void> {
  const { store, clock, publish } = services;
  const at = clock.now();
  const reports = await storeReport(services, page, ip, { ...report, at });
  const { _id: id, account, code, type, title } = page;
  if (reports === undefined || !(await isSubscribed(store, account, experienceReported.name))) return;
  const data = { experience: { id, code, type, title }, reason: report.reason, reports };
  await publish([
    createMessage(experienceReported, data, { account, at, id: `report_${id}_${reports}_${at.getTime()}` }),
  ]);
}

/**
 * Stores a report, unless the visitor has already reported the page or it has the maximum number of reports.
 *
 * @returns the number of reports now; undefined if the report was not stored
 */
async function storeReport(
  { store }: SiteServices,
  { _id: pageId, reports = 0 }: HostedPage,
  ip: string,
  report: Pick<PageReport, 'at' | 'reason' | 'details'>,
): Promise<number | undefined> {
  const reporter = (await hashClientAddress(store, ip)) ?? 'unknown';
  if (reports >= MOST_REPORTS) return undefined;
  const _id = `${pageId}.${reporter}`;
  const [earlier] = await insertNew(store.experienceReports, [{ _id, experience: pageId, ...report }]);
  if (earlier) return undefined;
  const after = await store.experiences.findOneAndUpdate(
    { _id: pageId, deleted: { $exists: false } },
    { $inc: { reports: 1 }, $set: { reported: report.at } },
    { returnDocument: 'after', projection: { reports: 1 } },
  );
  return after?.reports;
}
