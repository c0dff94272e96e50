import { LARGEST_BODY_TOLD } from '../contract/bounds.js';
import type { Decision, Teller } from '../ledger/settle.js';
import type { Answered } from '../queue/job.js';
import type { Collections } from '../store/collections.js';
import type { Message } from './collections.js';
import { jobCompleted, jobFailed } from './events.js';
import { KEPT_MS, message, tell } from './tell.js';

/** Counts what is kept for an account, in bytes and ms; says whether there is room for it. */
type RoomFor = (account: string, bytes: number, keptMs: number) => Promise<boolean>;

/**
 * Tells accounts how their asynchronous calls ended. However often it is asked to, each end is one message. Whether an account
 * wants to hear of it, and has named an address for it, is found out before.
 */
export const jobTeller =
  (store: Pick<Collections, 'messages'>, hasRoom: RoomFor): Teller =>
  async (decisions) =>
    tell(store, await Promise.all(decisions.map((decision) => messageOf(decision, hasRoom))));

/** The event that the end of a call is. */
export const eventOfEnd = ({ status }: { status: number }) => (status < 400 ? jobCompleted : jobFailed);

async function messageOf({ account, hold, status, tell, at }: Decision, hasRoom: RoomFor): Promise<Message> {
  const { id, endpoint, later } = hold;
  const kind = eventOfEnd({ status });
  const data = { job_id: id, endpoint, status, ...(await bodyOf(account, tell?.reply, hasRoom)) };
  return message(kind, data, { account, at, id, ...(later?.callback !== undefined && { callback: later.callback }) });
}

async function bodyOf(account: string, reply: Answered | undefined, hasRoom: RoomFor) {
  if (!reply) return { body: null, body_left_out: 'unknown' as const };
  const { body, encoding, file } = reply;
  if (file !== undefined || body.length > LARGEST_BODY_TOLD) return { body: null, body_left_out: 'too large' as const };
  if (!(await hasRoom(account, body.length, KEPT_MS))) return { body: null, body_left_out: 'storage full' as const };
  return { body: encoding === 'base64' ? body : (JSON.parse(body) as unknown) };
}
