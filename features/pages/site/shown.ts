import type { MemberCollections } from '../../members/index.js';
import type { PageCollections } from '../collections.js';
import { findPageByName, type HostedPage } from '../collections.js';

/** Why what was made is not shown. */
export type HiddenReason = 'gone' | 'takenDown' | 'paused';

/**
 * How each is answered: what is deleted is gone for good (410); what an operator has taken down is withheld for what it is
 * (451); of what is paused nothing is to be had for now, which is no failure of the service (404).
 */
export const hiddenStatus: Readonly<Record<HiddenReason, number>> = { gone: 410, takenDown: 451, paused: 404 };

type VisibilityFields = Pick<HostedPage, 'account' | 'deleted' | 'taken_down' | 'paused'>;

/**
 * Returns why an experience is not shown; undefined when it is. Nothing of a closed account is shown, whatever was created for it while it
 * was being closed: that is read at each view, as only this holds from the moment of closing on.
 */
export async function findHiddenReason(
  store: Pick<MemberCollections, 'accounts'>,
  hostedPage: VisibilityFields,
): Promise<HiddenReason | undefined> {
  return (await isAccountClosed(store, hostedPage.account)) ? 'gone' : hiddenAs(hostedPage);
}

/** True if an account is closed. One that is not in the store is not. */
export const isAccountClosed = async (
  { accounts }: Pick<MemberCollections, 'accounts'>,
  account: string,
): Promise<boolean> =>
  (await accounts.findOne({ _id: account, closed: { $exists: true } }, { projection: { _id: 1 } })) !== null;

function hiddenAs({ deleted, taken_down, paused }: VisibilityFields): HiddenReason | undefined {
  if (deleted) return 'gone';
  if (taken_down) return 'takenDown';
  return paused ? 'paused' : undefined;
}

/** The experience of a public name, if it is shown. */
export async function findVisiblePage(
  store: Pick<PageCollections, 'experiences'> & Pick<MemberCollections, 'accounts'>,
  name: string,
): Promise<HostedPage | undefined> {
  const found = await findPageByName(store, name);
  return found && !(await findHiddenReason(store, found)) ? found : undefined;
}

/** Tells a visitor's phone from its user agent. A tablet that says it is a Mac cannot be told from one. */
function detectPlatform(userAgent: string): 'ios' | 'android' | undefined {
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent)) return 'ios';
  return /\bAndroid\b/.test(userAgent) ? 'android' : undefined;
}

/** Where a visitor is sent on to; nothing when the page is shown. */
export function findRedirect({ target, targets }: HostedPage, userAgent: string): string | undefined {
  const platform = targets && detectPlatform(userAgent);
  return (platform && targets[platform]) ?? target ?? undefined;
}
