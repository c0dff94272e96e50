import { createHash } from 'node:crypto';
import { type EmailQueue, enqueueEmail } from '../shared/mail/email-queue.js';
import type { Clock } from '../shared/process/clock.js';

const DAY_MS = 86_400_000;
/** A deletion is finished long before, however long nobody was there to do it. In ms. */
const REMEMBERED_MS = 30 * DAY_MS;

/** Where goodbyes are posted. */
export interface GoodbyeDesk {
  mail: EmailQueue;
  /** Of Redis. */
  queueClock: Clock;
}

/** Tells a member that the account has been deleted: once, however often and by whomever it is asked for. */
export async function sayGoodbye({ mail, queueClock }: GoodbyeDesk, account: string, to: string): Promise<void> {
  const email = {
    kind: 'notice' as const,
    subject: 'Your account at utility-api is deleted',
    paragraphs: [
      'Your account has been deleted, as its owner requested. Its keys are refused, its pages and webhooks are gone. What the law has us keep of its receipts is kept apart.',
      'If you know nothing of it, answer to this mail.',
    ],
  };
  const expires = queueClock.now().getTime() + DAY_MS;
  await enqueueEmail(mail, idOf(account, to), { to, email, expires }, REMEMBERED_MS);
}

/** Tells nothing of the address. */
const idOf = (account: string, to: string): string =>
  `deleted-${createHash('sha256').update(`${account} ${to}`).digest('hex').slice(0, 40)}`;
