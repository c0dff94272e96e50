import bodyParser from '@koa/bodyparser';
import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { errors } from '../../shared/contract/errors.js';
import type { BlockType, PropsOf } from '../../shared/experience/blocks.js';
import type { Experience, ExperienceCollections } from '../../shared/experience/collections.js';
import { allBlocks } from '../../shared/experience/document.js';
import { findByCode } from '../../shared/experience/find.js';
import { recordEvent, recordScan, type Visitor } from '../../shared/experience/visits.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import type { Limiter } from '../calls/limiter.js';
import { perAddress } from '../pages/per-address.js';
import { assets, pageAssets } from './assets.js';
import { calendarFile } from './calendar.js';
import { contactFile } from './contact.js';
import { readReported, refuseOtherSites } from './public-events.js';
import { renderMissing, renderPage } from './render.js';
import { languages } from './words/words.js';

export interface PublicServices {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limiter: Limiter;
  readonly experiences: ExperienceCollections;
}

/** Requests a second that one address may make for pages and their files, and to report events. */
const [PAGES_PER_SECOND, EVENTS_PER_SECOND] = [20, 5];

/** The public addresses behind QR codes: pages, the files made from them, and what visitors do there. */
export function experiencePages(router: Router, services: PublicServices): void {
  pageAssets(router);
  const limited = perAddress(services.limiter, 'page', PAGES_PER_SECOND);
  router.get('/e/:code', limited, showPage(services));
  router.get('/e/:code/event.ics', limited, sendFile(services, 'event', asCalendar));
  router.get('/e/:code/contact.vcf', limited, sendFile(services, 'vcardPlus', asContact));
  router.get('/e/:code/photo.jpg', limited, sendFile(services, 'vcardPlus', asPhoto));
  router.post(
    '/e/:code/events',
    perAddress(services.limiter, 'event', EVENTS_PER_SECOND),
    bodyParser({ enableTypes: ['json', 'form'], jsonLimit: '16kb', formLimit: '16kb', onError: unreadable }),
    takeEvent(services),
  );
}

function unreadable(): never {
  throw errors.unreadableBody();
}

const codeOf = (ctx: Context): string => String(ctx.params.code);

function showPage(services: PublicServices): Middleware {
  return async (ctx) => {
    const experience = await findByCode(services.experiences, codeOf(ctx));
    ctx.set('Cache-Control', 'no-store');
    const language = ctx.acceptsLanguages([...languages]) || undefined;
    if (!experience) {
      ctx.status = 404;
      return sendPage(ctx, renderMissing({ assets, language }));
    }
    const done = typeof ctx.query.done === 'string' ? ctx.query.done : undefined;
    if (ctx.method === 'GET' && !done) await logScan(services, experience, ctx);
    if (!experience.page) return ctx.redirect(experience.target ?? '/');
    const circumstances = { now: services.clock.now(), assets, language, done };
    sendPage(ctx, renderPage({ ...experience, page: experience.page }, circumstances));
  };
}

function sendPage(ctx: Context, { html, contentSecurityPolicy }: ReturnType<typeof renderMissing>): void {
  ctx.set('Content-Security-Policy', contentSecurityPolicy);
  ctx.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  ctx.type = 'html';
  ctx.body = html;
}

/** A page is shown also when its scan cannot be kept. */
async function logScan({ experiences, config, clock, log }: PublicServices, experience: Experience, ctx: Context) {
  try {
    await recordScan(experiences, experience, visitorOf(ctx, config), clock.now());
  } catch (err) {
    log.warn({ err, experience: experience._id }, 'a scan was not kept');
  }
}

const visitorOf = (ctx: Context, { COUNTRY_HEADER: country }: Config): Visitor => ({
  ip: ctx.ip,
  userAgent: ctx.get('User-Agent'),
  referrer: ctx.get('Referer'),
  country: country ? ctx.get(country) : undefined,
});

interface FileMade {
  readonly name: string;
  readonly mime: string;
  readonly bytes: string | Buffer;
  /** Whether it is shown in a page instead of being saved. */
  readonly inline?: boolean;
}

type MakeFile<T extends BlockType> = (
  props: PropsOf<T>,
  experience: Experience,
  number: number,
) => FileMade | undefined;

const asCalendar: MakeFile<'event'> = (props, { code, created }, number) => ({
  name: 'event.ics',
  mime: 'text/calendar; charset=utf-8',
  bytes: calendarFile(props, `${code}-${number}@utility-api`, created),
});

const asContact: MakeFile<'vcardPlus'> = (props) => ({
  name: 'contact.vcf',
  mime: 'text/vcard; charset=utf-8',
  bytes: contactFile(props),
});

const asPhoto: MakeFile<'vcardPlus'> = ({ photo_base64: photo }) =>
  photo ? { name: 'photo.jpg', mime: 'image/jpeg', bytes: Buffer.from(photo, 'base64'), inline: true } : undefined;

/** Sends a file made from the n-th block of a type. */
function sendFile<T extends BlockType>(services: PublicServices, type: T, make: MakeFile<T>): Middleware {
  return async (ctx) => {
    const experience = await findByCode(services.experiences, codeOf(ctx));
    const number = Number(ctx.query.n ?? 1);
    const blocks = allBlocks(experience?.page?.blocks ?? []).filter((block) => block.type === type);
    const block = blocks[number - 1];
    // The compiler cannot tell that a block of this type has this type's props.
    const file = experience && block && make(block.props as PropsOf<T>, experience, number);
    if (!file) throw errors.pathUnknown();
    ctx.type = file.mime;
    ctx.attachment(file.name, { type: file.inline ? 'inline' : 'attachment' });
    ctx.type = file.mime;
    ctx.set('Cache-Control', 'private, max-age=300');
    ctx.body = file.bytes;
  };
}

/** Logs what a page reports; a form that was sent without script leads back to its page. */
function takeEvent({ experiences, config, clock }: PublicServices): Middleware {
  return async (ctx) => {
    refuseOtherSites(ctx.get('Sec-Fetch-Site'));
    const { event, value, block } = readReported(ctx.request.body);
    const experience = await findByCode(experiences, codeOf(ctx));
    if (!experience) throw errors.experienceUnknown();
    const done = { event, value, meta: block ? { block } : null };
    await recordEvent(experiences, experience, visitorOf(ctx, config), clock.now(), done);
    if (block && ctx.accepts('json', 'html') === 'html') {
      ctx.status = 303;
      return ctx.redirect(`/e/${experience.code}?done=${block}#${block}`);
    }
    ctx.body = { ok: true };
  };
}
