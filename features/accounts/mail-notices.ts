import { createHash } from 'node:crypto';
import type { Config } from '../../shared/process/config.js';
import { baseUrl } from '../../shared/process/config.js';
import type { Redis } from '../../shared/process/redis.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import { type EmailQueue, enqueueEmail, openEmailQueue } from '../emails/index.js';
import { type Account, ensureOwner, type MemberCollections, type Notice } from '../members/index.js';

/** Maximum number of accounts whose notices one run sends. */
const MOST_AT_ONCE = 100;
const DAY_MS = 86_400_000;
/** Reason for a notice, by its recipients. */
const WHY: Record<Notice['to'], string> = {
  owner: 'You receive this email because you own the account.',
  members: 'You receive this email because you are a member of the account.',
};
/** Age at which a notice is dropped instead of mailed, in ms. */
const STALE_MS = 14 * DAY_MS;

/** Sends the notices that are stored in documents of accounts. They are stored there so that their authors need no Redis. */
export const mailNotices: ScheduledTask<{
  readonly store: Pick<MemberCollections, 'accounts' | 'members'>;
  readonly redis: Redis;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'MAIL_FROM' | 'PORT'>;
}> = {
  name: 'mail-notices',
  schedule: '*/5 * * * * *',
  atStart: true,
  async run({ store, redis, config, clock, each, log }) {
    const found = await store.accounts
      .find({ 'notices.id': { $gt: '' } }, { projection: { notices: 1 }, limit: MOST_AT_ONCE })
      .toArray();
    if (found.length === 0) return {};
    const freshFrom = new Date(clock.now().getTime() - STALE_MS);
    const queue = openEmailQueue(redis, (err) => log.warn({ err }, 'redis connection failed'));
    const mailAll = async (account: Account) => {
      for (const notice of account.notices ?? []) {
        if (config.MAIL_FROM && notice.at > freshFrom) {
          const expires = clock.now().getTime() + DAY_MS;
          await mail(store, queue, account._id, notice, { link: `${baseUrl(config)}/account/settings`, expires });
        }
        await store.accounts.updateOne({ _id: account._id }, { $pull: { notices: { id: notice.id } } });
      }
    };
    try {
      return { mailed: await each(found, ({ _id }) => _id, mailAll) };
    } finally {
      await queue.close();
    }
  },
};

async function mail(
  store: Pick<MemberCollections, 'accounts' | 'members'>,
  queue: EmailQueue,
  account: string,
  { id, to, subject, paragraphs }: Notice,
  { link, expires }: { link: string; expires: number },
): Promise<void> {
  const email = {
    kind: 'notice' as const,
    subject,
    paragraphs,
    action: { text: 'Open account settings', link },
    closing: [WHY[to]],
  };
  for (const address of await findRecipients(store, account, to))
    await enqueueEmail(queue, createJobId(id, address), { to: address, email, expires }, DAY_MS);
}

async function findRecipients(
  store: Pick<MemberCollections, 'accounts' | 'members'>,
  account: string,
  to: Notice['to'],
): Promise<string[]> {
  if (to === 'owner') return [(await ensureOwner(store, account)) ?? []].flat();
  return (await store.members.find({ account }, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
}

/** Derives the id of a job, equal for a repetition after a crash, so that each recipient gets one email. It does not reveal the address. */
const createJobId = (notice: string, to: string): string =>
  `notice-${createHash('sha256').update(`${notice} ${to}`).digest('hex').slice(0, 40)}`;
