import type { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { type HostedPage, isPageCode, type PageCollections } from './collections.js';
import { computeSkeleton, isReserved } from './reserved-slugs.js';

type Store = Pick<PageCollections, 'experiences'>;

/** Fields of a page with a slug. */
type SlugFields = Required<Pick<HostedPage, 'slug' | 'slug_skeleton'>>;

/**
 * Checks a slug that an owner has chosen, and makes it available to a page of the account; see {@link freeSlug}.
 *
 * @throws ApiError 422 for a slug that is reserved or has the format of a code
 */
export async function claimSlug(store: Store, account: string, slug: string): Promise<SlugFields> {
  if (isReserved(slug)) throw errors.slugReserved({ slug });
  // A word of ten letters, without a digit, does not look like a code.
  if (isPageCode(slug) && /\d/.test(slug)) throw errors.slugLikeCode({ slug });
  return freeSlug(store, account, slug);
}

/** Finds why a page cannot get a slug, without making it available; undefined if it can. @param own id of the page */
export async function findSlugProblem(
  { experiences }: Store,
  slug: string,
  own: number | null,
): Promise<ApiError | undefined> {
  if (isReserved(slug)) return errors.slugReserved({ slug });
  if (isPageCode(slug) && /\d/.test(slug)) return errors.slugLikeCode({ slug });
  const slug_skeleton = computeSkeleton(slug);
  const others = { _id: { $ne: own ?? 0 } };
  if (await experiences.findOne({ slug_skeleton, taken_down: { $exists: true }, ...others }))
    return errors.slugBlocked({ slug });
  const taken = [{ code_skeleton: slug_skeleton }, { slug_skeleton, deleted: { $exists: false } }];
  for (const filter of taken) if (await experiences.findOne({ ...filter, ...others })) return errors.slugTaken();
  return undefined;
}

/**
 * Makes a slug available for a page of an account, by taking it from the account's deleted pages. Of concurrent requests the unique
 * indexes let one have it.
 *
 * @throws ApiError 409 for a slug that looks like a code, or is blocked since its page was taken down
 */
export async function freeSlug({ experiences }: Store, account: string, slug: string): Promise<SlugFields> {
  const slug_skeleton = computeSkeleton(slug);
  if (await experiences.findOne({ code_skeleton: slug_skeleton })) throw errors.slugTaken();
  const isBlocked = { slug_skeleton, taken_down: { $exists: true } };
  if (await experiences.findOne(isBlocked)) throw errors.slugBlocked({ slug });
  // A page that the account has deleted gives up its slug, unless it was taken down.
  await experiences.updateMany(
    { slug_skeleton, account, deleted: { $exists: true }, taken_down: { $exists: false } },
    { $unset: { slug: true, slug_skeleton: true } },
  );
  return { slug, slug_skeleton };
}
