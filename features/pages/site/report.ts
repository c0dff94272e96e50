import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { LONGEST_REPORT } from '../../../shared/contract/bounds.js';
import { object, oneOf, optional, text } from '../../../shared/contract/fields.js';
import { reportReasons } from '../../../shared/contract/hosted-pages/owner-fields.js';
import { readFields } from '../../../shared/contract/input.js';
import { refuseOtherFields } from '../../web/index.js';
import { createMessage, experienceReported, isSubscribed } from '../../webhooks/index.js';
import { findPageByName, type HostedPage } from '../collections.js';
import { keepReport } from '../reports.js';
import { hashClientAddress } from '../visits.js';
import { readPageForm, refuseCrossSite } from './events.js';
import { renderNotice, renderReportForm } from './render.js';
import type { SiteServices } from './routes.js';
import { preferredLanguage, sendNotice, sendPage } from './send-page.js';
import { findHiddenReason } from './shown.js';

const form = object({
  reason: oneOf(reportReasons),
  details: optional(text({ maxLength: LONGEST_REPORT })),
  website: optional(text({ maxLength: LONGEST_REPORT, description: 'A trap: people do not see it' })),
});

type Report = ReturnType<typeof readReport>;

const readReport = (body: unknown) => readFields(form, body, 422);

async function readSent(ctx: Context): Promise<unknown> {
  const sent = await readPageForm(ctx);
  refuseOtherFields(sent, Object.keys(form.properties));
  return sent;
}

/** Where visitors report a page: a form, and what takes it. */
export function mountReports(router: Router, services: SiteServices, limited: Middleware, few: Middleware): void {
  const { experiences, store } = services;
  router.get('/e/:code/report', limited, async (ctx) => {
    const hostedPage = await findPageByName(experiences, String(ctx.params.code));
    const hidden = hostedPage ? await findHiddenReason(store, hostedPage) : 'missing';
    if (!hostedPage || hidden) return sendNotice(ctx, hidden ?? 'missing');
    ctx.set('Cache-Control', 'no-store');
    sendPage(ctx, renderReportForm(hostedPage, { language: preferredLanguage(ctx) }));
  });
  router.post('/e/:code/report', few, async (ctx) => {
    refuseCrossSite(ctx.get('Sec-Fetch-Site'));
    const report = readReport(await readSent(ctx));
    const hostedPage = await findPageByName(experiences, String(ctx.params.code));
    const hidden = hostedPage ? await findHiddenReason(store, hostedPage) : 'missing';
    if (!hostedPage || hidden) return sendNotice(ctx, hidden ?? 'missing');
    // What only machines fill in is thanked for like everything else, and dropped.
    if (!report.website) await handleReport(services, hostedPage, ctx.ip, report);
    ctx.set('Cache-Control', 'no-store');
    sendPage(ctx, renderNotice('reported', { language: preferredLanguage(ctx) }));
  });
}

/** Stores a report for operators, and publishes that there is one, without its author and words. */
async function handleReport(
  { experiences: store, store: documents, clock, publish }: SiteServices,
  hostedPage: HostedPage,
  ip: string,
  { reason, details }: Report,
): Promise<void> {
  const at = clock.now();
  const reporter = (await hashClientAddress(store, ip)) ?? 'unknown';
  const reports = await keepReport(store, hostedPage, reporter, { at, reason, details });
  const { _id: id, account, code, type, title } = hostedPage;
  if (reports === undefined || !(await isSubscribed(documents, account, experienceReported.name))) return;
  const data = { experience: { id, code, type, title }, reason, reports };
  await publish([
    createMessage(experienceReported, data, { account, at, id: `report_${id}_${reports}_${at.getTime()}` }),
  ]);
}
