import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import { ApiError, withRetryAfter } from '../../shared/contract/api-error.js';
import { IMAGE_LINKS, LONGEST_QR_TEXT, PUBLIC_PER_SECOND } from '../../shared/contract/bounds.js';
import { errors, throwStorageUnavailable, throwUnavailable } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import { toNetwork } from '../../shared/process/network.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { AccountRequests } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import { isAccountClosed, type PageCollections, sendStored } from '../pages/index.js';
import type { RateLimiter } from '../web/index.js';
import type { ImageLink, ImageLinkCollections } from './collections.js';
import { drawImage, type ImageRequest } from './draw.js';
import { imageFormats } from './formats.js';
import { fileName, imagePath, requestPath, signFile, textKey, textPath } from './link-files.js';

interface Services {
  readonly accountRequests: AccountRequests;
  readonly clock: Clock;
  readonly disks: Disks;
  readonly quota: Quota;
  readonly rateLimiter: RateLimiter;
  readonly store: ImageLinkCollections & Pick<MemberCollections, 'accounts'> & Pick<PageCollections, 'secrets'>;
}

const FOLDER = '/i/';
const DAY_MS = 86_400_000;
/** Time for which caches may show an image without asking: a revoked link is gone everywhere after it, in s. */
const CACHED_SECONDS = 300;
/** Attempts to get an image that another front is drawing, and the pause between them, in ms. */
const [ATTEMPTS, PAUSE_MS] = [10, 500];

/** True if `mountImageLinks` serves a path. */
export const isImageLinkPath = (path: string): boolean => path.startsWith(FOLDER);

/** Mounts `GET /i/{id}.{extension}`: images of codes under signed URLs, without a key. */
export function mountImageLinks(router: Router, services: Services): void {
  const { store, disks, rateLimiter } = services;
  const drawing = new Map<string, Promise<string>>();
  router.get(`${FOLDER}:file`, async (ctx) => {
    const { allowed } = await rateLimiter
      .count(`file:${toNetwork(ctx.ip)}`, PUBLIC_PER_SECOND.file)
      .catch(throwUnavailable);
    if (!allowed) throw errors.tooManyRequests();
    const link = await findLink(store, String(ctx.params.file), ctx.query.sig).catch(throwUnavailable);
    if (!link) throw errors.pathUnknown();
    const path =
      link.text_prefix === undefined
        ? imagePath(link._id)
        : await findTextImage(services, drawing, { ctx, link, text: ctx.query.text });
    await sendStored(ctx, disks.private, path, imageFormats[link.format].type);
    ctx.set('Cache-Control', `public, max-age=${CACHED_SECONDS}`);
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox");
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  });
}

/** Finds the link of a file name, if the signature is that of the name. */
async function findLink(store: Services['store'], file: string, sig: unknown): Promise<ImageLink | undefined> {
  const [, id] = /^([0-9A-Za-z]{22})\.[a-z]{3,4}$/.exec(file) ?? [];
  if (id === undefined || typeof sig !== 'string' || !isEqual(sig, await signFile(store, file))) return undefined;
  const link = await store.imageLinks.findOne({ _id: id });
  if (!link || fileName(link) !== file || (await isAccountClosed(store, link.account))) return undefined;
  return link;
}

