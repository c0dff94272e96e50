import { customAlphabet } from 'nanoid';
import { IMAGE_LINKS } from '../../shared/contract/bounds.js';
import { imageErrors, imageFields } from '../../shared/contract/catalogue/qr-image.js';
import type { Input } from '../../shared/contract/contract.js';
import { errors, throwStorageUnavailable } from '../../shared/contract/errors.js';
import {
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
import { directTypes, qrContent, qrText } from '../../shared/contract/qr-content/contents.js';
import { route } from '../../shared/contract/route.js';
import type { Clock } from '../../shared/process/clock.js';
import { type Config, pagesUrl } from '../../shared/process/config.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import { type ReservationCollections, writeWithinLimit } from '../../shared/store/reservations.js';
import type { AccountRequests, Key } from '../keys/index.js';
import { type MemberCollections, requireOpenAccount } from '../members/index.js';
import { findOwnPage, type PageCollections, type PageHosts } from '../pages/index.js';
import { accountRoute, type Caller, type ClientRequest } from '../web/index.js';
import type { ImageLink, ImageLinkCollections } from './collections.js';
import { drawImage, type ImageRequest } from './draw.js';
import { fileName, imagePath, removeLink, requestPath, signFile } from './link-files.js';
import { imageLinkChange } from './subjects.js';

interface LinkContext extends Caller {
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PAGES_URL' | 'PORT'>;
  readonly disks: Disks;
  readonly quota: Quota;
  readonly store: ImageLinkCollections &
    Pick<MemberCollections, 'accounts'> &
    Pick<PageCollections, 'experiences' | 'secrets'> &
    ReservationCollections;
}

interface CreationContext extends LinkContext, ClientRequest {
  readonly accountRequests: AccountRequests;
  readonly hosts: PageHosts;
  readonly key: Key;
}

const scope = 'pages';
const MOST_PER_PAGE = 100;
const newId = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 22);

/** Fields of an image that are not about where it goes. */
const { download: _, save, include_bytes, storage_folder, filename, filename_base, ...design } = imageFields;

const linkId = text({ maxLength: 40, pattern: '^[0-9A-Za-z]+$', shape: 'an id', description: 'Id of the link' });

const linkRow = named(
  'ImageLink',
  object({
    id: text(),
    name: text({ minLength: 0 }),
    url: text({ description: 'URL of the image. With text_prefix it ends with `text=`: append the text, URL-encoded' }),
    image_format: oneOf(['SVG', 'PNG', 'JPG', 'WEBP', 'PDF']),
    image_width: integer(),
    text_prefix: nullable(
      text({ description: 'Beginning of the texts that may be requested; null if there is one image' }),
    ),
    per_day: nullable(
      integer({ description: 'Maximum number of new texts that are drawn, and charged, on a day (UTC)' }),
    ),
    drawn_today: integer({ description: 'New texts that were drawn today (UTC)' }),
    created_at: instant(),
  }),
);

async function toLinkRow({ store, config, clock }: Pick<LinkContext, 'store' | 'config' | 'clock'>, link: ImageLink) {
  const { _id: id, name, format, width, text_prefix = null, per_day = null, drawn, created } = link;
  const file = fileName(link);
  const text = text_prefix === null ? '' : '&text=';
  return {
    ...{ id, name, image_format: format, image_width: width, text_prefix, per_day },
    url: `${pagesUrl(config)}/i/${file}?sig=${await signFile(store, file)}${text}`,
    drawn_today: drawn?.day === clock.now().toISOString().slice(0, 10) ? drawn.count : 0,
    created_at: created.toISOString(),
  };
}

