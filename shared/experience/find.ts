import { errors } from '../contract/errors.js';
import type { Experience, ExperienceCollections } from './collections.js';

const CODE = /^[0-9A-Za-z]{10}$/;

/** The experience behind a public address; nothing when there is none. */
export const findByCode = async (store: ExperienceCollections, code: string): Promise<Experience | undefined> =>
  CODE.test(code) ? ((await store.experiences.findOne({ code })) ?? undefined) : undefined;

/** How a caller names an experience: by number, or by type and code. */
export interface Named {
  experience_id?: number | undefined;
  type?: string | undefined;
  code?: string | undefined;
}

/**
 * The experience that a caller names, if it is the caller's own.
 *
 * @throws ApiError 422 unless it is named in exactly one way, 404 when the account has no such experience
 */
export async function findNamed(
  store: ExperienceCollections,
  account: string,
  { experience_id: id, type, code }: Named,
): Promise<Experience> {
  const [byId, byCode] = [id !== undefined, type !== undefined || code !== undefined];
  if (byId === byCode || (byCode && (!type || !code))) throw errors.experienceNotNamed();
  const found = byId ? await store.experiences.findOne({ _id: id as number }) : await findByCode(store, code ?? '');
  if (!found || found.account !== account || (byCode && found.type !== type)) throw errors.experienceUnknown();
  return found;
}