function isEqual(one: string, other: string): boolean {
  const [given, expected] = [Buffer.from(one), Buffer.from(other)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

interface TextRequest {
  readonly ctx: RouterContext;
  readonly link: ImageLink;
  readonly text: unknown;
}

/**
 * Returns the path of the image of a text, which is drawn if it is new.
 *
 * @throws ApiError 422 for a text that the link does not allow, 429 when enough new ones were drawn today; see drawImage
 */
async function findTextImage(
  services: Services,
  drawing: Map<string, Promise<string>>,
  { ctx, link, text }: TextRequest,
): Promise<string> {
  const { text_prefix: prefix = '' } = link;
  if (typeof text !== 'string' || !text.startsWith(prefix) || text.length > LONGEST_QR_TEXT)
    throw errors.imageLinkText({ prefix, limit: LONGEST_QR_TEXT });
  const key = textKey(link._id, text);
  const known = { _id: key, expires: { $gt: services.clock.now() } };
  if (await services.store.imageLinkTexts.findOne(known).catch(throwUnavailable)) return textPath(link._id, key);
  const begun = drawing.get(key) ?? drawText(services, ctx, link, { text, key }).finally(() => drawing.delete(key));
  drawing.set(key, begun);
  return begun;
}

/** Draws and stores the image of a text, within the limit of the day, which also holds for charged requests that fail. */
async function drawText(
  services: Services,
  ctx: RouterContext,
  link: ImageLink,
  { text, key }: { text: string; key: string },
): Promise<string> {
  const { store, disks, quota, clock, accountRequests } = services;
  const { account } = link;
  const now = clock.now();
  await countDrawing(store, link, now);
  let isCharged = false;
  try {
    const by = { kind: 'key' as const, id: 'image-links', name: 'Image links' };
    const { requestId } = ctx.state;
    const drawingKey = await accountRequests.ensureKey(account, 'image-links', {
      ...{ account, actor: by, role: null, from: ctx.ip, requestId },
    });
    const disk = await disks.private;
    const stored: ImageRequest = JSON.parse(await disk.get(requestPath(link._id)).catch(throwStorageUnavailable));
    const onCharge = () => {
      isCharged = true;
    };
    const options = { key: drawingKey, client: ctx, idempotencyKey: `image-link.${key}`, onCharge };
    const image = await drawOnce(() => drawImage(accountRequests, { ...stored, qr_code_text: text }, options));
    const until = endOfDay(now.getTime() + IMAGE_LINKS.textDays * DAY_MS);
    if (!(await quota.reserveExpiring(account, image.length, until.getTime() - now.getTime())))
      throw errors.storageFull();
    const path = textPath(link._id, key);
    await disk.put(path, image).catch(throwStorageUnavailable);
    await store.imageLinkTexts.updateOne(
      { _id: key },
      { $set: { link: link._id, account, expires: until } },
      { upsert: true },
    );
    return path;
  } catch (error) {
    // A charged text counts, so that texts that fail cannot cost more than the limit.
    if (!isCharged)
      await store.imageLinks.updateOne({ _id: link._id, 'drawn.count': { $gt: 0 } }, { $inc: { 'drawn.count': -1 } });
    throw error;
  }
}

/** Waits while another front draws the same image, which is charged once. */
async function drawOnce(draw: () => Promise<Buffer>): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await draw();
    } catch (error) {
      if (attempt === ATTEMPTS || !isBeingDrawn(error)) throw error;
      await pause(PAUSE_MS);
    }
  }
}

const isBeingDrawn = (error: unknown): boolean =>
  error instanceof ApiError && error.type === errors.idempotencyKeyInUse.type;

/** @throws ApiError 429 when the limit of the day (UTC) is reached */
async function countDrawing({ imageLinks }: ImageLinkCollections, link: ImageLink, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const { per_day = 0 } = link;
  const isToday = { $eq: ['$drawn.day', day] };
  const counted = await imageLinks.findOneAndUpdate(
    { _id: link._id, $or: [{ 'drawn.day': { $ne: day } }, { 'drawn.count': { $lt: per_day } }] },
    [{ $set: { drawn: { day, count: { $cond: [isToday, { $add: ['$drawn.count', 1] }, 1] } } } }],
  );
  if (counted) return;
  const seconds = Math.ceil((endOfDay(now.getTime()).getTime() - now.getTime()) / 1_000);
  throw withRetryAfter(errors.imageLinkExhausted({ limit: per_day }), seconds);
}

const endOfDay = (at: number): Date => new Date(Math.ceil((at + 1) / DAY_MS) * DAY_MS);