const createContract = route({
  name: 'createImageLink',
  title: 'Create an image URL',
  method: 'POST',
  path: '/v1/image-links',
  scope,
  ratePerSecond: 5,
  bodyLimit: 8 * 1024 * 1024,
  summary:
    'Draws a QR code and returns a signed URL of its image that needs no key, for emails and no-code tools. With text_prefix ' +
    'the URL takes any text that begins with it. Costs as much as qr-code/generate, and the key needs its scope',
  request: object({
    name: withDefault(text({ minLength: 0, maxLength: 100, description: 'Your own name for the link' }), ''),
    type: withDefault(oneOf(['text', 'url', ...directTypes], { description: 'Type of content' }), 'text'),
    qr_code_text: optional(qrText),
    content: optional(qrContent),
    experience_id: optional(integer({ minimum: 1, description: 'Hosted page whose public URL is encoded' })),
    text_prefix: optional(
      text({
        maxLength: 500,
        description:
          'Beginning of the texts that the URL may be requested with, e.g. https://shop.example/o/. New texts are drawn on demand',
      }),
    ),
    per_day: withDefault(
      integer({
        minimum: 1,
        maximum: IMAGE_LINKS.mostPerDay,
        description: 'Maximum number of new texts that are drawn, and charged, on a day (UTC); for text_prefix',
      }),
      IMAGE_LINKS.perDay,
    ),
    ...design,
    image_format: withDefault(
      oneOf(['SVG', 'PNG', 'JPG', 'WEBP', 'PDF'], { description: 'Format of the image' }),
      'PNG',
    ),
  }),
  response: linkRow,
  errors: [
    errors.imageLinkContent,
    errors.imageLinkPrefix,
    errors.tooManyImageLinks,
    errors.experienceUnknown,
    errors.accountIsClosed,
    errors.accountKeyRevoked,
    errors.insufficientCredits,
    errors.contentRequired,
    ...imageErrors,
  ],
  example: { request: { name: 'Newsletter', qr_code_text: 'https://example.com/menu', image_width: 300 } },
});

export const createImageLink = accountRoute(
  createContract,
  async (request: Input<typeof createContract>, context: CreationContext) => {
    const { store, disks, quota, clock, key, client, accountRequests } = context;
    const { name, text_prefix, per_day, image_format: format, image_width: width } = request;
    const { account } = key;
    const drawing = await readDrawing(context, request);
    await requireOpenAccount(store, account);
    const refusal = errors.tooManyImageLinks({ limit: IMAGE_LINKS.most });
    const countOthers = (except: string[]) =>
      store.imageLinks.countDocuments({ account, _id: { $nin: except } }, { limit: IMAGE_LINKS.most });
    if ((await countOthers([])) >= IMAGE_LINKS.most) throw refusal;
    if (text_prefix !== undefined) {
      const by = { account, actor: { kind: 'key', id: key.id, name: key.name } as const, role: null, from: client.ip };
      await accountRequests.ensureKey(account, 'image-links', { ...by, requestId: context.requestId });
    }
    const image = await drawImage(accountRequests, drawing, { key, client });
    const id = newId();
    const { qr_code_text: __, ...withoutText } = drawing;
    const files: [path: string, content: Buffer | string][] =
      text_prefix === undefined ? [[imagePath(id), image]] : [[requestPath(id), JSON.stringify(withoutText)]];
    const bytes = files.reduce((sum, [, content]) => sum + Buffer.byteLength(content), 0);
    const link: ImageLink = {
      ...{ _id: id, account, name, created: clock.now(), format, width, bytes },
      ...(text_prefix !== undefined && { text_prefix, per_day }),
    };
    const disk = await disks.private;
    await quota.keep(account, bytes, async () => {
      for (const [path, content] of files) await disk.put(path, content).catch(throwStorageUnavailable);
      const place = { limited: `${account}/image-links`, most: IMAGE_LINKS.most, id, clock, refusal, countOthers };
      await writeWithinLimit(store.reservations, place, () => store.imageLinks.insertOne(link));
    });
    return toLinkRow(context, link);
  },
  { ...imageLinkChange, action: 'image_link.create', id: (_, __, answer) => answer?.id },
);

