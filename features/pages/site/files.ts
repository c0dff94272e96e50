import { extname } from 'node:path';
import type Router from '@koa/router';
import type { Disk } from 'flydrive';
import ical, { ICalCalendarMethod } from 'ical-generator';
import type { Context, Middleware } from 'koa';
import { DateTime } from 'luxon';
import { VCard } from 'vcard-creator';
import { errors, throwStorageUnavailable } from '../../../shared/contract/errors.js';
import { type BlockType, isDay, type PropsOf } from '../../../shared/contract/hosted-pages/blocks.js';
import { flattenBlocks } from '../../../shared/contract/hosted-pages/document.js';
import { type Disks, reducePath } from '../../../shared/storage/disks.js';
import { YEAR_SECONDS } from '../../web/index.js';
import { findPageByName, type HostedPage, isPageCode } from '../collections.js';
import { LOGO_NUMBER, photoPath, previewMime, previewPath } from '../photos.js';
import { type AccessFields, findObstacle, throwObstacle } from './access.js';
import { sendPasswordForm } from './send-page.js';
import type { SiteServices } from './services.js';
import { isAccountClosed, VISIBILITY_FIELDS } from './visibility.js';

type FileServices = Pick<SiteServices, 'clock' | 'disks' | 'store'>;

/** Mounts the files of pages: events as calendar files, contacts as vCards, and pictures. */
export function mountBlockFiles(router: Router, services: FileServices, limited: Middleware): void {
  router.get('/e/:code/event.ics', limited, sendFile(services, 'event', createCalendar));
  router.get('/e/:code/contact.vcf', limited, sendFile(services, 'vcardPlus', createContact(services.disks)));
  router.get('/e/:code/photo.jpg', limited, sendPhoto(services));
  router.get('/e/:code/logo.png', limited, sendLogo(services));
  for (const type of ['png', 'jpg']) router.get(`/e/:code/preview.${type}`, limited, sendPreview(services));
}

/**
 * Returns a page if the visitor may have its files. Otherwise, a page with a password sends its form.
 *
 * @throws ApiError 404 without a page, 410 for one that has ended, 404 for one that is hidden otherwise
 */
async function admit<Page extends AccessFields>(
  services: FileServices,
  ctx: Context,
  page: Page | null | undefined,
): Promise<Page | undefined> {
  if (!page) throw errors.pathUnknown();
  const obstacle = await findObstacle(services, ctx, page);
  if (!obstacle) return page;
  if (obstacle !== 'protected') throwObstacle(obstacle);
  await sendPasswordForm(ctx, { code: page.code, page: null }, 403);
  return undefined;
}

/** Returns the caching of a file of a page: the browser asks again if the page may end, and for each file of a page with a password. */
const cacheFor = ({ password, valid_until, max_scans }: AccessFields, otherwise: string): string =>
  password || valid_until || max_scans !== undefined ? 'private, no-cache' : otherwise;

interface BlockFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: string | Buffer;
}

type MakeFile<T extends BlockType> = (
  props: PropsOf<T>,
  hostedPage: HostedPage,
  number: number,
) => BlockFile | Promise<BlockFile>;

/** Sends a file created from the n-th block of a type. */
function sendFile<T extends BlockType>(services: FileServices, type: T, make: MakeFile<T>): Middleware {
  return async (ctx) => {
    const hostedPage = await admit(services, ctx, await findPageByName(services.store, String(ctx.params.code)));
    if (!hostedPage) return;
    const number = Number(ctx.query.n ?? 1);
    const blocks = flattenBlocks(hostedPage.page?.blocks ?? []).filter((block) => block.type === type);
    const block = blocks[number - 1];
    // The compiler cannot tell that a block of this type has this type's props.
    const file = block && (await make(block.props as PropsOf<T>, hostedPage, number));
    if (!file) throw errors.pathUnknown();
    ctx.attachment(file.name);
    ctx.type = file.mime;
    ctx.set('Cache-Control', cacheFor(hostedPage, 'private, max-age=300'));
    ctx.body = file.bytes;
  };
}

/** Creates a calendar file (RFC 5545). Times are in UTC, which every calendar shows in its owner's zone. */
const createCalendar: MakeFile<'event'> = (event, { code, created }, number) => {
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId: { company: 'utility-api', product: 'pages' } });
  calendar.createEvent({
    // Stable, so that saving an event twice creates one entry.
    id: `${code}-${number}@utility-api`,
    stamp: created,
    ...eventTimes(event),
    allDay: isDay(event.start),
    summary: event.title,
    location: event.location ?? null,
    description: event.description ?? null,
    // The library escapes commas and semicolons as in text, which is wrong in a URL.
    url: event.url?.replaceAll(',', '%2C').replaceAll(';', '%3B') ?? null,
  });
  return { name: 'event.ics', mime: 'text/calendar; charset=utf-8', bytes: calendar.toString() };
};

/** In a calendar file a whole-day event ends on the day after its last; an end is optional (RFC 5545, 3.6.1). */
function eventTimes({ start, end }: PropsOf<'event'>): { start: Date; end?: Date } {
  const from = DateTime.fromISO(start, { zone: 'UTC' }).toJSDate();
  if (!end) return { start: from };
  const to = DateTime.fromISO(end, { zone: 'UTC' });
  return { start: from, end: (isDay(start) ? to.plus({ days: 1 }) : to).toJSDate() };
}

