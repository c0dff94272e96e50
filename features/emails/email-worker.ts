import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { createTransport } from 'nodemailer';
import { type Clock, withTimeout } from '../../shared/process/clock.js';
import { type Config, required } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import type { Redis } from '../../shared/process/redis.js';
import { createDeliverWorkerOptions } from '../../shared/queue/queues.js';
import { classifyAddress, type MemberCollections, SignInEmails } from '../members/index.js';
import { type Attachment, EMAIL_QUEUE, type EmailJob } from './email-queue.js';
import { renderEmail, writeEmail } from './render.js';

/** Emails that a process sends at a time, each over a pooled connection. */
const CONCURRENCY = 5;
/** Timeouts of the mail server, to greet and to respond to a command, and for a whole email; in ms. */
const RESPONSE_TIMEOUT_MS = 10_000;
const SEND_TIMEOUT_MS = 30_000;

/** Longer than an email takes, so that a short outage of Redis does not have it sent twice. In ms. */
const LOCK_MS = 40_000;
const STALLED_CHECK_MS = 20_000;

/** Errors of nodemailer about an address or an email. Others, such as of a password, may pass. */
const REFUSED = new Set(['EENVELOPE', 'EMESSAGE']);

interface Dependencies {
  store: MemberCollections;
  redis: Redis;
  clock: Clock;
  log: Logger;
  onError: (error: unknown) => void;
}

/**
 * Starts the worker that sends emails. An email is lost only when it expires; a worker that dies while it sends one may send it twice,
 * with the same Message-ID. Neither addresses nor content get into a log or an error.
 *
 * @returns undefined without MAIL_FROM
 * @throws ConfigError with MAIL_FROM and without SMTP_URL
 */
export function startEmailWorker(config: Config, { store, redis, clock, log, onError }: Dependencies) {
  if (!config.MAIL_FROM) return undefined;
  const { MAIL_FROM: from, MAIL_REPLY_TO: replyTo } = config;
  const transport = createTransport({
    url: required(config, 'SMTP_URL'),
    pool: true,
    maxConnections: CONCURRENCY,
    connectionTimeout: RESPONSE_TIMEOUT_MS,
    greetingTimeout: RESPONSE_TIMEOUT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const signInEmails = new SignInEmails(redis);

  /** False for a sign-in email that exceeds the limits of its address or inbox. */
  const isWithinLimits = async (job: Job<EmailJob>, isNew: boolean): Promise<boolean> => {
    const { to, email, counted } = job.data;
    if (email.kind !== 'sign-in' || email.isKnown || counted) return true;
    if (!(await signInEmails.count(to, isNew))) return false;
    await job.updateData({ ...job.data, counted: true });
    return true;
  };

  const send = async (job: Job<EmailJob>): Promise<void> => {
    const { id, data } = job;
    const { to, email, expires } = data;
    if (expires <= clock.now().getTime()) throw new UnrecoverableError('expired');
    const standing = email.kind === 'notice' ? undefined : await classifyAddress(store, config, to, clock.now());
    if (email.kind === 'invitation' && email.by) {
      if (!(await store.invitations.findOne({ _id: email.by.invitation, expires: { $gt: clock.now() } }))) return;
    } else if (standing?.is === 'refused' || (email.kind === 'invitation' && standing?.is !== 'invited')) return;
    const isNew = standing !== undefined && standing.is !== 'member';
    if (!(await isWithinLimits(job, isNew))) return;
    const content = renderEmail(writeEmail(email, { isNew, takesReplies: replyTo !== undefined }));
    const messageId = `<${id}@${parseHost(from)}>`;
    const attachments = email.kind === 'notice' ? toMailerFiles(email.attachments) : {};
    const message = { from, to, ...(replyTo && { replyTo }), ...content, ...attachments, messageId };
    const sending = transport.sendMail(message).then(
      () => true,
      (error: unknown) => {
        throw anonymize(error);
      },
    );
    if (!(await withTimeout(SEND_TIMEOUT_MS, sending))) throw new Error('the mail server did not respond in time');
  };

  const worker = new Worker<EmailJob, void>(EMAIL_QUEUE, send, {
    ...createDeliverWorkerOptions(EMAIL_QUEUE, redis, CONCURRENCY),
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
  });
  worker.on('error', onError);
  worker.on('failed', (job, error) => {
    log.warn({ kind: job?.data.email.kind, attempts: job?.attemptsMade, why: error.message }, 'email not sent');
  });
  return {
    async stop() {
      await worker.close();
      transport.close();
    },
  };
}

/** Returns an error without the addresses and content that a mail server may repeat. A refusal of the email is not retried. */
function anonymize(error: unknown): Error {
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error);
  const status = typeof responseCode === 'number' ? ` ${responseCode}` : '';
  const message = `the mail server: ${String(code ?? 'no response')}${status}`;
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && REFUSED.has(String(code));
  return isFinal ? new UnrecoverableError(message) : new Error(message);
}

const toMailerFiles = (attachments: readonly Attachment[] = []) => ({
  attachments: attachments.map(({ filename, contentType, base64 }) => ({
    ...{ filename, contentType, content: base64, encoding: 'base64' },
  })),
});

/** Host of the address in a From header. */
const parseHost = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
