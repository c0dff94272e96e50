import { catalogue } from '../../shared/contract/catalogue/index.js';
import { errors } from '../../shared/contract/errors.js';
import type { Key } from './collections.js';
import { ALL } from './scopes.js';

type Limits = Readonly<Record<string, number>>;

/** Calls per second of a key by group, unless the key has limits of its own: the groups whose limits members may lower. */
export const defaultLimits: ReadonlyMap<string, number> = new Map(
  catalogue.map(({ group }) => [group.id, group.ratePerSecond]),
);

/** Names that only operators may limit: all groups, agents, test keys, and service routes. */
const OPERATORS_ONLY = [ALL, 'mcp', 'test', 'service'];

const limitNames = [...defaultLimits.keys(), ...OPERATORS_ONLY];

/**
 * Checks the names of limits.
 *
 * @throws ApiError 422 for the first unknown name
 */
export function checkLimits(limits: Limits): void {
  const unknown = Object.keys(limits).find((name) => !limitNames.includes(name));
  if (unknown !== undefined) throw errors.limitGroupUnknown({ group: unknown, groups: limitNames.join(', ') });
}

/** Returns the highest limit that a member may give a key in a group: the group's own, or what an operator has granted. */
export function findCeiling(key: Pick<Key, 'limits' | 'granted'> | undefined, group: string): number {
  const granted = findGranted(key);
  return Math.max(defaultLimits.get(group) ?? 0, granted[group] ?? 0, granted[ALL] ?? 0);
}

/** Returns the limits that operators have set; members may have lowered them since. */
const findGranted = (key: Pick<Key, 'limits' | 'granted'> | undefined): Limits => key?.granted ?? key?.limits ?? {};

/** Returns the latest expiry that a member may give a key; null is any. */
export const findLatestExpiry = ({ granted_until, expires }: Pick<Key, 'granted_until' | 'expires'>): Date | null =>
  granted_until === undefined ? expires : granted_until;

/**
 * Applies the limits that a member has requested. Limits that only operators set stay, and what they have granted is stored.
 *
 * @param requested limits by group, of the groups that members may limit
 */
export function applyMemberLimits(
  key: Pick<Key, 'limits' | 'granted'>,
  requested: Limits,
): Pick<Key, 'limits' | 'granted'> {
  const others = Object.entries(key.limits).filter(([group]) => !defaultLimits.has(group));
  return { limits: { ...Object.fromEntries(others), ...requested }, granted: { ...findGranted(key) } };
}

/** Returns the requests per second that a key may send in a group: its own limit, its limit for all groups, or the group's. */
export const findLimit = (key: Key, group: string, ratePerSecond: number): number =>
  key.limits[group] ?? key.limits[ALL] ?? ratePerSecond;
