import type { Queue } from 'bullmq';
import type { Redis } from '../process/redis.js';
import { openQueue } from '../queue/queues.js';

/** The queue of mail that is to be sent. */
export const MAIL_QUEUE = 'mail';

/** What a mail says, by its kind. */
export type Letter =
  /** A link that signs somebody in, or up. Whether the address may is found out by who sends it, never by who is asked. */
  | {
      kind: 'sign-in';
      link: string;
      minutes: number;
      /** True for a known browser, which has a limit of its own. */
      isKnown: boolean;
    }
  /** A link that signs up whom an operator has invited. Whether that is still so is found out by who sends it. */
  | { kind: 'invitation'; link: string; until: string }
  /** Something that a member should know. */
  | { kind: 'notice'; subject: string; paragraphs: string[]; action?: { text: string; link: string } };

/** A mail that is to be sent. */
export interface Mail {
  /** One address. */
  to: string;
  letter: Letter;
  /** When it is of no use any more, in ms since 1970. */
  expires: number;
  /** There once the email is counted, so that further attempts count nothing. */
  counted?: true;
}

/** Attempts at a mail, and the wait before the second; each further one is twice as long: half an hour in all. */
const ATTEMPTS = 9;
const FIRST_WAIT_MS = 7_000;

export type MailQueue = Queue<Mail, object>;

export const openMailQueue = (redis: Redis, onError: (error: unknown) => void): MailQueue =>
  openQueue(MAIL_QUEUE, redis, onError);

/**
 * Has a mail sent soon. Nothing stays of it in Redis when it has been, or cannot be.
 *
 * @param id letters, digits, dashes; a mail of the same id that is waiting is the same mail
 * @param rememberedMs for how long one of the same id is still the same mail when it has been sent; Redis keeps the id alone
 */
export async function post(queue: MailQueue, id: string, mail: Mail, rememberedMs?: number): Promise<void> {
  await queue.add(mail.letter.kind, mail, {
    jobId: id,
    ...(rememberedMs !== undefined && { deduplication: { id, ttl: rememberedMs } }),
    attempts: ATTEMPTS,
    backoff: { type: 'exponential', delay: FIRST_WAIT_MS },
    removeOnComplete: true,
    removeOnFail: true,
  });
}
