import { errors } from '../../shared/contract/errors.js';
import { text } from '../../shared/contract/fields.js';
import type { Account, MemberCollections } from './collections.js';

type Store = Pick<MemberCollections, 'accounts'>;

export const accountId = text({ maxLength: 100, pattern: '^[\\w.-]+$', shape: 'letters, digits, dots, dashes' });

/** @throws ApiError 404 */
export async function accountOf({ accounts }: Store, account: string): Promise<Account> {
  const found = await accounts.findOne({ _id: account });
  if (!found) throw errors.accountUnknown({ account });
  return found;
}

/**
 * Refuses what a closed account must not get.
 *
 * @throws ApiError 404 or 409
 */
export async function requireNotClosed(store: Store, account: string): Promise<Account> {
  const found = await accountOf(store, account);
  if (found.closed) throw errors.accountIsClosed({ account });
  return found;
}

/**
 * Refuses what only an account in good standing may do: everything that costs, or changes what others see or may call.
 *
 * @throws ApiError 404 for an unknown account, 403 for a suspended one, 409 for a closed one
 */
export async function requireOpenAccount(store: Store, account: string): Promise<void> {
  const { suspended } = await requireNotClosed(store, account);
  if (suspended) throw errors.accountSuspended();
}
