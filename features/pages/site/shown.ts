import type { MemberCollections } from '../../members/index.js';
import type { ExperienceCollections } from '../collections.js';
import { type Experience, findByName } from '../collections.js';

/** Why what was made is not shown. */
export type Hidden = 'gone' | 'takenDown' | 'paused';

/**
 * How each is answered: what is deleted is gone for good (410); what an operator has taken down is withheld for what it is
 * (451); of what is paused nothing is to be had for now, which is no failure of the service (404).
 */
export const hiddenStatus: Readonly<Record<Hidden, number>> = { gone: 410, takenDown: 451, paused: 404 };

type Hideable = Pick<Experience, 'account' | 'deleted' | 'taken_down' | 'paused'>;

/**
 * Returns why an experience is not shown; undefined when it is. Nothing of a closed account is shown, whatever was created for it while it
 * was being closed: that is read at each view, as only this holds from the moment of closing on.
 */
export async function findHidden(
  store: Pick<MemberCollections, 'accounts'>,
  experience: Hideable,
): Promise<Hidden | undefined> {
  return (await isClosed(store, experience.account)) ? 'gone' : hiddenAs(experience);
}

/** True if an account is closed. One that is not in the store is not. */
export const isClosed = async ({ accounts }: Pick<MemberCollections, 'accounts'>, account: string): Promise<boolean> =>
  (await accounts.findOne({ _id: account, closed: { $exists: true } }, { projection: { _id: 1 } })) !== null;

function hiddenAs({ deleted, taken_down, paused }: Hideable): Hidden | undefined {
  if (deleted) return 'gone';
  if (taken_down) return 'takenDown';
  return paused ? 'paused' : undefined;
}

/** The experience of a public name, if it is shown. */
export async function findShown(
  store: Pick<ExperienceCollections, 'experiences'> & Pick<MemberCollections, 'accounts'>,
  name: string,
): Promise<Experience | undefined> {
  const found = await findByName(store, name);
  return found && !(await findHidden(store, found)) ? found : undefined;
}

/** Tells a visitor's phone from its user agent. A tablet that says it is a Mac cannot be told from one. */
function platformOf(userAgent: string): 'ios' | 'android' | undefined {
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent)) return 'ios';
  return /\bAndroid\b/.test(userAgent) ? 'android' : undefined;
}

/** Where a visitor is sent on to; nothing when the page is shown. */
export function targetFor({ target, targets }: Experience, userAgent: string): string | undefined {
  const platform = targets && platformOf(userAgent);
  return (platform && targets[platform]) ?? target ?? undefined;
}
