import type { MemberCollections } from '../../members/index.js';
import { findPageByName, type HostedPage, type PageStore } from '../collections.js';

/** Reasons for which a page is not shown. */
export type HiddenReason = 'gone' | 'takenDown' | 'paused';

/**
 * Statuses of their responses: a deleted page is gone for good (410), one that an operator has taken down is withheld (451), and a paused
 * one is not found, which is not an error of the service.
 */
export const hiddenStatus: Readonly<Record<HiddenReason, number>> = { gone: 410, takenDown: 451, paused: 404 };

type VisibilityFields = Pick<HostedPage, 'account' | 'deleted' | 'taken_down' | 'paused'>;

/**
 * Returns why a page is not shown; undefined if it is. The account is read at each view, so that no page of a closed account is shown,
 * even one that was created while it was being closed.
 */
export async function findHiddenReason(
  store: Pick<MemberCollections, 'accounts'>,
  page: VisibilityFields,
): Promise<HiddenReason | undefined> {
  return (await isAccountClosed(store, page.account)) ? 'gone' : readHiddenReason(page);
}

/** True if an account is closed. One that is not in the store is not. */
export const isAccountClosed = async (
  { accounts }: Pick<MemberCollections, 'accounts'>,
  account: string,
): Promise<boolean> =>
  (await accounts.findOne({ _id: account, closed: { $exists: true } }, { projection: { _id: 1 } })) !== null;

function readHiddenReason({ deleted, taken_down, paused }: VisibilityFields): HiddenReason | undefined {
  if (deleted) return 'gone';
  if (taken_down) return 'takenDown';
  return paused ? 'paused' : undefined;
}

/** Finds a page by its code or slug, if it is shown. */
export async function findVisiblePage(
  store: PageStore & Pick<MemberCollections, 'accounts'>,
  name: string,
): Promise<HostedPage | undefined> {
  const found = await findPageByName(store, name);
  return found && !(await findHiddenReason(store, found)) ? found : undefined;
}

/** Detects the platform of a phone. A tablet whose user agent is that of a Mac is not detected. */
function detectPlatform(userAgent: string): 'ios' | 'android' | undefined {
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent)) return 'ios';
  return /\bAndroid\b/.test(userAgent) ? 'android' : undefined;
}

/** Returns the URL that a visitor is redirected to; undefined if the page is shown. */
export function findRedirect({ target, targets }: HostedPage, userAgent: string): string | undefined {
  const platform = targets && detectPlatform(userAgent);
  return (platform && targets[platform]) ?? target ?? undefined;
}
