import { nanoid } from 'nanoid';
import { DRAFTS, LONGEST_PICTURE, PICTURES } from '../../shared/contract/bounds.js';
import { errors, throwStorageUnavailable } from '../../shared/contract/errors.js';
import {
  flag,
  instant,
  integer,
  list,
  named,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import type { Clock } from '../../shared/process/clock.js';
import { encodePicture, runInternalJob } from '../../shared/queue/internal-jobs.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import { readPage } from '../../shared/store/page.js';
import { type ReservationCollections, writeWithinLimit } from '../../shared/store/reservations.js';
import { type MemberCollections, requireOpenAccount } from '../members/index.js';
import type { SubjectKind } from '../operators/index.js';
import type { PageStore } from '../pages/index.js';
import { accountRoute, type Caller } from '../web/index.js';
import type { QrPicture, StudioCollections } from './collections.js';
import { removeDraft } from './draft-view.js';
import { PICTURE_ID_LENGTH, pictureFile, pictureUrl } from './picture-files.js';

const scope = 'pages';

/** Maximum rate of uploads per key: each is decoded. */
const UPLOADS_PER_SECOND = 2;

interface PictureContext extends Caller {
  readonly config: Parameters<typeof pictureUrl>[1];
  readonly store: Pick<StudioCollections, 'qrPictures'>;
  /** The draft to which the caller is limited: it sees pictures that were uploaded for that draft. */
  readonly limitedTo?: string | undefined;
}

interface WriteContext extends PictureContext {
  readonly clock: Clock;
  readonly disks: Disks;
  readonly quota: Quota;
  readonly sender: JobClient;
  readonly store: PictureContext['store'] & ReservationCollections & Pick<MemberCollections, 'accounts'>;
}

/** A picture of one pixel. */
const EXAMPLE_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const pictureId = text({ maxLength: 60, description: 'Id of the picture' });

const pictureRow = named(
  'Picture',
  object({
    id: text(),
    url: text({ description: 'Public URL, for the fields of pages that name a picture' }),
    name: text({ minLength: 0 }),
    width: integer({ description: 'Width in pixels' }),
    height: integer({ description: 'Height in pixels' }),
    bytes: integer({ description: 'Size of the file, which counts towards the storage of the account' }),
    created_at: instant(),
  }),
);

export const toPictureRow = (
  { _id: id, name, width, height, bytes, created }: QrPicture,
  config: PictureContext['config'],
) => ({ id, url: pictureUrl(id, config), name, width, height, bytes, created_at: created.toISOString() });

export const uploadPicture = accountRoute(
  route({
    name: 'uploadPicture',
    title: 'Upload a picture',
    method: 'POST',
    path: '/v1/pictures',
    scope,
    ratePerSecond: UPLOADS_PER_SECOND,
    bodyLimit: LONGEST_PICTURE + 4_096,
    summary: `Stores a picture for pages and codes: turned upright, without metadata, and scaled to at most ${PICTURES.side} pixels`,
    request: object({
      data_base64: text({
        maxLength: LONGEST_PICTURE,
        description: 'Picture in base64: PNG, JPG or WebP, at most 8 MiB',
        tooLong: () => errors.pictureTooLarge({ limit: PICTURES.pixels / 1e6 }),
      }),
      name: withDefault(text({ minLength: 0, maxLength: 200, description: 'Your own name for the picture' }), ''),
    }),
    response: pictureRow,
    errors: [
      errors.pictureUnreadable,
      errors.pictureTooLarge,
      errors.pictureTooCostly,
      errors.tooManyPictures,
      errors.storageFull,
      errors.storageUnavailable,
    ],
    example: { request: { data_base64: EXAMPLE_PICTURE, name: 'logo.png' } },
  }),
  async ({ data_base64, name }, context: WriteContext) => {
    const { store, clock, disks, quota, sender, requestId, key, limitedTo } = context;
    const { account } = key;
    // Sessions without a draft would share their pictures.
    if (limitedTo === '') throw errors.studioSessionLimited();
    await requireOpenAccount(store, account);
    const encoded = await runInternalJob(sender, encodePicture, { data_base64 }, { account, requestId });
    const file = Buffer.from(encoded.data_base64, 'base64');
    const { width, height } = encoded;
    const picture: QrPicture = {
      ...{ _id: nanoid(PICTURE_ID_LENGTH), account, name, width, height, bytes: file.length, created: clock.now() },
      ...(limitedTo !== undefined && { draft: limitedTo }),
    };
    const most = PICTURES.count;
    await writeWithinLimit(
      store.reservations,
      {
        ...{ limited: `${account}/pictures`, most, id: picture._id, clock },
        refusal: errors.tooManyPictures({ limit: most }),
        countOthers: (except) => store.qrPictures.countDocuments({ account, _id: { $nin: except } }, { limit: most }),
      },
      () =>
        quota.keep(account, file.length, async () => {
          const path = await pictureFile(disks, account, picture._id);
          await (await disks.private).put(path, file, { contentType: 'image/webp' }).catch(throwStorageUnavailable);
          await store.qrPictures.insertOne(picture);
        }),
    );
    return toPictureRow(picture, context.config);
  },
  'nothing',
);

const MOST_PER_PAGE = 100;

export const listPictures = accountRoute(
  route({
    name: 'pictures',
    title: 'List pictures',
    method: 'GET',
    path: '/v1/pictures',
    scope,
    summary: 'Lists the pictures of the account, newest first',
    request: object({
      limit: withDefault(integer({ minimum: 1, maximum: MOST_PER_PAGE, description: 'Pictures per page' }), 50),
      after: optional(text({ maxLength: 200, description: 'Value of `next` from the previous page' })),
    }),
    response: object({
      pictures: list(pictureRow),
      next: nullable(text({ description: 'Cursor of the next page; null on the last' })),
    }),
    errors: [errors.cursorInvalid],
    example: { request: { limit: 20 } },
  }),
  async ({ limit, after }, { store, config, key: { account }, limitedTo }: PictureContext) => {
    const filter = { account, ...(limitedTo !== undefined && { draft: limitedTo }) };
    const order = { by: 'created', id: '_id', direction: -1 } as const;
    const { rows, next } = await readPage(store.qrPictures, filter, order, { limit, ...(after && { after }) });
    return { pictures: rows.map((picture) => toPictureRow(picture, config)), next };
  },
);

/** Finds a picture of the caller's account. @throws ApiError 404 */
async function findOwnPicture({ store, key, limitedTo }: PictureContext, id: string): Promise<QrPicture> {
  const found = await store.qrPictures.findOne({ _id: id });
  const isReachable = found?.account === key.account && (limitedTo === undefined || found.draft === limitedTo);
  if (!found || !isReachable) throw errors.pictureUnknown();
  return found;
}

/** Pages that are searched for a picture, the newest first. */
const MOST_SEARCHED = 100;

const usedIn = object({
  experiences: list(object({ id: integer(), title: text({ minLength: 0 }) }), {
    description: `Hosted pages that show it, of the latest ${MOST_SEARCHED}`,
  }),
  drafts: list(object({ id: text(), name: text({ minLength: 0 }) })),
  complete: flag({ description: 'False if there are more pages, which were not searched' }),
});

export const readPictureInfo = accountRoute(
  route({
    name: 'picture',
    title: 'Get a picture',
    method: 'GET',
    path: '/v1/pictures/{id}',
    scope,
    ratePerSecond: UPLOADS_PER_SECOND,
    summary: 'Returns a picture, and where it is used',
    request: object({ id: pictureId }),
    response: object({ ...pictureRow.properties, used_in: usedIn }),
    errors: [errors.pictureUnknown],
    example: { request: { id: 'V1StGXR8_Z5jdHi6B-myT0' } },
  }),
  async ({ id }, context: PictureContext & { readonly store: StudioCollections & PageStore }) => {
    const picture = await findOwnPicture(context, id);
    const { store, config, key, limitedTo } = context;
    const used = limitedTo === undefined ? await findUses(store, key.account, id) : NOWHERE;
    return { ...toPictureRow(picture, config), used_in: used };
  },
);

const NOWHERE = { experiences: [], drafts: [], complete: true };

/** Finds the pages and drafts of an account that name a picture. */
async function findUses(store: StudioCollections & PageStore, account: string, id: string) {
  const projection = { title: 1, page: 1, target: 1, design: 1 } as const;
  const pages = await store.experiences
    .find({ account, deleted: { $exists: false } }, { projection, sort: { _id: -1 }, limit: MOST_SEARCHED + 1 })
    .toArray();
  const drafts = await store.qrDrafts
    .find({ account }, { projection: { name: 1, content: 1 }, limit: DRAFTS.count })
    .toArray();
  const experiences = pages
    .slice(0, MOST_SEARCHED)
    .filter(({ page, target, design }) => JSON.stringify([page, target, design]).includes(id));
  return {
    experiences: experiences.map(({ _id, title }) => ({ id: _id, title })),
    drafts: drafts.filter(({ content }) => content.includes(id)).map(({ _id, name }) => ({ id: _id, name })),
    complete: pages.length <= MOST_SEARCHED,
  };
}

/** A picture without its file. */
export const pictureSubject: SubjectKind = {
  type: 'picture',
  async read({ qrPictures }: Pick<StudioCollections, 'qrPictures'>, id) {
    const found = await qrPictures.findOne({ _id: id });
    if (!found) return null;
    const { account, name, width, height, bytes } = found;
    return { account, state: { name, width, height, bytes } };
  },
};

export const deletePicture = accountRoute(
  route({
    name: 'deletePicture',
    title: 'Delete a picture',
    method: 'DELETE',
    path: '/v1/pictures/{id}',
    scope,
    summary: 'Deletes a picture. Pages that still name it show nothing in its place',
    request: object({ id: pictureId }),
    response: object({ id: text(), state: oneOf(['deleted']) }),
    errors: [errors.pictureUnknown],
    example: { request: { id: 'V1StGXR8_Z5jdHi6B-myT0' } },
  }),
  async ({ id }, context: WriteContext) => {
    await removePicture(context, await findOwnPicture(context, id));
    return { id, state: 'deleted' as const };
  },
  { action: 'picture.delete', subject: pictureSubject, id: ({ id }) => id },
);

/** Deletes a picture: its document first, so that it is no longer served, and its storage is released once. */
async function removePicture(
  {
    store,
    disks,
    quota,
  }: { store: Pick<StudioCollections, 'qrPictures'>; disks: Disks; quota: Pick<Quota, 'release'> },
  { _id, account, bytes }: Pick<QrPicture, '_id' | 'account' | 'bytes'>,
): Promise<void> {
  const { deletedCount } = await store.qrPictures.deleteOne({ _id });
  if (deletedCount === 1) await quota.release(account, bytes);
  await (await disks.private).delete(await pictureFile(disks, account, _id)).catch(throwStorageUnavailable);
}

/** Deletes what an account has in the studio: drafts, pictures and sessions. */
export async function deleteStudioData(
  context: { store: StudioCollections; disks: Disks; quota: Pick<Quota, 'release'> },
  account: string,
): Promise<void> {
  await context.store.qrStudioSessions.deleteMany({ account });
  for await (const draft of context.store.qrDrafts.find({ account })) await removeDraft(context, draft);
  for await (const picture of context.store.qrPictures.find({ account })) await removePicture(context, picture);
}

/** Routes of the account API for pictures. */
export const pictureRoutes = [uploadPicture, listPictures, readPictureInfo, deletePicture] as const;
