import { createHash } from 'node:crypto';
import { type EmailQueue, enqueueEmail } from '../shared/mail/email-queue.js';
import type { Clock } from '../shared/process/clock.js';

const DAY_MS = 86_400_000;
/** Longer than a deletion can take, in ms. */
const REMEMBERED_MS = 30 * DAY_MS;

/** Dependencies of farewell emails. */
export interface FarewellContext {
  mail: EmailQueue;
  clock: Clock;
}

/** Enqueues the email that tells a member of the deletion of the account, once however often it is called. */
export async function sayGoodbye({ mail, clock }: FarewellContext, account: string, to: string): Promise<void> {
  const email = {
    kind: 'notice' as const,
    subject: 'Your account at utility-api is deleted',
    paragraphs: [
      'Your account has been deleted, as its owner requested. Its keys are refused, its pages and webhooks are gone. What the law has us keep of its receipts is kept apart.',
      'If you know nothing of it, answer to this mail.',
    ],
  };
  const expires = clock.now().getTime() + DAY_MS;
  await enqueueEmail(mail, jobIdOf(account, to), { to, email, expires }, REMEMBERED_MS);
}

/** Id of the job, from which the address cannot be derived. */
const jobIdOf = (account: string, to: string): string =>
  `deleted-${createHash('sha256').update(`${account} ${to}`).digest('hex').slice(0, 40)}`;
