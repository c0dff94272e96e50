import { catalogue } from '../contract/catalogue/index.js';
import { errors } from '../contract/errors.js';
import type { Key } from '../store/collections.js';
import { ALL } from './scopes.js';

type Limits = Readonly<Record<string, number>>;

/** Calls per second of a key by group, unless the key has limits of its own: the groups whose limits members may lower. */
export const defaultLimits: ReadonlyMap<string, number> = new Map(
  catalogue.map(({ group }) => [group.id, group.ratePerSecond]),
);

/** What operators may limit besides groups: all of them, agents, calls with test keys, and routes that are no endpoints. */
const OPERATORS_ONLY = [ALL, 'mcp', 'test', 'service'];

const limited = [...defaultLimits.keys(), ...OPERATORS_ONLY];

/**
 * Checks that limits name what is limited.
 *
 * @throws ApiError 422 for the first name that does not
 */
export function checkLimits(limits: Limits): void {
  const unknown = Object.keys(limits).find((name) => !limited.includes(name));
  if (unknown !== undefined) throw errors.limitGroupUnknown({ group: unknown, groups: limited.join(', ') });
}

/** Returns the highest limit that a member may give a key in a group: the group's own, or what an operator has granted. */
export function ceilingOf(key: Pick<Key, 'limits' | 'granted'> | undefined, group: string): number {
  const granted = grantedTo(key);
  return Math.max(defaultLimits.get(group) ?? 0, granted[group] ?? 0, granted[ALL] ?? 0);
}

/** Limits that operators have set; members may have lowered them since. */
const grantedTo = (key: Pick<Key, 'limits' | 'granted'> | undefined): Limits => key?.granted ?? key?.limits ?? {};

/**
 * Returns the limits of a key as a member sets them, with what operators had granted before beside them.
 *
 * @param wanted of the groups that members may limit; those of others stay
 */
export function limitsOfMember(key: Pick<Key, 'limits' | 'granted'>, wanted: Limits): Pick<Key, 'limits' | 'granted'> {
  const others = Object.entries(key.limits).filter(([group]) => !defaultLimits.has(group));
  return { limits: { ...Object.fromEntries(others), ...wanted }, granted: { ...grantedTo(key) } };
}
