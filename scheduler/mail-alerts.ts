import { createHash } from 'node:crypto';
import type { Alert } from '../shared/alerts/collections.js';
import { type MailQueue, openMailQueue, post } from '../shared/mail/queue.js';
import { baseUrl } from '../shared/process/config.js';
import type { Collections } from '../shared/store/collections.js';
import { letterOf } from './alert-letters.js';
import type { Task } from './run-tasks.js';

const MOST_AT_ONCE = 500;
/** An alert is news for a day: what is older, as when mail was off until now, is not mailed. */
const NEWS_MS = 24 * 3_600_000;

/**
 * Mails alerts to the members of their accounts. Alerts wait for it in the store, as not everybody who notices one has Redis, and
 * nobody who does is to wait for it.
 */
export const mailAlerts: Task = {
  name: 'mail-alerts',
  schedule: '*/5 * * * * *',
  atStart: true,
  async run({ store, redis, config, clock, queueClock, each, log }) {
    if (!config.MAIL_FROM) return {};
    const waiting = await store.alerts.find({ unmailed: true }, { limit: MOST_AT_ONCE }).toArray();
    if (waiting.length === 0) return {};
    const queue = openMailQueue(redis, (err) => log.warn({ err }, 'connection trouble'));
    const times = { news: new Date(clock.now().getTime() - NEWS_MS), expires: queueClock.now().getTime() + NEWS_MS };
    let mailed = 0;
    try {
      const handle = async (alert: Alert) => {
        if (alert.at > times.news)
          mailed += await mail(store, queue, alert, `${baseUrl(config)}/account`, times.expires);
        await store.alerts.updateOne({ _id: alert._id }, { $unset: { unmailed: true } });
      };
      await each(waiting, ({ _id }) => _id, handle);
    } finally {
      await queue.close();
    }
    return { mailed };
  },
};

/** Posts the letter about an alert to each member that wants it. Returns to how many. */
async function mail(
  { accounts, members }: Pick<Collections, 'accounts' | 'members'>,
  queue: MailQueue,
  alert: Alert,
  portal: string,
  expires: number,
): Promise<number> {
  const letter = letterOf(alert, portal);
  const account = letter && (await accounts.findOne({ _id: alert.account }));
  if (!letter || !account || account.closed || account.no_alert_mail) return 0;
  const recipients = await members.find({ account: alert.account }, { projection: { _id: 1 } }).toArray();
  for (const { _id: to } of recipients) await post(queue, jobOf(alert, to), { to, letter, expires }, NEWS_MS);
  return recipients.length;
}

/** One mail for each alert and member, also when it is posted again after a crash. */
const jobOf = ({ _id }: Alert, to: string): string =>
  `alert-${createHash('sha256').update(`${_id} ${to}`).digest('hex').slice(0, 40)}`;
