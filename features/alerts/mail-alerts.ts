import { createHash } from 'node:crypto';
import { baseUrl, type Config } from '../../shared/process/config.js';
import type { Redis } from '../../shared/process/redis.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import { type EmailQueue, enqueueEmail, openEmailQueue } from '../emails/index.js';
import type { MemberCollections } from '../members/index.js';
import { writeAlertEmail } from './alert-emails.js';
import type { Alert, AlertCollections } from './collections.js';

type Store = Pick<AlertCollections, 'alerts'> & Pick<MemberCollections, 'accounts' | 'members'>;

const MOST_AT_ONCE = 500;
/** Age from which an alert is no longer mailed, such as after email was off. */
const NEWS_MS = 24 * 3_600_000;

/** Enqueues the emails of alerts. Alerts wait in the store, as their writers may have no Redis. */
export const mailAlerts: ScheduledTask<{
  readonly store: Store;
  readonly redis: Redis;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'MAIL_FROM' | 'PORT'>;
}> = {
  name: 'mail-alerts',
  schedule: '*/5 * * * * *',
  atStart: true,
  async run({ store, redis, config, clock, each, log }) {
    if (!config.MAIL_FROM) return {};
    const waiting = await store.alerts.find({ unmailed: true }, { limit: MOST_AT_ONCE }).toArray();
    if (waiting.length === 0) return {};
    const queue = openEmailQueue(redis, (err) => log.warn({ err }, 'redis connection failed'));
    const now = clock.now().getTime();
    const times = { news: new Date(now - NEWS_MS), expires: now + NEWS_MS };
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

/** Enqueues the email about an alert for each member of the account, unless it has switched such email off. @returns their number */
async function mail(
  { accounts, members }: Pick<MemberCollections, 'accounts' | 'members'>,
  queue: EmailQueue,
  alert: Alert,
  portal: string,
  expires: number,
): Promise<number> {
  const email = writeAlertEmail(alert, portal);
  const account = email && (await accounts.findOne({ _id: alert.account }));
  if (!email || !account || account.closed || account.no_alert_mail) return 0;
  const recipients = await members.find({ account: alert.account }, { projection: { _id: 1 } }).toArray();
  for (const { _id: to } of recipients)
    await enqueueEmail(queue, hashJobId(alert, to), { to, email, expires }, NEWS_MS);
  return recipients.length;
}

/** Id of the job, equal for a repetition after a crash, so that each member gets one email. */
const hashJobId = ({ _id }: Alert, to: string): string =>
  `alert-${createHash('sha256').update(`${_id} ${to}`).digest('hex').slice(0, 40)}`;
