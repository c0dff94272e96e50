import { extname } from 'node:path';
import type Router from '@koa/router';
import ical, { ICalCalendarMethod } from 'ical-generator';
import type { Middleware } from 'koa';
import { DateTime } from 'luxon';
import { VCard } from 'vcard-creator';
import { errors } from '../../shared/contract/errors.js';
import { type BlockType, isDay, type PropsOf } from '../../shared/experience/blocks.js';
import { type Experience, type ExperienceCollections, findByCode } from '../../shared/experience/collections.js';
import { allBlocks } from '../../shared/experience/document.js';
import type { Disks } from '../../shared/storage/disks.js';
import { reducePath } from '../../shared/storage/disks.js';

/** The files that pages are made into: an event for the calendar, a contact for the address book, and its photo. */
export function blockFiles(router: Router, experiences: ExperienceCollections, limited: Middleware): void {
  router.get('/e/:code/event.ics', limited, sendFile(experiences, 'event', asCalendar));
  router.get('/e/:code/contact.vcf', limited, sendFile(experiences, 'vcardPlus', asContact));
  router.get('/e/:code/photo.jpg', limited, sendFile(experiences, 'vcardPlus', asPhoto));
}

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

/** Sends a file made from the n-th block of a type. */
function sendFile<T extends BlockType>(experiences: ExperienceCollections, type: T, make: MakeFile<T>): Middleware {
  return async (ctx) => {
    const experience = await findByCode(experiences, String(ctx.params.code));
    const number = Number(ctx.query.n ?? 1);
    const blocks = allBlocks(experience?.page?.blocks ?? []).filter((block) => block.type === type);
    const block = blocks[number - 1];
    // The compiler cannot tell that a block of this type has this type's props.
    const file = experience && block && make(block.props as PropsOf<T>, experience, number);
    if (!file) throw errors.pathUnknown();
    ctx.attachment(file.name, { type: file.inline ? 'inline' : 'attachment' });
    ctx.type = file.mime;
    ctx.set('Cache-Control', 'private, max-age=300');
    ctx.body = file.bytes;
  };
}

/** An event as a calendar file (RFC 5545). Times are in UTC, which every calendar shows in its owner's zone. */
const asCalendar: MakeFile<'event'> = (event, { code, created }, number) => {
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId: { company: 'utility-api', product: 'pages' } });
  calendar.createEvent({
    // The same for the same event, so that saving it twice keeps one.
    id: `${code}-${number}@utility-api`,
    stamp: created,
    ...times(event),
    allDay: isDay(event.start),
    summary: event.title,
    location: event.location ?? null,
    description: event.description ?? null,
    // The library escapes these as text, which an address is not: percent-encoded they stay what they are.
    url: event.url?.replaceAll(',', '%2C').replaceAll(';', '%3B') ?? null,
  });
  return { name: 'event.ics', mime: 'text/calendar; charset=utf-8', bytes: calendar.toString() };
};

/** In a calendar file a whole-day event ends on the day after its last. */
function times({ start, end = start }: PropsOf<'event'>): { start: Date; end: Date } {
  const [from, to] = [DateTime.fromISO(start, { zone: 'UTC' }), DateTime.fromISO(end, { zone: 'UTC' })];
  return { start: from.toJSDate(), end: (isDay(start) ? to.plus({ days: 1 }) : to).toJSDate() };
}

/** A contact as a vCard (version 3.0, RFC 2426), which every phone reads. */
const asContact: MakeFile<'vcardPlus'> = (contact) => {
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
  if (contact.photo_base64) card.addPhoto({ image: contact.photo_base64, mime: 'JPEG' });
  return { name: 'contact.vcf', mime: 'text/vcard; charset=utf-8', bytes: card.toString() };
};

const asPhoto: MakeFile<'vcardPlus'> = ({ photo_base64: photo }) =>
  photo ? { name: 'photo.jpg', mime: 'image/jpeg', bytes: Buffer.from(photo, 'base64'), inline: true } : undefined;

/** What is saved, by extension; nothing else is served. */
const SAVED_TYPES = new Map([
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
]);

/** `GET /files/{disk}/{path}`: the images that were saved. */
export function savedFiles(router: Router, disks: Disks, limited: Middleware): void {
  router.get('/files/:disk/*path', limited, async (ctx) => {
    const { disk: name = '', path = '' } = ctx.params;
    const type = SAVED_TYPES.get(extname(path));
    const opened = await disks.get(name);
    if (!opened || !type || reducePath(path) !== path) throw errors.pathUnknown();
    if (!(await opened.exists(path))) throw errors.pathUnknown();
    const { contentLength, etag } = await opened.getMetaData(path);
    ctx.type = type;
    ctx.length = contentLength;
    ctx.etag = etag;
    ctx.set('Cache-Control', 'public, max-age=60');
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox");
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.body = await opened.getStream(path);
  });
}
