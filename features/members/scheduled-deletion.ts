import { DELETION_GRACE_DAYS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import type { MemberCollections } from './collections.js';
import { newNotice } from './notices.js';

type Store = Pick<MemberCollections, 'accounts'>;

const DAY_MS = 86_400_000;

/**
 * Schedules the deletion of an account, and notifies its members. A deletion that is scheduled already keeps its date.
 *
 * @throws ApiError 409 for a closed account
 */
export async function scheduleDeletion({ accounts }: Store, account: string, now: Date): Promise<void> {
  const due = new Date(now.getTime() + DELETION_GRACE_DAYS * DAY_MS);
  const date = due.toISOString().slice(0, 10);
  const notice = newNotice('members', now, `Your account will be deleted on ${date}`, [
    `The owner of your account at utility-api has requested its deletion. It will be deleted on ${date} (UTC).`,
    'Until then everything works as before, but nothing is bought automatically. The owner can cancel the deletion in the portal.',
    'If you did not expect this, reply to this email before that date.',
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
export async function cancelDeletion({ accounts }: Store, account: string, by: string, now: Date): Promise<void> {
  const notice = newNotice('members', now, 'The deletion of your account is cancelled', [
    `${by} has cancelled the deletion of your account at utility-api. The account stays as it is.`,
  ]);
  const { matchedCount } = await accounts.updateOne(
    { _id: account, deletion: { $exists: true } },
    { $unset: { deletion: true }, $push: { notices: notice } },
  );
  if (matchedCount === 0) throw errors.deletionNotScheduled({ account });
}
