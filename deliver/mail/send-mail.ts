import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { createTransport } from 'nodemailer';
import { MAIL_QUEUE, type Mail } from '../../shared/mail/queue.js';
import type { MemberCollections } from '../../shared/members/collections.js';
import { SignInEmails } from '../../shared/members/sign-in-emails.js';
import { standingOf } from '../../shared/members/standing.js';
import { type Clock, within } from '../../shared/process/clock.js';
import { type Config, required } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import { LONGEST_BLOCK_MS } from '../../shared/process/notice-silence.js';
import type { Redis } from '../../shared/process/redis.js';
import { queuePrefix } from '../../shared/queue/queues.js';
import { contentOf, layOut } from './compose.js';

/** Mails that one process sends side by side, each over a connection that is kept. */
const SIDE_BY_SIDE = 5;
/** How long a server may take to greet, to answer one command, and to take a mail altogether, in ms. */
const ANSWER_WITHIN_MS = 10_000;
const SENT_WITHIN_MS = 30_000;
/** The mail of a killed process is taken over after at most lock + check. In ms. */
const LOCK_MS = 40_000;
const STALLED_CHECK_MS = 20_000;

/** What nodemailer calls the refusal of an address, and of a mail; others, such as of a password, an operator may mend. */
const REFUSED = new Set(['EENVELOPE', 'EMESSAGE']);

interface Post {
  store: MemberCollections;
  redis: Redis;
  /** Of the store. */
  clock: Clock;
  /** Of Redis. */
  queueClock: Clock;
  log: Logger;
  onError: (error: unknown) => void;
}

/**
 * Sends the mail that is queued, until it is stopped. What a server takes a moment too late may be sent twice, under the same
 * Message-ID; none is lost before it expires. Neither addresses nor what a mail says get into a log or an error.
 *
 * @throws ConfigError with MAIL_FROM and without SMTP_URL
 */
export function sendMail(config: Config, { store, redis, clock, queueClock, log, onError }: Post) {
  if (!config.MAIL_FROM) return { stop: async () => {} };
  const { MAIL_FROM: from, MAIL_REPLY_TO: replyTo } = config;
  const transport = createTransport({
    url: required(config, 'SMTP_URL'),
    pool: true,
    maxConnections: SIDE_BY_SIDE,
    connectionTimeout: ANSWER_WITHIN_MS,
    greetingTimeout: ANSWER_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  const emails = new SignInEmails(redis);

  /** False for a sign-in email that exceeds the limits of its address or inbox. */
  const isWithinLimits = async (job: Job<Mail, object>, isNew: boolean): Promise<boolean> => {
    const { to, letter, counted } = job.data;
    if (letter.kind !== 'sign-in' || letter.isKnown || counted) return true;
    if (!(await emails.count(to, isNew))) return false;
    await job.updateData({ ...job.data, counted: true });
    return true;
  };

  const send = async (job: Job<Mail, object>): Promise<object> => {
    const {
      id,
      data: { to, letter, expires },
    } = job;
    if (expires <= queueClock.now().getTime()) throw new UnrecoverableError('it is of no use any more');
    const standing = letter.kind === 'notice' ? undefined : await standingOf(store, config, to, clock.now());
    if (standing?.is === 'stranger' || (letter.kind === 'invitation' && standing?.is !== 'invited')) return {};
    const isNew = standing !== undefined && standing.is !== 'member';
    if (!(await isWithinLimits(job, isNew))) return {};
    const mail = { from, to, ...(replyTo && { replyTo }), ...layOut(contentOf(letter, isNew)) };
    const sending = transport.sendMail({ ...mail, messageId: `<${id}@${hostOf(from)}>` }).then(
      () => true,
      (error: unknown) => {
        throw nameless(error);
      },
    );
    if (!(await within(SENT_WITHIN_MS, sending))) throw new Error('the mail server took too long');
    return {};
  };

  const opts = {
    connection: redis,
    prefix: queuePrefix(MAIL_QUEUE),
    concurrency: SIDE_BY_SIDE,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    drainDelay: LONGEST_BLOCK_MS / 1_000,
  };
  const worker = new Worker<Mail, object>(MAIL_QUEUE, send, opts);
  worker.on('error', onError);
  worker.on('failed', (job, error) => {
    log.warn({ kind: job?.data.letter.kind, attempts: job?.attemptsMade, why: error.message }, 'a mail was not sent');
  });
  return {
    async stop() {
      await worker.close();
      transport.close();
    },
  };
}

/** What a mail server said, without the addresses and words that it may have repeated. A refusal for good is tried no more. */
function nameless(error: unknown): Error {
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error);
  const told = `the mail server: ${String(code ?? 'no answer')}${typeof responseCode === 'number' ? ` ${responseCode}` : ''}`;
  const isForGood = typeof responseCode === 'number' && responseCode >= 500 && REFUSED.has(String(code));
  return isForGood ? new UnrecoverableError(told) : new Error(told);
}

/** The host of an address as it stands in a From line. */
const hostOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
