import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { LONGEST_REPORT } from '../../../shared/contract/bounds.js';
import { object, oneOf, optional, text } from '../../../shared/contract/fields.js';
import { reportReasons } from '../../../shared/contract/hosted-pages/owner-fields.js';
import { readFields } from '../../../shared/contract/input.js';
import { refuseUnknownFields } from '../../web/index.js';
import { createMessage, experienceReported, isSubscribed } from '../../webhooks/index.js';
import { type Experience, findByName } from '../collections.js';
import { keepReport } from '../reports.js';
import { hashOfAddress } from '../visits.js';
import { readPageForm, refuseOtherSites } from './events.js';
import { renderNotice, renderReportForm } from './render.js';
import type { PublicServices } from './routes.js';
import { languageOf, sendNotice, sendPage } from './send-page.js';
import { findHidden } from './shown.js';

const form = object({
  reason: oneOf(reportReasons),
  details: optional(text({ maxLength: LONGEST_REPORT })),
  website: optional(text({ maxLength: LONGEST_REPORT, description: 'A trap: people do not see it' })),
});

type Report = ReturnType<typeof readReport>;

const readReport = (body: unknown) => readFields(form, body, 422);

async function readSent(ctx: Context): Promise<unknown> {
  const sent = await readPageForm(ctx);
  refuseUnknownFields(sent, Object.keys(form.properties));
  return sent;
}

/** Where visitors report a page: a form, and what takes it. */
export function pageReports(router: Router, services: PublicServices, limited: Middleware, few: Middleware): void {
  const { experiences, store } = services;
  router.get('/e/:code/report', limited, async (ctx) => {
    const experience = await findByName(experiences, String(ctx.params.code));
    const hidden = experience ? await findHidden(store, experience) : 'missing';
    if (!experience || hidden) return sendNotice(ctx, hidden ?? 'missing');
    ctx.set('Cache-Control', 'no-store');
    sendPage(ctx, renderReportForm(experience, { language: languageOf(ctx) }));
  });
  router.post('/e/:code/report', few, async (ctx) => {
    refuseOtherSites(ctx.get('Sec-Fetch-Site'));
    const report = readReport(await readSent(ctx));
    const experience = await findByName(experiences, String(ctx.params.code));
    const hidden = experience ? await findHidden(store, experience) : 'missing';
    if (!experience || hidden) return sendNotice(ctx, hidden ?? 'missing');
    // What only machines fill in is thanked for like everything else, and dropped.
    if (!report.website) await take(services, experience, ctx.ip, report);
    ctx.set('Cache-Control', 'no-store');
    sendPage(ctx, renderNotice('reported', { language: languageOf(ctx) }));
  });
}

/** Stores a report for operators, and publishes that there is one, without its author and words. */
async function take(
  { experiences: store, store: documents, clock, publish }: PublicServices,
  experience: Experience,
  ip: string,
  { reason, details }: Report,
): Promise<void> {
  const at = clock.now();
  const reporter = (await hashOfAddress(store, ip)) ?? 'unknown';
  const reports = await keepReport(store, experience, reporter, { at, reason, details });
  const { _id: id, account, code, type, title } = experience;
  if (reports === undefined || !(await isSubscribed(documents, account, experienceReported.name))) return;
  const data = { experience: { id, code, type, title }, reason, reports };
  await publish([
    createMessage(experienceReported, data, { account, at, id: `report_${id}_${reports}_${at.getTime()}` }),
  ]);
}
