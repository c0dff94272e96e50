import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { LARGEST_PAGE_EVENT } from '../../../shared/contract/bounds.js';
import { errors, invalidInput } from '../../../shared/contract/errors.js';
import { integer, object, oneOf, optional, text } from '../../../shared/contract/fields.js';
import { readFields } from '../../../shared/contract/input.js';
import { readAnyForm, readBody, refuseUnknownFields } from '../../web/index.js';
import {
  createMessage,
  experienceEnded,
  experienceFeedback,
  experienceLead,
  isSubscribed,
  type Message,
} from '../../webhooks/index.js';
import { findPageByName, type HostedPage } from '../collections.js';
import { recordEvent, recordScan, type Visitor } from '../visits.js';
import { findObstacle, throwObstacle } from './access.js';
import { type Lead, readLead } from './lead-form.js';
import type { SiteServices } from './services.js';

/** Mounts the endpoint to which pages send events and forms. */
export function mountEvents(router: Router, services: SiteServices, limited: Middleware): void {
  const { store, clock } = services;
  router.post('/e/:code/events', limited, async (ctx) => {
    refuseCrossSite(ctx.get('Sec-Fetch-Site'));
    const sent = await readPageForm(ctx);
    const { event, value, block } = readPageEvent(sent);
    if (event !== 'lead_submitted') refuseUnknownFields(sent, Object.keys(schema.properties));
    const hostedPage = await findPageByName(store, String(ctx.params.code));
    if (!hostedPage) throw errors.experienceUnknown();
    const obstacle = await findObstacle(services, ctx, hostedPage);
    if (obstacle) throwObstacle(obstacle, errors.experienceUnknown());
    const lead = event === 'lead_submitted' ? readLead(hostedPage.page, block, sent) : {};
    // A bot that filled in the trap gets the same response.
    if (!lead) return respond(ctx, hostedPage.code, block);
    const fields = event === 'lead_submitted' ? { fields: lead } : {};
    const details = { event, value, meta: block ? { block, ...fields } : null };
    // Published first: the message contains everything, and is sent even if the event cannot be stored.
    await publishEvent(services, hostedPage, { event, value, block }, lead);
    await recordEvent(store, hostedPage, readVisitor(ctx, services), clock.now(), details);
    respond(ctx, hostedPage.code, block);
  });
}

/** Reads a form of a hosted page, which may be sent as JSON. */
export const readPageForm = (ctx: Pick<Context, 'req' | 'request'>): Promise<object> =>
  ctx.request.is('json') ? readBody(ctx, { limit: LARGEST_PAGE_EVENT }) : readAnyForm(ctx, LARGEST_PAGE_EVENT);

/** Confirms a form. One that was sent without script is redirected to its page. */
function respond(ctx: Context, code: string, block: string | undefined): void {
  if (block && ctx.accepts('json', 'html') === 'html') {
    ctx.status = 303;
    ctx.redirect(`/e/${code}?done=${block}#${block}`);
    return;
  }
  ctx.body = { ok: true };
}

/** Events that are feedback. */
const FEEDBACK: ReadonlyMap<string, 'rating' | 'feedback'> = new Map([
  ['rating_submitted', 'rating'],
  ['feedback_submitted', 'feedback'],
]);

/** Publishes a form that a visitor has sent, if the account subscribes to its event. */
async function publishEvent(
  { store, clock, publish }: SiteServices,
  { _id: id, account, code, type, title }: HostedPage,
  { event, value, block }: ReportedEvent,
  fields: Lead,
): Promise<void> {
  const about = { experience: { id, code, type, title }, block: block ?? null };
  const to = { account, at: clock.now() };
  const kind = FEEDBACK.get(event);
  const publishIfSubscribed = async (message: Message) => {
    if (await isSubscribed(store, account, message.type)) await publish([message]);
  };
  if (event === 'lead_submitted') {
    await publishIfSubscribed(createMessage(experienceLead, { ...about, fields }, to));
  } else if (kind && value !== null) {
    await publishIfSubscribed(createMessage(experienceFeedback, { ...about, kind, value }, to));
  }
}

/** Publishes that a page has ended as its last scan was counted, if the account subscribes to it. A failure is logged only. */
export async function publishEnd(
  { store, clock, publish, log }: SiteServices,
  { _id: id, account, code, type, title, max_scans = 0 }: HostedPage,
): Promise<void> {
  try {
    if (!(await isSubscribed(store, account, experienceEnded.name))) return;
    const data = { experience: { id, code, type, title }, max_scans };
    await publish([createMessage(experienceEnded, data, { account, at: clock.now() })]);
  } catch (err) {
    log.warn({ err, experience: id }, 'publishing the end of a page failed');
  }
}

/** Records that a page was opened. A failure is logged only, so that the page is shown regardless. */
export async function tryRecordScan(
  services: SiteServices,
  hostedPage: HostedPage,
  ctx: Request,
  target: string | undefined,
): Promise<void> {
  try {
    await recordScan(services.store, hostedPage, readVisitor(ctx, services), services.clock.now(), { target });
  } catch (err) {
    services.log.warn({ err, experience: hostedPage._id }, 'recording a scan failed');
  }
}

type Request = Pick<Context, 'ip' | 'get'>;

export const readVisitor = (ctx: Request, { config: { COUNTRY_HEADER: country } }: SiteServices): Visitor => ({
  ip: ctx.ip,
  userAgent: ctx.get('User-Agent'),
  referrer: ctx.get('Referer'),
  country: country ? ctx.get(country) : undefined,
  languages: ctx.get('Accept-Language'),
});

/** Events that the buttons and forms of hosted pages send. */
const EVENTS = [
  'cta_click',
  'link_click',
  'social_click',
  'app_click',
  'phone_click',
  'email_click',
  'video_click',
  'video_played',
  'audio_played',
  'picture_opened',
  'download',
  'coupon_copied',
  'calendar_saved',
  'contact_saved',
  'rating_submitted',
  'feedback_submitted',
  'lead_submitted',
  'password_copied',
  'map_opened',
] as const;

const schema = object({
  event: oneOf(EVENTS),
  value: optional(text({ maxLength: 2_000 })),
  block: optional(text({ pattern: '^b[0-9-]{1,20}$', shape: 'the id of a block' })),
});

const stars = integer({ minimum: 1, maximum: 10 });

interface ReportedEvent {
  readonly event: (typeof EVENTS)[number];
  readonly value: string | number | null;
  /** The block whose form was sent. */
  readonly block: string | undefined;
}

/** @throws ApiError 422 for an event that no hosted page sends */
function readPageEvent(body: unknown): ReportedEvent {
  const { event, value, block } = readFields(schema, body ?? {}, 422, 'event');
  if (event === 'rating_submitted') return { event, value: readFields(stars, value, 422, 'value'), block };
  if (event === 'feedback_submitted' && !value) throw invalidInput(422, 'value is required', 'value');
  return { event, value: value ?? null, block };
}

/** Refuses requests from pages of other sites, if the browser says so. */
export function refuseCrossSite(fetchSite: string): void {
  if (fetchSite !== '' && fetchSite !== 'same-origin') throw errors.eventFromElsewhere();
}
