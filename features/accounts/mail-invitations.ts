import { createHash } from 'node:crypto';
import { baseUrl, type Config } from '../../shared/process/config.js';
import type { Redis } from '../../shared/process/redis.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import { enqueueEmail, type InvitationSender, openEmailQueue } from '../emails/index.js';
import { addressOf, type Invitation, type MemberCollections } from '../members/index.js';

const MOST_AT_ONCE = 100;

/**
 * Enqueues the emails of invitations. They wait in the store, as their authors may have no Redis. One that is interrupted is enqueued again
 * with the same link, and is the same email.
 */
export const mailInvitations: ScheduledTask<{
  readonly store: Pick<MemberCollections, 'accounts' | 'invitations'>;
  readonly redis: Redis;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'MAIL_FROM' | 'PORT'>;
}> = {
  name: 'mail-invitations',
  schedule: '*/5 * * * * *',
  atStart: true,
  async run({ store, redis, config, clock, each, log }) {
    const { invitations } = store;
    if (!config.MAIL_FROM) return {};
    const waiting = { unmailed: { $gt: '' }, expires: { $gt: clock.now() } };
    const found = await invitations.find(waiting, { limit: MOST_AT_ONCE }).toArray();
    if (found.length === 0) return {};
    const queue = openEmailQueue(redis, (err) => log.warn({ err }, 'redis connection failed'));
    try {
      const mail = async (invitation: Invitation) => {
        const { _id, unmailed: secret = '', expires } = invitation;
        const to = addressOf(invitation);
        // In the query: paths are logged.
        const link = `${baseUrl(config)}/account/login/invitation?token=${secret}`;
        const by = await describeSender(store, invitation);
        const email = { kind: 'invitation' as const, link, until: expires.toISOString(), ...(by && { by }) };
        const left = expires.getTime() - clock.now().getTime();
        await enqueueEmail(queue, createJobId(secret), { to, email, expires: expires.getTime() }, left);
        const mailed = { $set: { mailed: clock.now() }, $unset: { unmailed: true as const } };
        await invitations.updateOne({ _id, unmailed: secret }, mailed);
      };
      // Logs contain job ids instead of addresses.
      return { mailed: await each(found, ({ unmailed = '' }) => createJobId(unmailed), mail) };
    } finally {
      await queue.close();
    }
  },
};

/** Describes the sender of an invitation by a member, for its email. */
async function describeSender(
  { accounts }: Pick<MemberCollections, 'accounts'>,
  { _id, account, by, role = 'admin' }: Invitation,
): Promise<InvitationSender | undefined> {
  if (account === undefined || by === undefined) return undefined;
  const found = await accounts.findOne({ _id: account }, { projection: { name: 1 } });
  return { invitation: _id, account: found?.name ?? account, member: by, role };
}

/** Derives the id of a job from a secret, without revealing it. */
const createJobId = (secret: string): string =>
  `invitation-${createHash('sha256').update(`mail ${secret}`).digest('hex').slice(0, 40)}`;
