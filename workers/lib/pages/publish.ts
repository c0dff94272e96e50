import { collections } from '../../../features/collections.js';
import { findDefaultHost } from '../../../features/domains/index.js';
import {
  claimSlug,
  computeSkeleton,
  createPageUrls,
  extractPhotos,
  extractSearchTerms,
  findPageByCode,
  type HostedPage,
  LOGO_NUMBER,
  measureLinkFields,
  type PageCollections,
  type PageUrls,
  type Photo,
  photoFolder,
  readLinkFields,
  refuseLoops,
  savePhotos,
} from '../../../features/pages/index.js';
import { pickDesign } from '../../../shared/contract/catalogue/qr-design.js';
import type { ImagePayload, ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { errors, throwStorageUnavailable } from '../../../shared/contract/errors.js';
import type { OwnerFields } from '../../../shared/contract/hosted-pages/page-fields.js';
import { Quota } from '../../../shared/storage/quota.js';
import { isDuplicate } from '../../../shared/store/insert-new.js';
import type { Call, FileAnswer } from '../../handle.js';
import { deriveName } from '../derive-name.js';
import { makeImage } from '../qr/make-image.js';
import { encodeWifi } from '../qr-content/wifi.js';
import { createPreview, type NewPreview, savePreview, withoutFile } from './preview.js';
import type { PageContent } from './read-content.js';
import { createPictureReader } from './stored-pictures.js';

/** A new page, its public URL, and the image that encodes it. */
interface PublishedPage {
  readonly page: HostedPage;
  readonly scanUrl: string;
  readonly image: ImagePayload | FileAnswer;
}

/**
 * Publishes a page under a new code, and draws the QR code of its URL. The image comes first, so that a request with an invalid image
 * creates no page.
 *
 * @throws ApiError for an invalid image, a slug that is not available, and URLs that lead to the page itself
 */
export async function publishPage(
  content: PageContent,
  request: ImageRequest & OwnerFields,
  call: Call,
): Promise<PublishedPage> {
  const code = deriveCode(call.requestId);
  const domain = await findDefaultHost(collections(await call.store()), call.account);
  const urls = createPageUrls(call.config, domain);
  const scanUrl = urls.urlOf(code);
  const page = content.page ? { version: content.page.version } : null;
  const image = await makeImage(
    { text: formatWifi(content) ?? scanUrl, type: content.type, scanUrl, page },
    request,
    call,
  );
  return { page: await storePage(content, code, urls, request, call), scanUrl, image };
}

/** Returns the network that the QR code of a Wi-Fi page encodes instead of its URL; undefined for other pages. */
export function formatWifi({ type, page }: Pick<PageContent, 'type' | 'page'>): string | undefined {
  const [block] = page?.blocks ?? [];
  if (type !== 'wifi' || block?.type !== 'wifi') return undefined;
  return encodeWifi(block.props);
}

/** 62¹⁰ codes, about 60 bits, so that pages cannot be found by guessing. */
const deriveCode = (requestId: string): string =>
  deriveName(requestId, 'code', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 10);

/**
 * Stores a page, and its pictures as files, within the storage quota of the account. If the job has run before, the page that it stored
 * then is returned.
 */
async function storePage(
  content: PageContent,
  code: string,
  urls: PageUrls,
  fields: ImageRequest & OwnerFields,
  call: Call,
): Promise<HostedPage> {
  const { account, clock, config, store } = call;
  const documents = collections(await store());
  const { content: withoutPhotos, photos, bytes } = extractPhotos(content);
  const preview = await createPreviewWithLogo(withoutPhotos, photos, call);
  const quota = new Quota(documents.keptBytes, clock, config);
  const design = pickDesign(fields);
  const described = {
    ...withoutPhotos,
    ...(await readOwnerFields(fields, documents, account)),
    ...(Object.keys(design).length > 0 && { design }),
  };
  refuseLoops({ ...described, code }, config, urls);
  const ownBytes = bytes + measureLinkFields(described);
  const size = ownBytes + (preview?.bytes ?? 0);
  const stored = await quota.keep(account, size, async () => {
    await savePictures(code, photos, preview, call);
    return insertPage(documents, {
      ...described,
      ...(preview && { preview: withoutFile(preview) }),
      code,
      code_skeleton: computeSkeleton(code),
      account,
      created: clock.now(),
      bytes: ownBytes,
      version: 1,
      found_by: extractSearchTerms(described),
    });
  });
  if (stored) return stored;
  await quota.release(account, size);
  const before = await findPageByCode(documents, code);
  if (before) return before;
  await (await call.disks.private).deleteAll(photoFolder(code)).catch(throwStorageUnavailable);
  throw errors.slugTaken();
}

const createPreviewWithLogo = ({ page, ...fields }: PageContent, photos: readonly Photo[], call: Call) => {
  const logo = async () => photos.find(({ number }) => number === LOGO_NUMBER)?.bytes;
  return page ? createPreview({ ...fields, page }, { logo, readPicture: createPictureReader(call) }, call) : undefined;
};

/** @throws ApiError see readLinkFields and claimSlug */
async function readOwnerFields({ label, slug = '', ...fields }: OwnerFields, store: PageCollections, account: string) {
  const links = await readLinkFields(fields);
  return {
    ...(label && { label }),
    ...removeUndefined(links),
    ...(slug !== '' && (await claimSlug(store, account, slug))),
  };
}

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Returns the fields of an object that have a value. */
const removeUndefined = <T extends object>(fields: T): Defined<T> =>
  // The compiler does not follow the filter.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;

/** @throws ApiError 502 if the disk is unavailable */
async function savePictures(
  code: string,
  photos: readonly Photo[],
  preview: NewPreview | undefined,
  { disks }: Call,
): Promise<void> {
  if (photos.length === 0 && !preview) return;
  const disk = await disks.private;
  await savePhotos(disk, { code }, photos).catch(throwStorageUnavailable);
  if (!preview) return;
  await savePreview(disk, code, preview);
}

/** Inserts a page under the next number. Returns undefined if its code or its slug exists. */
async function insertPage(store: PageCollections, fields: Omit<HostedPage, '_id'>): Promise<HostedPage | undefined> {
  const page = { _id: await takeNextId(store), ...fields };
  try {
    await store.experiences.insertOne(page);
    return page;
  } catch (error) {
    if (isDuplicate(error)) return undefined;
    throw error;
  }
}

async function takeNextId({ counters }: PageCollections): Promise<number> {
  const counter = await counters.findOneAndUpdate(
    { _id: 'experiences' },
    { $inc: { last: 1 } },
    { upsert: true, returnDocument: 'after' },
  );
  if (!counter) throw new Error('the store returned no counter');
  return counter.last;
}
