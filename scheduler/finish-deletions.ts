import { openEmailQueue } from '../shared/mail/email-queue.js';
import { portalSessions } from '../shared/members/sessions.js';
import type { OneByOne } from '../shared/process/one-by-one.js';
import type { Disks } from '../shared/storage/disks.js';
import { Quota } from '../shared/storage/quota.js';
import type { Collections } from '../shared/store/collections.js';
import { type DeletionContext, deleteAccount } from './delete-account.js';
import { sayGoodbye } from './goodbye.js';
import type { Task } from './run-tasks.js';

/** Pause between two attempts at a deletion that has begun, in ms. */
const PAUSE_MS = 20_000;
const MOST_AT_ONCE = 50;

/** Deletes the accounts whose deletion is due, and continues deletions that were interrupted or may still have something in flight. */
export const finishDeletions: Task = {
  name: 'finish-deletions',
  schedule: '*/20 * * * * *',
  atStart: true,
  async run({ store, clock, queueClock, redis, config, disks, log, each }) {
    const quota = new Quota(store.keptBytes, clock, config);
    const sessions = portalSessions(redis, queueClock);
    const mail = openEmailQueue(redis, (err) => log.warn({ err }, 'connection trouble'));
    const goodbye = async (...member: [string, string]) => {
      // Where no mail is sent, nobody would ever fetch it.
      if (config.MAIL_FROM) await sayGoodbye({ mail, clock }, ...member);
    };
    const deleteFiles = (account: string) => deleteAccountFiles(store.files, disks, account);
    try {
      const context = { store, quota, sessions, deleteFiles, sayGoodbye: goodbye };
      return { deleted: await deleteAll(context, clock.now(), each) };
    } finally {
      await mail.close();
    }
  },
};

/** Deletes the files that an account has saved. Files on a disk that is no longer configured stay. */
async function deleteAccountFiles(files: Collections['files'], disks: Disks, account: string): Promise<void> {
  for await (const { _id } of files.find({ account })) {
    const [name = '', path = ''] = _id.split(/:(.*)/s, 2);
    await (await disks.get(name))?.delete(path);
    await files.deleteOne({ _id });
  }
}

/** Continues all deletions, those first whose last attempt is the longest ago. @returns their number */
async function deleteAll(context: DeletionContext, now: Date, each: OneByOne): Promise<number> {
  const { accounts } = context.store;
  const only = { projection: { _id: 1 }, limit: MOST_AT_ONCE } as const;
  const begun = { deleting: { $lt: new Date(now.getTime() - PAUSE_MS) } };
  const found = [
    ...(await accounts.find({ 'deletion.due': { $lte: now } }, { ...only, sort: { 'deletion.due': 1 } }).toArray()),
    ...(await accounts.find(begun, { ...only, sort: { deleting: 1 } }).toArray()),
  ];
  return each(
    found,
    ({ _id }) => _id,
    ({ _id }) => deleteAccount(context, _id, now),
  );
}
