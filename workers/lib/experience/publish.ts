import type { ImagePayload, ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { type Experience, experienceCollections } from '../../../shared/experience/collections.js';
import { baseUrl } from '../../../shared/process/config.js';
import type { Call, FileAnswer } from '../../handle.js';
import { makeImage } from '../qr/make-image.js';
import { keepExperience, newCode, scanUrl } from './create.js';
import type { Content } from './read-experience.js';

/** A new experience, its public address, and the image that leads there. */
export interface Published {
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
  const url = scanUrl(baseUrl(call.config), code);
  const page = content.page ? { version: content.page.version } : null;
  const image = await makeImage({ text: url, type: content.type, scanUrl: url, page }, request, call);
  const store = experienceCollections(await call.store());
  const experience = await keepExperience(store, {
    ...content,
    code,
    account: call.account,
    created: call.clock.now(),
  });
  return { experience, scanUrl: url, image };
}
