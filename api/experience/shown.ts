import { type Experience, type ExperienceCollections, findByName } from '../../shared/experience/collections.js';

/** Why what was made is not shown. */
export type Hidden = 'gone' | 'takenDown' | 'paused';

/**
 * How each is answered: what is deleted is gone for good (410); what an operator has taken down is withheld for what it is
 * (451); of what is paused nothing is to be had for now, which is no failure of the service (404).
 */
export const hiddenStatus: Readonly<Record<Hidden, number>> = { gone: 410, takenDown: 451, paused: 404 };

/** Why an experience is not shown; nothing when it is. */
export function hiddenAs({
  deleted,
  taken_down,
  paused,
}: Pick<Experience, 'deleted' | 'taken_down' | 'paused'>): Hidden | undefined {
  if (deleted) return 'gone';
  if (taken_down) return 'takenDown';
  return paused ? 'paused' : undefined;
}

/** The experience of a public name, if it is shown. */
export async function findShown(store: ExperienceCollections, name: string): Promise<Experience | undefined> {
  const found = await findByName(store, name);
  return found && !hiddenAs(found) ? found : undefined;
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