/** Creates a vCard (version 3.0, RFC 2426), which every phone reads. */
const createContact =
  (disks: Disks): MakeFile<'vcardPlus'> =>
  async (contact, hostedPage, number) => {
    const card = new VCard();
    card.addName({ givenName: contact.first_name ?? '', familyName: contact.last_name ?? '' });
    if (!contact.first_name && !contact.last_name) card.addFullName(contact.org ?? '');
    if (contact.org) card.addCompany({ name: contact.org });
    if (contact.job_title) card.addJobtitle(contact.job_title);
    for (const number of contact.phones) card.addPhoneNumber({ number, type: ['voice'] });
    for (const address of contact.emails) card.addEmail({ address, type: ['internet'] });
    if (contact.url) card.addUrl({ url: contact.url });
    if (contact.address) card.addAddress({ street: contact.address });
    if (contact.note) card.addNote(contact.note);
    if (contact.photo) card.addPhoto({ image: await readPhoto(disks, hostedPage, number), mime: 'JPEG' });
    return { name: 'contact.vcf', mime: 'text/vcard; charset=utf-8', bytes: card.toString() };
  };

async function readPhoto(disks: Disks, hostedPage: HostedPage, number: number): Promise<string> {
  const disk = await disks.private;
  const bytes = await disk.getBytes(photoPath(hostedPage, number)).catch(throwStorageUnavailable);
  return Buffer.from(bytes).toString('base64');
}

/** Fields that decide which picture is shown, if any; without the document of the page. */
const PICTURE_PROJECTION = {
  ...Object.fromEntries(VISIBILITY_FIELDS.map((field) => [field, 1])),
  code: 1,
  password: 1,
  photos: 1,
  preview: 1,
} as const;

/** Sends the photo of the n-th contact of a page. */
const sendPhoto =
  (services: FileServices): Middleware =>
  (ctx) => {
    const number = Number(ctx.query.n ?? 1);
    if (!Number.isSafeInteger(number) || number < 1) throw errors.pathUnknown();
    return sendPicture(ctx, services, number, 'image/jpeg');
  };

const sendLogo =
  (services: FileServices): Middleware =>
  (ctx) =>
    sendPicture(ctx, services, LOGO_NUMBER, 'image/png');

async function sendPicture(ctx: Context, services: FileServices, number: number, type: string): Promise<void> {
  const found = await findPictures(services, ctx);
  if (!found) return;
  await sendStored(ctx, services.disks.private, photoPath(found, number), type);
  ctx.set('Cache-Control', cacheFor(found, 'public, max-age=300'));
}

/** Sends the link preview of a page. Under a URL that names it, it can be cached for good. */
const sendPreview =
  (services: FileServices): Middleware =>
  async (ctx) => {
    const found = await findPictures(services, ctx);
    if (!found) return;
    const { code, preview } = found;
    if (!preview) throw errors.pathUnknown();
    await sendStored(ctx, services.disks.private, previewPath(code, preview), previewMime(preview));
    const isNamed = ctx.query.v === preview.name;
    const cache = isNamed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=300';
    ctx.set('Cache-Control', cacheFor(found, cache));
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  };

/** Finds a page without its document. @throws ApiError see admit */
async function findPictures(services: FileServices, ctx: Context) {
  const code = String(ctx.params.code);
  const found = isPageCode(code)
    ? await services.store.experiences.findOne({ code }, { projection: PICTURE_PROJECTION })
    : undefined;
  return admit(services, ctx, found);
}

/** Types of saved files, by extension; no others are served. */
const SAVED_TYPES = new Map([
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.pdf', 'application/pdf'],
  ['.zip', 'application/zip'],
]);

/** Mounts `GET /files/{disk}/{path}`: saved images and archives. */
export function mountSavedFiles(router: Router, { store, disks }: FileServices, limited: Middleware): void {
  router.get('/files/:disk/*path', limited, async (ctx) => {
    const { disk: name = '', path = '' } = ctx.params;
    const type = SAVED_TYPES.get(extname(path));
    const disk = disks.get(name);
    if (!disk || !type || reducePath(path) !== path) throw errors.pathUnknown();
    const file = await store.files.findOne({ _id: `${name}:${path}` }, { projection: { account: 1 } });
    if (file && (await isAccountClosed(store, file.account))) throw errors.pathUnknown();
    await sendStored(ctx, disk, path, type);
    ctx.set('Cache-Control', 'public, max-age=60');
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox");
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  });
}

/** Streams a file from a disk, or responds with 304 if the browser has it. */
export async function sendStored(ctx: Context, opening: Promise<Disk>, path: string, type: string): Promise<void> {
  const found = await openFile(opening, path).catch(throwStorageUnavailable);
  if (!found) throw errors.pathUnknown();
  ctx.type = type;
  ctx.length = found.contentLength;
  ctx.etag = found.etag;
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = await found.stream().catch(throwStorageUnavailable);
}

async function openFile(opening: Promise<Disk>, path: string) {
  const disk = await opening;
  if (!(await disk.exists(path))) return undefined;
  return { ...(await disk.getMetaData(path)), stream: () => disk.getStream(path) };
}
