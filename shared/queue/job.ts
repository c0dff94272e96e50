import Type, { type Static } from 'typebox';
import type { ApiError } from '../contract/api-error.js';
import { laneKey } from '../process/redis-keys.js';

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

/** What passes from the front to a worker: one call. The id of its job is the request's. */
export interface JobData extends Task {
  /** When the caller stops waiting, in ms since the epoch, by the clock of Redis. */
  deadline: number;
  /** The stream on which the caller's front waits. */
  replyTo: string;
  /** The lane by which it came; a worker adds it. */
  lane?: number;
}

/** Something to tell about how a call was computed, in its story. */
export const remark = Type.Object({
  name: Type.String(),
  value: Type.String(),
  /** Callers get the story of their calls, operators that of all. */
  audience: Type.Enum(['callers', 'operators']),
});
export type Remark = Static<typeof remark>;

/** What BullMQ keeps of a job that ended well. */
export interface JobResult {
  status: number;
  remarks?: readonly Remark[];
}

export const reply = Type.Object({
  status: Type.Integer(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
  /** `base64` when the body is a file. */
  encoding: Type.Enum(['utf8', 'base64']),
  /** Whose failure it is, where it is one. */
  fault: Type.Optional(Type.Enum(['caller', 'service'])),
  /** The type of the error that it is. */
  type: Type.Optional(Type.String()),
  /** Set when the work was cut off because of what it was asked for. */
  overran: Type.Optional(Type.Literal(true)),
  /** For the story of the call, which the job keeps: no front gets them. */
  remarks: Type.Optional(Type.Array(remark)),
  /** What the call is charged, in micro-credits, where that is less than was taken for it. */
  charged: Type.Optional(Type.Integer()),
  /** How long the worker computed it, in ms. */
  ranMs: Type.Optional(Type.Integer()),
  /** Set where the body is beside the stream already, put there by whoever made it, and is empty here. */
  bodyIsBeside: Type.Optional(Type.Literal(true)),
  /** Set where the body is in the stored reply of an asynchronous request, and is empty here. */
  bodyIsStored: Type.Optional(Type.Literal(true)),
  /** How long the call was on its way beside that: sent, waiting for a worker, and back; in ms. The front adds it. */
  queuedMs: Type.Optional(Type.Integer()),
});

/** What passes back. The body is text already, so that the front sends it on untouched. */
export type Reply = Static<typeof reply>;

/**
 * A reply as a front has it. What came from Redis is sent on as the bytes that it is, in the pieces in which it came: megabytes take
 * their time to be made text or one piece.
 */
export type ReceivedReply = Omit<Reply, 'body'> & { body: string | readonly Buffer[] };

/** A reply whose body is text, to be read or kept. */
export const asText = ({ body, ...head }: ReceivedReply): Reply => ({
  ...head,
  body: typeof body === 'string' ? body : Buffer.concat(body).toString(),
});

/** A reply that is kept for later. */
export interface KeptReply extends Reply {
  /** Where its body is on the private disk, when it is large. */
  file?: string;
  /** Set until it is counted for its account. */
  uncounted?: true;
}

/** Of a reply that may be kept on disk, what can be told elsewhere. */
export type Answered = Pick<KeptReply, 'body' | 'encoding' | 'file'>;

/** How a call ended: what it is answered with, and whose failure that is. */
export type Outcome = Pick<Reply, 'status' | 'fault' | 'type' | 'charged' | 'ranMs' | 'queuedMs'> & {
  overran?: boolean;
};

/** How a call ended, with what it was answered where that is known. */
export type KnownEnd = Outcome & Partial<Answered>;

/** Prefix of everything that the queues of a lane keep in Redis. */
export const queuePrefix = (lane: number): string => laneKey(lane, 'queue');

/** The same of the first lane, and of the queues that belong to no pool. */
export const QUEUE_PREFIX = queuePrefix(0);

/** The JSON reply to a call. */
export const jsonReply = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: jsonOf(body),
  encoding: 'utf8',
});

/** The JSON of an answer. A file in it is put in its place as it is: base64 has nothing to escape, and to look for that takes longer than to make it. */
function jsonOf(body: object): string {
  if (!('data_base64' in body) || typeof body.data_base64 !== 'string') return JSON.stringify(body);
  const { data_base64: file } = body;
  return JSON.stringify({ ...body, data_base64: '' }).replace('"data_base64":""', () => `"data_base64":"${file}"`);
}

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
  return {
    ...jsonReply(error.status, error.body(requestId, baseUrl), { ...headers, ...wait }),
    fault: error.fault,
    type: error.type,
    ...(error.overran && { overran: true }),
  };
}

/** Ended jobs of a pool that dashboards can still show, by number and by age in seconds. */
export const ENDED_KEPT = { count: 1_000, age: 24 * 3_600 };
