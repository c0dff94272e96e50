import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { Redis } from '../../shared/process/redis.js';
import type { ScheduledTask, TaskBasics } from '../../shared/process/scheduled-task.js';
import type { StorageCollections } from '../../shared/storage/collections.js';
import type { Disks } from '../../shared/storage/disks.js';
import { Quota } from '../../shared/storage/quota.js';
import type { AccountLogCollections } from '../account-log/index.js';
import type { BatchCollections } from '../batches/index.js';
import type { PaymentCollections } from '../billing/index.js';
import type { DomainCollections } from '../domains/index.js';
import { openEmailQueue } from '../emails/index.js';
import { type ImageLinkCollections, removeLink } from '../image-links/index.js';
import type { KeyCollections } from '../keys/index.js';
import { type Account, createPortalSessions, type MemberCollections } from '../members/index.js';
import type { OAuthCollections } from '../oauth/index.js';
import type { PageCollections } from '../pages/index.js';
import type { RequestCollections } from '../requests/index.js';
import { deleteStudioData, type StudioCollections } from '../studio/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import { clearAccount, IN_FLIGHT_MS } from './clear-account.js';
import { deleteAccount, sendFarewell } from './delete-account.js';

type Store = AccountLogCollections &
  BatchCollections &
  Pick<PageCollections, 'experienceVersions' | 'experiences'> &
  DomainCollections &
  ImageLinkCollections &
  KeyCollections &
  MemberCollections &
  Pick<OAuthCollections, 'oauthTokens'> &
  Pick<PaymentCollections, 'orders' | 'payers' | 'subscriptions'> &
  StorageCollections &
  StudioCollections &
  Pick<LedgerCollections, 'usage'> &
  Pick<RequestCollections, 'requestBodies' | 'requestLog'> &
  Pick<WebhookCollections, 'webhooks'>;

interface Dependencies {
  readonly store: Store;
  readonly redis: Redis;
  /** Clock of Redis. */
  readonly queueClock: Clock;
  readonly config: Pick<Config, 'MAIL_FROM' | 'STORAGE_QUOTA_MIB'>;
  readonly disks: Disks;
}

/** Pause between two attempts at a deletion that has begun, in ms. */
const PAUSE_MS = 20_000;
const MOST_AT_ONCE = 50;

/**
 * Clears closed accounts and deletes those whose deletion is due. Both are repeated until nothing can be in flight for the account,
 * such as requests that were accepted before, which also completes what was interrupted.
 */
export const cleanUpAccounts: ScheduledTask<Dependencies> = {
  name: 'clean-up-accounts',
  schedule: '*/30 * * * * *',
  async run(context) {
    const cleared = await clearClosedAccounts(context);
    const deleted = await continueDeletions(context);
    return { cleared, deleted };
  },
};

/** Clears closed accounts, except those that are being deleted, which their deletion clears. Returns their number. */
async function clearClosedAccounts({ store, clock, each }: TaskBasics & Dependencies): Promise<number> {
  const now = clock.now();
  const clear = async ({ _id, clearing }: Account) => {
    await clearAccount(store, _id);
    if (clearing && now.getTime() - clearing.getTime() > IN_FLIGHT_MS)
      await store.accounts.updateOne({ _id, clearing }, { $unset: { clearing: true } });
  };
  const closed = store.accounts.find({ clearing: { $gt: new Date(0) }, deleting: { $exists: false } });
  return each(closed, ({ _id }) => _id, clear);
}

/** Begins deletions that are due and continues others, those first whose last attempt is the longest ago. Returns their number. */
async function continueDeletions(context: TaskBasics & Dependencies): Promise<number> {
  const { store, clock, queueClock, redis, config, disks, log, each } = context;
  const now = clock.now();
  const only = { projection: { _id: 1 }, limit: MOST_AT_ONCE } as const;
  const begun = { deleting: { $lt: new Date(now.getTime() - PAUSE_MS) } };
  const found = [
    ...(await store.accounts
      .find({ 'deletion.due': { $lte: now } }, { ...only, sort: { 'deletion.due': 1 } })
      .toArray()),
    ...(await store.accounts.find(begun, { ...only, sort: { deleting: 1 } }).toArray()),
  ];
  if (found.length === 0) return 0;
  const mail = openEmailQueue(redis, (err) => log.warn({ err }, 'redis connection failed'));
  const quota = new Quota(store.keptBytes, clock, config);
  const deletion = {
    store,
    quota,
    sessions: createPortalSessions(redis, queueClock),
    deleteStudioData: (account: string) => deleteStudioData({ store, disks, quota }, account),
    async deleteFiles(account: string) {
      await deleteAccountFiles(store.files, disks, account);
      for await (const link of store.imageLinks.find({ account })) await removeLink({ store, disks, quota }, link);
    },
    async sendFarewell(account: string, to: string) {
      // Without a sender the queue is never read.
      if (config.MAIL_FROM) await sendFarewell({ mail, clock }, account, to);
    },
  };
  try {
    return await each(
      found,
      ({ _id }) => _id,
      ({ _id }) => deleteAccount(deletion, _id, now),
    );
  } finally {
    await mail.close();
  }
}

/** Deletes the files that an account has saved. Files on a disk that is no longer configured stay. */
async function deleteAccountFiles(files: StorageCollections['files'], disks: Disks, account: string): Promise<void> {
  for await (const { _id } of files.find({ account })) {
    const [name = '', path = ''] = _id.split(/:(.*)/s, 2);
    await (await disks.get(name))?.delete(path);
    await files.deleteOne({ _id });
  }
}
