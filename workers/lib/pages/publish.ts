import { collections } from '../../../features/collections.js';
import {
  claimSlug,
  computeSkeleton,
  extractPhotos,
  extractSearchTerms,
  findPageByCode,
  type HostedPage,
  LOGO_NUMBER,
  type PageCollections,
  type Photo,
  photoFolder,
  previewPath,
  savePhotos,
} from '../../../features/pages/index.js';
import type { generateExperience } from '../../../shared/contract/catalogue/qr-experience.js';
import type { ImagePayload, ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import type { Input } from '../../../shared/contract/contract.js';
import { errors, throwStorageUnavailable } from '../../../shared/contract/errors.js';
import type { ownerFields } from '../../../shared/contract/hosted-pages/owner-fields.js';
import { pagesUrl } from '../../../shared/process/config.js';
import { Quota } from '../../../shared/storage/quota.js';
import { isDuplicate } from '../../../shared/store/insert-new.js';
import type { Call, FileAnswer } from '../../handle.js';
import { nameOfRequest } from '../name-of-request.js';
import { makeImage } from '../qr/make-image.js';
import { wifiText } from './encoded-text.js';
import { createPreview, type NewPreview } from './make-preview.js';
import type { PageContent } from './read-experience.js';

/** A new experience, its public address, and the image that leads there. */
interface Published {
  readonly experience: HostedPage;
  readonly scanUrl: string;
  readonly image: ImagePayload | FileAnswer;
}

/** What its owner says of it beside what it shows. */
type Naming = Pick<Input<typeof generateExperience>, keyof typeof ownerFields>;

/**
 * Puts an experience behind a new code and draws the QR code to it. The image comes first, so that a request whose
 * image is refused leaves no page behind.
 *
 * @throws ApiError for everything about the image that cannot be, and for a slug that cannot be had
 */
export async function publishPage(
  content: PageContent,
  request: ImageRequest & Naming,
  call: Call,
): Promise<Published> {
  const code = deriveCode(call.requestId);
  const url = scanUrl(pagesUrl(call.config), code);
  const page = content.page ? { version: content.page.version } : null;
  const image = await makeImage(
    { text: wifiText(content) ?? url, type: content.type, scanUrl: url, page },
    request,
    call,
  );
  return { experience: await storePage(content, code, request, call), scanUrl: url, image };
}

/**
 * Keeps what an experience shows, its pictures as files beside it, as far as the account's quota goes. Where the same request has
 * been here before, what it left then is what counts.
 */
async function storePage(content: PageContent, code: string, naming: Naming, call: Call): Promise<HostedPage> {
  const { account, clock, config, store } = call;
  const documents = collections(await store());
  const { shown, photos, bytes } = extractPhotos(content);
  const preview = await createPreviewWithLogo(shown, photos, call);
  const whole = bytes + (preview?.bytes ?? 0);
  const quota = new Quota(documents.keptBytes, clock, config);
  const named = { ...shown, ...(await readNaming(naming, documents, account)) };
  const kept = await quota.keep(account, whole, async () => {
    await savePictures(code, photos, preview, call);
    const drawn = preview && { preview: { name: preview.name, bytes: preview.bytes } };
    const made = {
      ...named,
      ...drawn,
      code,
      code_skeleton: computeSkeleton(code),
      account,
      created: clock.now(),
      bytes,
      version: 1,
    };
    return insertPage(documents, { ...made, found_by: extractSearchTerms(named) });
  });
  if (kept) return kept;
  await quota.release(account, whole);
  const before = await findPageByCode(documents, code);
  if (before) return before;
  await (await call.disks.private).deleteAll(photoFolder(code)).catch(throwStorageUnavailable);
  throw errors.slugTaken();
}

const createPreviewWithLogo = ({ page, ...shown }: PageContent, photos: readonly Photo[], call: Call) => {
  const logo = async () => photos.find(({ number }) => number === LOGO_NUMBER)?.bytes;
  return page ? createPreview({ ...shown, page }, logo, call) : undefined;
};

/** @throws ApiError 502 when the disk is away */
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
  const { name, png } = preview;
  await disk.put(previewPath(code, name), png, { contentType: 'image/png' }).catch(throwStorageUnavailable);
}

/** @throws ApiError see claimSlug */
async function readNaming({ label, slug = '', targets = {} }: Naming, store: PageCollections, account: string) {
  return {
    ...(label && { label }),
    ...(slug !== '' && (await claimSlug(store, account, slug))),
    ...(Object.keys(targets).length > 0 && { targets }),
  };
}

/** 62¹⁰ codes, about 60 bits: no one finds a page by trying. */
const deriveCode = (requestId: string): string =>
  nameOfRequest(requestId, 'code', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 10);

/** Keeps a new experience under the next number. @returns undefined when there is one with its code, or its slug */
async function insertPage(store: PageCollections, made: Omit<HostedPage, '_id'>): Promise<HostedPage | undefined> {
  const hostedPage = { _id: await takeNextId(store), ...made };
  try {
    await store.experiences.insertOne(hostedPage);
    return hostedPage;
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
  if (!counter) throw new Error('the store gave no number');
  return counter.last;
}

/** The public address of an experience. */
export const scanUrl = (baseUrl: string, code: string): string => `${baseUrl}/e/${code}`;
