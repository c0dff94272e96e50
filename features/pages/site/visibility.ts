import type { MemberCollections } from '../../members/index.js';
import type { HostedPage } from '../collections.js';

/** Reasons for which a page is not shown. */
export type HiddenReason = 'gone' | 'takenDown' | 'paused' | 'notYetOpen' | 'ended';

/**
 * Statuses of their responses: a deleted page is gone for good (410), as is one that has ended, one that an operator has taken down is
 * withheld (451), and one that is paused or not open yet is not found, which is not an error of the service.
 */
export const hiddenStatus: Readonly<Record<HiddenReason, number>> = {
  gone: 410,
  takenDown: 451,
  paused: 404,
  notYetOpen: 404,
  ended: 410,
};

/** Fields that decide if a page is shown. */
export const VISIBILITY_FIELDS = [
  'account',
  'deleted',
  'taken_down',
  'paused',
  'valid_from',
  'valid_until',
  'max_scans',
  'scans_counted',
] as const satisfies (keyof HostedPage)[];

type VisibilityFields = Pick<HostedPage, (typeof VISIBILITY_FIELDS)[number]>;

/**
 * Returns why a page is not shown; undefined if it is. The account is read at each view, so that no page of a closed account is shown,
 * even one that was created while it was being closed.
 */
export async function findHiddenReason(
  store: Pick<MemberCollections, 'accounts'>,
  page: VisibilityFields,
  now: Date,
): Promise<HiddenReason | undefined> {
  return (await isAccountClosed(store, page.account)) ? 'gone' : readHiddenReason(page, now);
}

/** True if an account is closed. One that is not in the store is not. */
export const isAccountClosed = async (
  { accounts }: Pick<MemberCollections, 'accounts'>,
  account: string,
): Promise<boolean> =>
  (await accounts.findOne({ _id: account, closed: { $exists: true } }, { projection: { _id: 1 } })) !== null;

function readHiddenReason(page: VisibilityFields, now: Date): HiddenReason | undefined {
  if (page.deleted) return 'gone';
  if (page.taken_down) return 'takenDown';
  if (page.paused) return 'paused';
  const availability = readAvailability(page, now);
  if (availability === 'scheduled') return 'notYetOpen';
  return availability === 'ended' ? 'ended' : undefined;
}

/** Availability of a page by its own limits, whatever its state. */
export const availabilities = ['open', 'scheduled', 'ended'] as const;

type Limits = Pick<HostedPage, 'valid_from' | 'valid_until' | 'max_scans' | 'scans_counted'>;

export function readAvailability(page: Limits, now: Date): (typeof availabilities)[number] {
  if (isOver(page, now) || isUsedUp(page)) return 'ended';
  return page.valid_from && now < page.valid_from ? 'scheduled' : 'open';
}

/** True if the time of a page has ended, whether or not it has scans left. */
export const isOver = ({ valid_until }: Limits, now: Date): boolean => valid_until !== undefined && now >= valid_until;

const isUsedUp = ({ max_scans, scans_counted = 0 }: Limits): boolean =>
  max_scans !== undefined && scans_counted >= max_scans;
