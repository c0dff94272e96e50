import { LONGEST_LABEL } from '../contract/bounds.js';
import { errors } from '../contract/errors.js';
import { object, optional, text, webAddress } from '../contract/fields.js';
import { type ExperienceCollections, findByCode } from './collections.js';
import { isReserved, slugField } from './slugs.js';

/** What owners say of an experience beside what it shows, when it is made and when it is edited. */
export const ownersFields = {
  label: optional(text({ minLength: 0, maxLength: LONGEST_LABEL, description: 'What you know it by' })),
  slug: optional(slugField),
  targets: optional(
    object(
      {
        ios: optional(webAddress('Where iPhones and iPads are sent on to')),
        android: optional(webAddress('Where Android phones are sent on to')),
      },
      { description: 'Where phones are sent on to, whatever all others are shown' },
    ),
  ),
};

/** What can be wrong with a slug beyond its form. */
export const slugErrors = [errors.slugTaken, errors.slugReserved];

/**
 * Makes a slug free for an account, as far as it may have it. Who gets it in the end is decided by the index that has each but once.
 *
 * @returns nothing for an empty one, which takes a slug away
 * @throws ApiError 422 for a slug that nobody may have, 409 for one that is another's code
 */
export async function claimSlug(
  store: Pick<ExperienceCollections, 'experiences'>,
  account: string,
  slug: string,
): Promise<string | undefined> {
  if (slug === '') return undefined;
  if (isReserved(slug)) throw errors.slugReserved({ slug });
  if (await findByCode(store, slug)) throw errors.slugTaken();
  // What the account has deleted need not keep it.
  await store.experiences.updateOne({ slug, account, deleted: { $exists: true } }, { $unset: { slug: true } });
  return slug;
}