/**
 * Returns the request that draws the image; with text_prefix that of the prefix itself, which shows whether the design is valid.
 *
 * @throws ApiError 422 unless exactly one content is given, and for a prefix that does not bound the host of a URL
 */
async function readDrawing(
  { store, hosts, key }: CreationContext,
  request: Input<typeof createContract>,
): Promise<ImageRequest> {
  const { name: _, per_day, text_prefix, experience_id, qr_code_text, content, type, ...looks } = request;
  const given = [text_prefix, experience_id, qr_code_text ?? content].filter((one) => one !== undefined);
  if (given.length !== 1) throw errors.imageLinkContent();
  if (text_prefix !== undefined) {
    if (isOpenUrl(text_prefix)) throw errors.imageLinkPrefix();
    return { ...looks, qr_code_text: text_prefix };
  }
  if (experience_id === undefined) return { ...looks, type, ...(content ? { content } : { qr_code_text }) };
  const { account, code } = await findOwnPage({ store, key }, experience_id);
  return { ...looks, qr_code_text: (await hosts.urlsFor(account)).urlOf(code) };
}

/** True if a prefix is the beginning of a URL that does not bound its host, such as `http` or `https://shop.example`. */
const isOpenUrl = (prefix: string): boolean =>
  ['http://', 'https://'].some((scheme) => scheme.startsWith(prefix.toLowerCase())) ||
  (/^https?:/i.test(prefix) && !/^https?:\/\/[^/?#\\]+[/?#]/i.test(prefix));

export const listImageLinks = accountRoute(
  route({
    name: 'imageLinks',
    title: 'List image URLs',
    method: 'GET',
    path: '/v1/image-links',
    scope,
    summary: 'Lists the image URLs of the account, newest first',
    request: object({
      limit: withDefault(
        integer({ minimum: 1, maximum: MOST_PER_PAGE, description: 'Links per page of the list' }),
        50,
      ),
      after: optional(text({ maxLength: 80, description: 'Value of `next` from the previous page' })),
    }),
    response: object({ image_links: list(linkRow), next: nullable(text()) }),
    errors: [errors.cursorInvalid],
    example: { request: { limit: 2 } },
  }),
  async ({ limit, after }, context: LinkContext) => {
    const { store, key } = context;
    const found = await store.imageLinks
      .find(
        { account: key.account, ...(after !== undefined && readCursor(after)) },
        { sort: { created: -1, _id: -1 }, limit: limit + 1 },
      )
      .toArray();
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    return {
      image_links: await Promise.all(page.map((link) => toLinkRow(context, link))),
      next: last ? `${last.created.getTime()}.${last._id}` : null,
    };
  },
);

function readCursor(cursor: string) {
  const [, at = '', id = ''] = /^(\d{1,15})\.(\w+)$/.exec(cursor) ?? [];
  if (id === '') throw errors.cursorInvalid();
  const created = new Date(Number(at));
  return { $or: [{ created: { $lt: created } }, { created, _id: { $lt: id } }] };
}

export const deleteImageLink = accountRoute(
  route({
    name: 'deleteImageLink',
    title: 'Revoke an image URL',
    method: 'DELETE',
    path: '/v1/image-links/{link}',
    scope,
    summary:
      'Revokes an image URL and deletes its images. Mail programs and caches may show an image for five more minutes',
    request: object({ link: linkId }),
    response: object({ id: text(), state: oneOf(['revoked']) }),
    errors: [errors.imageLinkUnknown],
    example: { request: { link: 'Qb1yVw2nR8sTzK4cLm7xPa' } },
  }),
  async ({ link: id }, context: LinkContext) => {
    const link = await context.store.imageLinks.findOne({ _id: id, account: context.key.account });
    if (!link) throw errors.imageLinkUnknown();
    await removeLink(context, link);
    return { id, state: 'revoked' as const };
  },
  { ...imageLinkChange, action: 'image_link.revoke' },
);

/** Routes of the account API for image links. */
export const imageLinkRoutes = [createImageLink, listImageLinks, deleteImageLink] as const;
