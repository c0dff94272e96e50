import type { Context } from 'koa';
import type { ApiError } from '../../../shared/contract/api-error.js';
import { errors } from '../../../shared/contract/errors.js';
import type { HostedPage } from '../collections.js';
import { isBot } from '../visits.js';
import { hasPass, issuePass } from './passes.js';
import type { SiteServices } from './services.js';
import { findHiddenReason, type HiddenReason, isOver, type VISIBILITY_FIELDS } from './visibility.js';

type Services = Pick<SiteServices, 'clock' | 'store'>;

export type AccessFields = Pick<HostedPage, (typeof VISIBILITY_FIELDS)[number] | 'code' | 'password'>;

/** Reasons for which a visitor does not get a page: nobody does, or those who have not entered its password. */
export type Obstacle = HiddenReason | 'protected';

/** Returns why a visitor does not get a page and its files; undefined if they do. */
export async function findObstacle(
  { store, clock }: Services,
  ctx: Pick<Context, 'cookies'>,
  page: AccessFields,
): Promise<Obstacle | undefined> {
  const now = clock.now();
  const hidden = await findHiddenReason(store, page, now);
  // Whoever had one of the last scans still gets the files of the page, and its forms.
  const keepsAccess = hidden === 'ended' && !isOver(page, now) && (await hasPass(ctx, store, page, 'scan', now));
  if (hidden && !keepsAccess) return hidden;
  return page.password && !(await hasPass(ctx, store, page, 'password', now)) ? 'protected' : undefined;
}

/** Throws the error of a request that is not for the page itself; `unknown` if the page is hidden altogether. */
export function throwObstacle(obstacle: Obstacle, unknown: ApiError = errors.pathUnknown()): never {
  if (obstacle === 'protected') throw errors.experienceProtected();
  throw obstacle === 'ended' ? errors.experienceEnded() : unknown;
}

/**
 * Counts a scan of a page with a limit, unless a bot sent the request or the browser was counted a short time ago. The count is part of
 * the page, so that of concurrent visitors no more are counted than the limit allows.
 *
 * @returns `refused` if there was none left, `last` if this was the last one
 */
export async function useScan(
  { store, clock }: Services,
  ctx: Pick<Context, 'cookies' | 'get' | 'secure'>,
  page: HostedPage,
): Promise<'refused' | 'last' | 'allowed'> {
  const now = clock.now();
  if (isBot(ctx.get('User-Agent')) || (await hasPass(ctx, store, page, 'scan', now))) return 'allowed';
  const hasScansLeft = { $expr: { $lt: ['$scans_counted', '$max_scans'] } };
  const counted = await store.experiences.findOneAndUpdate(
    { _id: page._id, max_scans: { $exists: true }, ...hasScansLeft },
    { $inc: { scans_counted: 1 } },
    { returnDocument: 'after', projection: { max_scans: 1, scans_counted: 1 } },
  );
  if (!counted) return (await isUnlimited(store, page)) ? 'allowed' : 'refused';
  await issuePass(ctx, store, page, 'scan', now);
  return counted.scans_counted === counted.max_scans ? 'last' : 'allowed';
}

/** True if the owner has removed the limit after the page was read. */
const isUnlimited = async ({ experiences }: Services['store'], { _id }: HostedPage): Promise<boolean> =>
  (await experiences.countDocuments({ _id, max_scans: { $exists: false } }, { limit: 1 })) === 1;
