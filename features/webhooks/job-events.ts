import { LARGEST_EVENT_BODY } from '../../shared/contract/bounds.js';
import type { Decision, Notifier } from '../../shared/ledger/settle.js';
import type { ReplyContent } from '../../shared/queue/job.js';
import type { Message } from './collections.js';
import type { Publish } from './dispatch.js';
import { jobCompleted, jobFailed } from './events.js';
import { createMessage, RETENTION_MS } from './outbox.js';

/** Reserves storage of an account, in bytes and ms. @returns false if there is no room */
type ReserveStorage = (account: string, bytes: number, retentionMs: number) => Promise<boolean>;

/** Returns a notifier that publishes how asynchronous requests ended: one message each, also when it is repeated. */
export const createJobNotifier =
  (publish: Publish, reserveStorage: ReserveStorage): Notifier =>
  async (decisions) =>
    publish(await Promise.all(decisions.map((decision) => createJobMessage(decision, reserveStorage))));

/** Returns the event of a request that has ended. */
export const selectJobEvent = ({ status }: { status: number }) => (status < 400 ? jobCompleted : jobFailed);

async function createJobMessage(
  { account, hold, status, notification, at }: Decision,
  reserveStorage: ReserveStorage,
): Promise<Message> {
  const { id, endpoint, later } = hold;
  const data = { job_id: id, endpoint, status, ...(await readBody(account, notification?.reply, reserveStorage)) };
  const callback = later?.callback;
  return createMessage(selectJobEvent({ status }), data, {
    account,
    at,
    id,
    ...(callback !== undefined && { callback }),
  });
}

async function readBody(account: string, reply: ReplyContent | undefined, reserveStorage: ReserveStorage) {
  if (!reply) return { body: null, body_left_out: 'unknown' as const };
  const { body, encoding, file } = reply;
  if (file !== undefined || body.length > LARGEST_EVENT_BODY)
    return { body: null, body_left_out: 'too large' as const };
  if (!(await reserveStorage(account, body.length, RETENTION_MS)))
    return { body: null, body_left_out: 'storage full' as const };
  return { body: encoding === 'base64' ? body : (JSON.parse(body) as unknown) };
}
