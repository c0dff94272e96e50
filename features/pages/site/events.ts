import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { LARGEST_PAGE_EVENT } from '../../../shared/contract/bounds.js';
import { errors, invalidInput } from '../../../shared/contract/errors.js';
import { integer, object, oneOf, optional, text } from '../../../shared/contract/fields.js';
import { readFields } from '../../../shared/contract/input.js';
import type { Config } from '../../../shared/process/config.js';
import { readAnyForm, readBody, refuseUnknownFields } from '../../web/index.js';
import { createMessage, experienceFeedback, experienceLead, isSubscribed, type Message } from '../../webhooks/index.js';
import type { Experience } from '../collections.js';
import { recordEvent, recordScan, type Visitor } from '../visits.js';
import { type Lead, readLead } from './leads.js';
import type { PublicServices } from './routes.js';
import { findShown } from './shown.js';

/** What pages report goes here; a form that was sent without script leads back to its page. */
export function pageEvents(router: Router, services: PublicServices, limited: Middleware): void {
  const { experiences, store, config, clock } = services;
  router.post('/e/:code/events', limited, async (ctx) => {
    refuseOtherSites(ctx.get('Sec-Fetch-Site'));
    const sent = await readPageForm(ctx);
    const { event, value, block } = readReported(sent);
    if (event !== 'lead_submitted') refuseUnknownFields(sent, Object.keys(schema.properties));
    const experience = await findShown(store, String(ctx.params.code));
    if (!experience) throw errors.experienceUnknown();
    const lead = event === 'lead_submitted' ? readLead(experience.page, block, sent) : {};
    // A program that fills in everything is told that it has succeeded.
    if (!lead) return answerForm(ctx, experience.code, block);
    const fields = event === 'lead_submitted' ? { fields: lead } : {};
    const done = { event, value, meta: block ? { block, ...fields } : null };
    // Published first, as the message holds all of it: a visit that cannot be stored is reported all the same.
    await publishEvent(services, experience, { event, value, block }, lead);
    await recordEvent(experiences, experience, visitorOf(ctx, config), clock.now(), done);
    answerForm(ctx, experience.code, block);
  });
}

/** Reads a form of a hosted page; its fields may come as JSON too. */
export const readPageForm = (ctx: Pick<Context, 'req' | 'request'>): Promise<object> =>
  ctx.request.is('json') ? readBody(ctx, { limit: LARGEST_PAGE_EVENT }) : readAnyForm(ctx, LARGEST_PAGE_EVENT);

/** A form that was sent without script leads back to its page. */
function answerForm(ctx: Context, code: string, block: string | undefined): void {
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
  { store, clock, publish }: PublicServices,
  { _id: id, account, code, type, title }: Experience,
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
export async function logScan(
  { experiences, config, clock, log }: PublicServices,
  experience: Experience,
  ctx: Request,
): Promise<void> {
  try {
    await recordScan(experiences, experience, visitorOf(ctx, config), clock.now());
  } catch (err) {
    log.warn({ err, experience: experience._id }, 'a scan was not kept');
  }
}

type Request = Pick<Context, 'ip' | 'get'>;

const visitorOf = (ctx: Request, { COUNTRY_HEADER: country }: Pick<Config, 'COUNTRY_HEADER'>): Visitor => ({
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
function readReported(body: unknown): ReportedEvent {
  const { event, value, block } = readFields(schema, body ?? {}, 422, 'event');
  if (event === 'rating_submitted') return { event, value: readFields(stars, value, 422, 'value'), block };
  if (event === 'feedback_submitted' && !value) throw invalidInput(422, 'value is required', 'value');
  return { event, value: value ?? null, block };
}

/** Refuses what no page of this service sent, as far as the browser tells. */
export function refuseOtherSites(fetchSite: string): void {
  if (fetchSite !== '' && fetchSite !== 'same-origin') throw errors.eventFromElsewhere();
}
