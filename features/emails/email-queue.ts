import type { Queue } from 'bullmq';
import type { Redis } from '../../shared/process/redis.js';
import { openQueue } from '../../shared/queue/queues.js';

/** Queue of emails. The pool `deliver` serves it; webhooks have another queue, so that neither waits for the other. */
export const EMAIL_QUEUE = 'email';

/** The member who has sent an invitation. */
export interface InvitationSender {
  /** Id of the invitation. */
  invitation: string;
  /** Name of the account. */
  account: string;
  /** Email address of the member. */
  member: string;
  /** Role that the invited person gets. */
  role: string;
}

/** Content of an email, by its kind. */
export type Email =
  /** A code and a link that sign in or up. The worker checks that the address may, so that responses do not reveal it. */
  | {
      kind: 'sign-in';
      link: string;
      /** Absent from emails that an earlier version has enqueued. */
      code?: string;
      minutes: number;
      /** True for a known browser, which has a limit of its own. */
      isKnown: boolean;
    }
  /** A link that accepts an invitation. The worker checks that the invitation still holds. `by` is set unless an operator has sent it. */
  | { kind: 'invitation'; link: string; until: string; by?: InvitationSender }
  /** A notice to a member. The closing says why they receive it. */
  | {
      kind: 'notice';
      subject: string;
      paragraphs: string[];
      action?: { text: string; link: string };
      closing?: string[];
      /** Small files. */
      attachments?: Attachment[];
    };

/** A file of an email. */
export interface Attachment {
  filename: string;
  contentType: string;
  base64: string;
}

/** An email to one address. */
export interface EmailJob {
  to: string;
  email: Email;
  /** Time from which it is no longer sent, in ms since 1970. */
  expires: number;
  /** Set once it is counted against the limits of its address, so that further attempts count nothing. */
  counted?: true;
}

/** Attempts, and the wait before the second one; each further wait is twice as long: half an hour in all. */
const ATTEMPTS = 9;
const FIRST_WAIT_MS = 7_000;

export type EmailQueue = Queue<EmailJob, void>;

export const openEmailQueue = (redis: Redis, onError: (error: unknown) => void): EmailQueue =>
  openQueue(EMAIL_QUEUE, redis, onError);

/**
 * Enqueues an email. Nothing of it stays in Redis once it is sent or has failed.
 *
 * @param id letters, digits and dashes; an email with the id of one that is waiting is the same email
 * @param rememberMs time for which an email with the id of one that was sent is the same email; Redis stores the id alone
 */
export async function enqueueEmail(queue: EmailQueue, id: string, job: EmailJob, rememberMs?: number): Promise<void> {
  await queue.add(job.email.kind, job, {
    jobId: id,
    ...(rememberMs !== undefined && { deduplication: { id, ttl: rememberMs } }),
    attempts: ATTEMPTS,
    backoff: { type: 'exponential', delay: FIRST_WAIT_MS },
    removeOnComplete: true,
    removeOnFail: true,
  });
}
