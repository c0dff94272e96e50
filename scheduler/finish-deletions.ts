import { openMailQueue } from '../shared/mail/queue.js';
import { deleteAccount, type Office } from '../shared/members/delete-account.js';
import { sayGoodbye } from '../shared/members/goodbye.js';
import { portalSessions } from '../shared/members/sessions.js';
import type { OneByOne } from '../shared/process/one-by-one.js';
import { Quota } from '../shared/storage/quota.js';
import type { Task } from './run-tasks.js';

/** A deletion that began so long ago has been cut short, in ms: a front gives up an answer long before. */
const CUT_SHORT_MS = 120_000;
const MOST_AT_ONCE = 50;

/** Brings deletions of accounts to their end that a front has begun, and died over. */
export const finishDeletions: Task = {
  name: 'finish-deletions',
  schedule: '20 * * * * *',
  atStart: true,
  async run({ store, clock, queueClock, redis, config, log, each }) {
    const quota = new Quota(store.keptBytes, clock, config);
    const sessions = portalSessions(redis, queueClock);
    const mail = openMailQueue(redis, (err) => log.warn({ err }, 'connection trouble'));
    const goodbye = async (...member: [string, string]) => {
      // Where no mail is sent, nobody would ever fetch it.
      if (config.MAIL_FROM) await sayGoodbye({ mail, queueClock }, ...member);
    };
    try {
      return { deleted: await finishAll({ store, quota, sessions, sayGoodbye: goodbye }, clock.now(), each) };
    } finally {
      await mail.close();
    }
  },
};

/** Finishes the deletions that were cut short, those first that were tried longest ago. Harmless to repeat. @returns how many */
async function finishAll(office: Office, now: Date, each: OneByOne): Promise<number> {
  const cutShort = { deleting: { $lt: new Date(now.getTime() - CUT_SHORT_MS) } };
  const found = await office.store.accounts
    .find(cutShort, { projection: { _id: 1 }, sort: { deleting: 1 }, limit: MOST_AT_ONCE })
    .toArray();
  return each(
    found,
    ({ _id }) => _id,
    ({ _id }) => deleteAccount(office, _id, now),
  );
}
