import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { LARGEST_PAGE_EVENT } from '../../../shared/contract/bounds.js';
import { errors, invalidInput } from '../../../shared/contract/errors.js';
import { integer, object, oneOf, optional, text } from '../../../shared/contract/fields.js';
import { readFields } from '../../../shared/contract/input.js';
import type { Config } from '../../../shared/process/config.js';
import { readAnyForm, readBody, refuseOtherFields } from '../../web/index.js';
import { createMessage, experienceFeedback, experienceLead, isSubscribed, type Message } from '../../webhooks/index.js';
import type { HostedPage } from '../collections.js';
import { recordEvent, recordScan, type Visitor } from '../visits.js';
import { type Lead, readLead } from './leads.js';
import type { SiteServices } from './routes.js';
import { findVisiblePage } from './shown.js';

/** What pages report goes here; a form that was sent without script leads back to its page. */
export function mountEvents(router: Router, services: SiteServices, limited: Middleware): void {
  const { experiences, store, config, clock } = services;
  router.post('/e/:code/events', limited, async (ctx) => {
    refuseCrossSite(ctx.get('Sec-Fetch-Site'));
    const sent = await readPageForm(ctx);
    const { event, value, block } = readPageEvent(sent);
    if (event !== 'lead_submitted') refuseOtherFields(sent, Object.keys(schema.properties));
    const hostedPage = await findVisiblePage(store, String(ctx.params.code));
    if (!hostedPage) throw errors.experienceUnknown();
    const lead = event === 'lead_submitted' ? readLead(hostedPage.page, block, sent) : {};
    // A program that fills in everything is told that it has succeeded.
    if (!lead) return respond(ctx, hostedPage.code, block);
    const fields = event === 'lead_submitted' ? { fields: lead } : {};
    const done = { event, value, meta: block ? { block, ...fields } : null };
    // Published first, as the message holds all of it: a visit that cannot be stored is reported all the same.
    await publishEvent(services, hostedPage, { event, value, block }, lead);
    await recordEvent(experiences, hostedPage, readVisitor(ctx, config), clock.now(), done);
    respond(ctx, hostedPage.code, block);
  });
}

/** Reads a form of a hosted page; its fields may come as JSON too. */
export const readPageForm = (ctx: Pick<Context, 'req' | 'request'>): Promise<object> =>
  ctx.request.is('json') ? readBody(ctx, { limit: LARGEST_PAGE_EVENT }) : readAnyForm(ctx, LARGEST_PAGE_EVENT);

/** A form that was sent without script leads back to its page. */
function respond(ctx: Context, code: string, block: string | undefined): void {
  if (block && ctx.accepts('json', 'html') === 'html') {
    ctx.status = 303;
    ctx.redirect(`/e/${code}?done=${block}#${block}`);
    return;
  }
  ctx.body = { ok: true };
}

/** Events of pages that are feedback. */
const FEEDBACK: ReadonlyMap<string, 'rating' | 'feedback'> = new Map([
  ['rating_submitted', 'rating'],
  ['feedback_submitted', 'feedback'],
]);

/** Publishes what a visitor has sent, if the account subscribes to it. */
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

/** Logs that a page was opened. It is shown also when that cannot be kept. */
export async function tryRecordScan(
  { experiences, config, clock, log }: SiteServices,
  hostedPage: HostedPage,
  ctx: Request,
): Promise<void> {
  try {
    await recordScan(experiences, hostedPage, readVisitor(ctx, config), clock.now());
  } catch (err) {
    log.warn({ err, experience: hostedPage._id }, 'a scan was not kept');
  }
}

type Request = Pick<Context, 'ip' | 'get'>;

const readVisitor = (ctx: Request, { COUNTRY_HEADER: country }: Pick<Config, 'COUNTRY_HEADER'>): Visitor => ({
  ip: ctx.ip,
  userAgent: ctx.get('User-Agent'),
  referrer: ctx.get('Referer'),
  country: country ? ctx.get(country) : undefined,
  languages: ctx.get('Accept-Language'),
});

/** What the buttons and forms of hosted pages report. */
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

/** What a page reported. */
interface ReportedEvent {
  readonly event: (typeof EVENTS)[number];
  readonly value: string | number | null;
  /** The block whose form was sent. */
  readonly block: string | undefined;
}

/** @throws ApiError 422 for anything that no hosted page would report */
function readPageEvent(body: unknown): ReportedEvent {
  const { event, value, block } = readFields(schema, body ?? {}, 422, 'event');
  if (event === 'rating_submitted') return { event, value: readFields(stars, value, 422, 'value'), block };
  if (event === 'feedback_submitted' && !value) throw invalidInput(422, 'value is required', 'value');
  return { event, value: value ?? null, block };
}

/** Refuses what no page of this service sent, as far as the browser tells. */
export function refuseCrossSite(fetchSite: string): void {
  if (fetchSite !== '' && fetchSite !== 'same-origin') throw errors.eventFromElsewhere();
}
