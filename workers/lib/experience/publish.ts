import { customAlphabet } from 'nanoid';
import type { ImagePayload, ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { throwStorageUnavailable } from '../../../shared/contract/errors.js';
import type { Experience, ExperienceCollections } from '../../../shared/experience/collections.js';
import { keepPhotos, takeOutPhotos } from '../../../shared/experience/photos.js';
import { pagesUrl } from '../../../shared/process/config.js';
import { Quota } from '../../../shared/storage/quota.js';
import { collections } from '../../../shared/store/collections.js';
import type { Call, FileAnswer } from '../../handle.js';
import { makeImage } from '../qr/make-image.js';
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
  const code = newCode();
  const url = scanUrl(pagesUrl(call.config), code);
  const page = content.page ? { version: content.page.version } : null;
  const image = await makeImage({ text: url, type: content.type, scanUrl: url, page }, request, call);
  return { experience: await keepContent(content, code, call), scanUrl: url, image };
}

/** Keeps what an experience shows, its photos as files beside it, as far as the account's quota goes. */
async function keepContent(
  content: Content,
  code: string,
  { account, clock, config, disks, store }: Call,
): Promise<Experience> {
  const documents = collections(await store());
  const { shown, photos, bytes } = takeOutPhotos(content);
  const quota = new Quota(documents.keptBytes, clock, config);
  return quota.keep(account, bytes, async () => {
    if (photos.length > 0) await keepPhotos(await disks.private, code, photos).catch(throwStorageUnavailable);
    return keepExperience(documents, { ...shown, code, account, created: clock.now(), bytes });
  });
}

/** 62¹⁰ codes, about 60 bits: no one finds a page by trying. */
const newCode = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 10);

/** Keeps a new experience under the next number. */
async function keepExperience(store: ExperienceCollections, made: Omit<Experience, '_id'>): Promise<Experience> {
  const experience = { _id: await nextNumber(store), ...made };
  await store.experiences.insertOne(experience);
  return experience;
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
