import { createHash } from 'node:crypto';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { AccountLogCollections } from '../account-log/index.js';
import { type BatchCollections, deleteBatches } from '../batches/index.js';
import { archiveBuyers, type PaymentCollections, toBuyer } from '../billing/index.js';
import type { DomainCollections } from '../domains/index.js';
import { type EmailQueue, enqueueEmail } from '../emails/index.js';
import type { KeyCollections } from '../keys/index.js';
import type { Account, MemberCollections, Sessions } from '../members/index.js';
import type { OAuthCollections } from '../oauth/index.js';
import { deletePage, type PageCollections } from '../pages/index.js';
import { deleteClients, deleteRequestLog, type RequestCollections } from '../requests/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import { clearAccount, IN_FLIGHT_MS } from './clear-account.js';

type Store = AccountLogCollections &
  BatchCollections &
  Pick<PageCollections, 'experienceVersions' | 'experiences'> &
  DomainCollections &
  KeyCollections &
  MemberCollections &
  Pick<OAuthCollections, 'oauthTokens'> &
  Pick<PaymentCollections, 'orders' | 'payers' | 'subscriptions'> &
  Pick<LedgerCollections, 'usage'> &
  Pick<RequestCollections, 'requestBodies' | 'requestLog'> &
  Pick<WebhookCollections, 'webhooks'>;

const DAY_MS = 86_400_000;
/** Time for which a farewell email is not sent again; longer than any deletion takes. In ms. */
const FAREWELL_REMEMBERED_MS = 30 * DAY_MS;

/** Dependencies of a deletion. */
interface DeletionContext {
  store: Store;
  quota: Pick<Quota, 'release'>;
  sessions: Pick<Sessions, 'endAll'>;
  /** Deletes its drafts, pictures and sessions of the studio. */
  deleteStudioData(account: string): Promise<void>;
  /** Deletes the files that the account has saved. */
  deleteFiles(account: string): Promise<void>;
  sendFarewell(account: string, to: string): Promise<void>;
}

/**
 * Deletes an account whose deletion is due. It is closed first, so that its keys are refused and nothing of it is served; then all
 * personal data is deleted. The ledger stays, by the account's id, and the buyers that receipts are billed to are stored apart. Each step
 * can be repeated, and the scheduler does so until nothing can be in flight for the account.
 */
export async function deleteAccount(context: DeletionContext, account: string, at: Date): Promise<void> {
  const { store, quota } = context;
  const owner = await begin(store, account, at);
  if (!owner) return;
  // A repetition finds the name deleted, so the first document stays.
  const closedAccount = { ...toBuyer(owner), closed: at };
  await store.closedAccounts.updateOne({ _id: account }, { $setOnInsert: closedAccount }, { upsert: true });
  await clearAccount(store, account);
  await deleteRequestLog(store, account);
  await store.keys.updateMany({ account }, { $set: { name: 'Deleted', ip_ranges: [] }, $unset: { connection: true } });
  await store.oauthTokens.deleteMany({ account });
  await store.payers.updateOne({ _id: account }, { $unset: { method: true } });
  await store.accounts.updateOne(
    { _id: account },
    { $set: { name: 'Deleted account' }, $unset: { billing: true, bodies_since: true, owner: true, notices: true } },
  );
  const pages = store.experiences.find({ account, deleted: { $exists: false } }, { projection: { page: 0 } });
  for await (const page of pages) await deletePage(store, quota, page, at);
  await context.deleteStudioData(account);
  await context.deleteFiles(account);
  await archiveBuyers(store, account);
  await deleteMembers(context, account);
  await store.accountLog.deleteMany({ account });
  const { clearing = at } = owner;
  const hasNoBatches = await deleteBatches(store, account);
  if (!hasNoBatches || at.getTime() - clearing.getTime() <= IN_FLIGHT_MS) return;
  // The last step, as requests in flight are still recorded.
  await deleteClients(store, account);
  await store.accounts.updateOne({ _id: account }, { $unset: { deleting: true, clearing: true } });
}

/**
 * Closes the account and begins its deletion, or continues it, in one write: a deletion either is cancelled or begins, never both.
 */
async function begin({ accounts }: Store, account: string, at: Date): Promise<Account | null> {
  const closed = { at, reason: 'deleted by its owner' };
  return accounts.findOneAndUpdate(
    { _id: account, $or: [{ 'deletion.due': { $lte: at } }, { deleting: { $exists: true } }] },
    [
      {
        $set: {
          deleting: at,
          closed: { $ifNull: ['$closed', { $literal: closed }] },
          clearing: { $ifNull: ['$clearing', at] },
        },
      },
      { $unset: 'deletion' },
    ],
    { returnDocument: 'after' },
  );
}

/**
 * Deletes each member after their farewell email is queued, so that a deletion that is continued still finds whom to notify. Sessions end
 * again after that, as a member may have signed in meanwhile.
 */
async function deleteMembers(
  { store: { members }, sessions, sendFarewell }: DeletionContext,
  account: string,
): Promise<void> {
  const found = await members.find({ account }, { projection: { _id: 1 } }).toArray();
  for (const { _id } of found) {
    await sessions.endAll(_id);
    await sendFarewell(account, _id);
    await members.deleteOne({ _id, account });
    await sessions.endAll(_id);
  }
}

/** Emails a member that the account has been deleted; once, however often it is called. */
export async function sendFarewell(
  { mail, clock }: { mail: EmailQueue; clock: Clock },
  account: string,
  to: string,
): Promise<void> {
  const email = {
    kind: 'notice' as const,
    subject: 'Your utility-api account has been deleted',
    paragraphs: [
      'Your account has been deleted, as its owner requested. Its API keys no longer work, and its hosted pages and webhooks are gone. We keep only the billing records that the law requires.',
      'If you did not expect this, contact us.',
    ],
    closing: ['You receive this email because you were a member of the account.'],
  };
  const expires = clock.now().getTime() + DAY_MS;
  // The id does not reveal the address.
  const id = `deleted-${createHash('sha256').update(`${account} ${to}`).digest('hex').slice(0, 40)}`;
  await enqueueEmail(mail, id, { to, email, expires }, FAREWELL_REMEMBERED_MS);
}
