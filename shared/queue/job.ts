import type { ApiError, Fault } from '../contract/errors.js';

/** A call to be computed. */
export interface Task {
  endpoint: string;
  input: unknown;
  /** Account that calls. */
  account: string;
  requestId: string;
  /** Set when the caller comes back for the reply: then it is kept. */
  later?: true;
}

/** What all tasks of a job have in common. */
interface Terms {
  /** When the callers stop waiting, in ms since the epoch. */
  deadline: number;
  /** The stream on which the callers' front waits. */
  replyTo: string;
}

/** What passes from the front to a worker: a call, or several of the same endpoint that came together. */
export interface JobData extends Terms {
  tasks: Task[];
}

/** What passes from the scheduler to a worker: the id of a chore that is to be done. */
export interface ChoreData {
  chore: string;
}

/** One task of a job, with all that a worker knows of it. */
export type Work = Task & Terms;

/** What BullMQ keeps of a job that ended well: the statuses of its tasks' replies, in their order. */
export interface JobResult {
  statuses: number[];
}

/** What passes back. The body is text already, so that the front sends it on untouched. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** `base64` when the body is a file. */
  encoding: 'utf8' | 'base64';
  /** Whose failure it is, where it is one. */
  fault?: Fault;
}

/** How a call ended: what it is answered with, and whose failure that is. */
export type Outcome = Pick<Reply, 'status' | 'fault'>;

/** Prefix of everything that the queue keeps in Redis. */
export const QUEUE_PREFIX = 'queue';

/** The JSON reply to a call. */
export const jsonReply = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify(body),
  encoding: 'utf8',
});

/**
 * The reply that an error makes.
 *
 * @param baseUrl public address of the service, for the link into its documentation
 */
export function errorReply(
  error: ApiError,
  requestId: string,
  baseUrl: string,
  headers: Record<string, string> = {},
): Reply {
  const { retryAfterSeconds } = error;
  const wait = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return { ...jsonReply(error.status, error.body(requestId, baseUrl), { ...headers, ...wait }), fault: error.fault };
}
