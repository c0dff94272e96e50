import { MongoServerError } from 'mongodb';
import type { ImagePayload, ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { throwStorageUnavailable } from '../../../shared/contract/errors.js';
import { type Experience, type ExperienceCollections, findByCode } from '../../../shared/experience/collections.js';
import { keepPhotos, takeOutPhotos } from '../../../shared/experience/photos.js';
import { searchTerms } from '../../../shared/experience/search-terms.js';
import { pagesUrl } from '../../../shared/process/config.js';
import { Quota } from '../../../shared/storage/quota.js';
import { collections } from '../../../shared/store/collections.js';
import type { Call, FileAnswer } from '../../handle.js';
import { nameOfRequest } from '../name-of-request.js';
import { makeImage } from '../qr/make-image.js';
import { encodedText } from './encoded-text.js';
import type { Content } from './read-experience.js';

/** A new experience, its public address, and the image that leads there. */
interface Published {
  readonly experience: Experience;
  readonly scanUrl: string;
  readonly image: ImagePayload | FileAnswer;
}

/**
 * Puts an experience behind a new code and draws the QR code to it. The image comes first, so that a request whose
 * image is refused leaves no page behind.
 *
 * @throws ApiError for everything about the image that cannot be
 */
export async function publish(content: Content, request: ImageRequest, call: Call): Promise<Published> {
  const code = codeFor(call.requestId);
  const url = scanUrl(pagesUrl(call.config), code);
  const page = content.page ? { version: content.page.version } : null;
  const image = await makeImage(
    { text: encodedText(content) ?? url, type: content.type, scanUrl: url, page },
    request,
    call,
  );
  return { experience: await keepContent(content, code, call), scanUrl: url, image };
}

/**
 * Keeps what an experience shows, its photos as files beside it, as far as the account's quota goes. Where the same request has
 * been here before, what it left then is what counts.
 */
async function keepContent(
  content: Content,
  code: string,
  { account, clock, config, disks, store }: Call,
): Promise<Experience> {
  const documents = collections(await store());
  const { shown, photos, bytes } = takeOutPhotos(content);
  const quota = new Quota(documents.keptBytes, clock, config);
  const kept = await quota.keep(account, bytes, async () => {
    if (photos.length > 0) await keepPhotos(await disks.private, { code }, photos).catch(throwStorageUnavailable);
    const made = { ...shown, code, account, created: clock.now(), bytes, version: 1 };
    return keepExperience(documents, { ...made, found_by: searchTerms(shown) });
  });
  if (kept) return kept;
  const before = await findByCode(documents, code);
  if (!before) throw new Error('an experience has gone that was there');
  await quota.release(account, bytes);
  return before;
}

/** 62¹⁰ codes, about 60 bits: no one finds a page by trying. */
const codeFor = (requestId: string): string =>
  nameOfRequest(requestId, 'code', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 10);

const DUPLICATE_KEY = 11_000;

/** Keeps a new experience under the next number. @returns undefined when there is one with its code */
async function keepExperience(
  store: ExperienceCollections,
  made: Omit<Experience, '_id'>,
): Promise<Experience | undefined> {
  const experience = { _id: await nextNumber(store), ...made };
  try {
    await store.experiences.insertOne(experience);
    return experience;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return undefined;
    throw error;
  }
}

async function nextNumber({ counters }: ExperienceCollections): Promise<number> {
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
