import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Key } from '../../shared/store/collections.js';
import { covers } from '../access/authenticator.js';
import { limitOf } from '../steps/throttle.js';

/** Calls per second that a key may make, by group. */
export const limitsOf = (key: Key): Record<string, number> =>
  Object.fromEntries(
    [...new Set(catalogue.map(({ group }) => group))]
      .filter(({ id }) => covers(key.scopes, id))
      .map(({ id, ratePerSecond }) => [id, limitOf(key, id, ratePerSecond)]),
  );
