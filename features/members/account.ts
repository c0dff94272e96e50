import { nanoid } from 'nanoid';
import { DELETION_GRACE_DAYS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { text } from '../../shared/contract/fields.js';
import type { Account, MemberCollections, Notice } from './collections.js';

type Accounts = Pick<MemberCollections, 'accounts'>;
type AccountsAndMembers = Pick<MemberCollections, 'accounts' | 'members'>;

const DAY_MS = 86_400_000;

/** Schema of an account's id. */
export const accountId = text({ maxLength: 100, pattern: '^[\\w.-]+$', shape: 'letters, digits, dots, dashes' });

/** Returns an account. @throws ApiError 404 */
export async function requireAccount({ accounts }: Accounts, account: string): Promise<Account> {
  const found = await accounts.findOne({ _id: account });
  if (!found) throw errors.accountUnknown({ account });
  return found;
}

/**
 * Returns an account that is not closed.
 *
 * @throws ApiError 404 or 409
 */
export async function requireNotClosed(store: Accounts, account: string): Promise<Account> {
  const found = await requireAccount(store, account);
  if (found.closed) throw errors.accountIsClosed({ account });
  return found;
}

/**
 * Refuses what only an account in good standing may do: everything that costs, or changes what others see or may call.
 *
 * @throws ApiError 404 for an unknown account, 403 for a suspended one, 409 for a closed one
 */
export async function requireOpenAccount(store: Accounts, account: string): Promise<Account> {
  const found = await requireNotClosed(store, account);
  if (found.suspended) throw errors.accountSuspended();
  return found;
}

/**
 * Returns the address of the account's owner: the stored one, or else the member who joined first. Undefined for an account without
 * members.
 */
export async function findOwner(
  { accounts, members }: AccountsAndMembers,
  account: string,
): Promise<string | undefined> {
  const found = await accounts.findOne({ _id: account }, { projection: { owner: 1 } });
  if (found?.owner !== undefined) return found.owner;
  const first = await members.findOne({ account }, { sort: { created: 1, _id: 1 }, projection: { _id: 1 } });
  return first?._id;
}

/** Returns the owner, and stores it, so that it no longer changes with the members. */
export async function ensureOwner(store: AccountsAndMembers, account: string): Promise<string | undefined> {
  const owner = await findOwner(store, account);
  if (owner === undefined) return undefined;
  await store.accounts.updateOne({ _id: account, owner: { $exists: false } }, { $set: { owner } });
  // Another process may have stored another owner meanwhile.
  return findOwner(store, account);
}

/** Creates an email about an account, to be stored in the account's document. The scheduler sends it, so that no other process has to. */
export const createNotice = (to: Notice['to'], at: Date, subject: string, paragraphs: string[]): Notice => ({
  id: nanoid(),
  at,
  to,
  subject,
  paragraphs,
});

/**
 * Schedules the deletion of an account, and notifies its members. A deletion that is scheduled already keeps its date.
 *
 * @throws ApiError 409 for a closed account
 */
export async function scheduleDeletion({ accounts }: Accounts, account: string, now: Date): Promise<void> {
  const due = new Date(now.getTime() + DELETION_GRACE_DAYS * DAY_MS);
  const date = due.toISOString().slice(0, 10);
  const notice = createNotice('members', now, `Your account will be deleted on ${date}`, [
    `The owner of your utility-api account has scheduled its deletion. The account will be deleted on ${date} (UTC).`,
    'Until then, everything keeps working, except for automatic top-ups. The owner can cancel the deletion in the portal.',
    'If you did not expect this, contact the owner, or contact us before that date.',
  ]);
  const { matchedCount } = await accounts.updateOne(
    { _id: account, closed: { $exists: false }, deletion: { $exists: false } },
    { $set: { deletion: { requested: now, due } }, $push: { notices: notice } },
  );
  if (matchedCount > 0) return;
  if (!(await accounts.findOne({ _id: account, deletion: { $exists: true } })))
    throw errors.accountIsClosed({ account });
}

/**
 * Cancels a scheduled deletion, and notifies the members.
 *
 * @param by author of the cancellation, as named in the email
 * @throws ApiError 409 when none is scheduled, or it has begun
 */
export async function cancelDeletion({ accounts }: Accounts, account: string, by: string, now: Date): Promise<void> {
  const notice = createNotice('members', now, 'The deletion of your account has been cancelled', [
    `${by} has cancelled the deletion of your utility-api account. The account continues as before.`,
  ]);
  const { matchedCount } = await accounts.updateOne(
    { _id: account, deletion: { $exists: true } },
    { $unset: { deletion: true }, $push: { notices: notice } },
  );
  if (matchedCount === 0) throw errors.deletionNotScheduled({ account });
}
