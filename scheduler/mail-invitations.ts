import { createHash } from 'node:crypto';
import { openMailQueue, post } from '../shared/mail/queue.js';
import type { Invitation } from '../shared/members/collections.js';
import { baseUrl } from '../shared/process/config.js';
import type { Task } from './run-tasks.js';

const MOST_AT_ONCE = 100;

/**
 * Mails invitations. They wait for it in the store, as who invites need not have Redis. One whose posting is cut off is posted again with the
 * same link, and is the same mail.
 */
export const mailInvitations: Task = {
  name: 'mail-invitations',
  schedule: '*/5 * * * * *',
  atStart: true,
  async run({ store: { invitations }, redis, config, clock, queueClock, each, log }) {
    if (!config.MAIL_FROM) return {};
    const waiting = { unmailed: { $gt: '' }, expires: { $gt: clock.now() } };
    const found = await invitations.find(waiting, { limit: MOST_AT_ONCE }).toArray();
    if (found.length === 0) return {};
    const queue = openMailQueue(redis, (err) => log.warn({ err }, 'connection trouble'));
    try {
      const mail = async ({ _id: to, unmailed: secret = '', expires }: Invitation) => {
        // In the query: paths are logged.
        const link = `${baseUrl(config)}/account/login/invitation?token=${secret}`;
        const letter = { kind: 'invitation' as const, link, until: expires.toISOString() };
        const left = expires.getTime() - clock.now().getTime();
        await post(queue, jobOf(secret), { to, letter, expires: queueClock.now().getTime() + left }, left);
        const mailed = { $set: { mailed: clock.now() }, $unset: { unmailed: true as const } };
        await invitations.updateOne({ _id: to, unmailed: secret }, mailed);
      };
      // Logs name nobody.
      return { mailed: await each(found, ({ unmailed = '' }) => jobOf(unmailed), mail) };
    } finally {
      await queue.close();
    }
  },
};

/** Tells nothing of the secret, which the id of a mail does not keep. */
const jobOf = (secret: string): string =>
  `invitation-${createHash('sha256').update(`mail ${secret}`).digest('hex').slice(0, 40)}`;
