import Type, { type Static } from 'typebox';
import type { ApiError } from '../contract/api-error.js';

/** One request, or one internal job, as a worker receives it. The id of its BullMQ job is the request's id. */
export interface Job {
  endpoint: string;
  /** Absent while it is offloaded. */
  input?: unknown;
  /** Account that sends the request. */
  account: string;
  /** Id of the API key; internal jobs have none. */
  key?: string;
  requestId: string;
  /** Instant at which the client stops waiting, in ms since the epoch, by the clock of Redis. */
  deadline: number;
  /** Stream in which the front waits for the reply. */
  replyTo: string;
  /** Set for an asynchronous request: its reply is stored. */
  later?: true;
  /** Set while the input is stored outside of the job. */
  isOffloaded?: true;
}

/** Part of a job that its sender knows; the job client adds the rest. */
export type Task = Omit<Job, 'deadline' | 'replyTo' | 'isOffloaded'>;

/** A note on how a request was computed, shown in its timeline. */
export const remark = Type.Object({
  name: Type.String(),
  value: Type.String(),
  /** Customers see the timelines of their own requests, operators all. */
  audience: Type.Enum(['callers', 'operators']),
});
export type Remark = Static<typeof remark>;

export const reply = Type.Object({
  status: Type.Integer(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
  /** `base64` if the body is a file. */
  encoding: Type.Enum(['utf8', 'base64']),
  /** Party at fault, if the reply is an error. */
  fault: Type.Optional(Type.Enum(['caller', 'service'])),
  /** Type of the error. */
  type: Type.Optional(Type.String()),
  /** Stored with the job for the timeline of the request; not sent to a front. */
  remarks: Type.Optional(Type.Array(remark)),
  /** Charge in micro-credits, if it is less than the hold. */
  charged: Type.Optional(Type.Integer()),
  /** Run time of the handler, in ms. */
  ranMs: Type.Optional(Type.Integer()),
  /** Set if the body is in the stored reply of an asynchronous request, and empty here. */
  bodyIsStored: Type.Optional(Type.Literal(true)),
  /** Time in the queue and on the way there and back, in ms. The front adds it. */
  queuedMs: Type.Optional(Type.Integer()),
});

/** Response to a request, as a worker sends it. The body is text, so that the front passes it on unchanged. */
export type Reply = Static<typeof reply>;

/** Part of a reply that BullMQ stores with a completed job. */
export type JobResult = Pick<Reply, 'status' | 'remarks'>;

/** Stored reply to an asynchronous request, or for an idempotency key. */
export interface PersistedReply extends Reply {
  /** File on the private disk that holds the body, if it is large. */
  file?: string;
  /** Set until it counts towards the storage of its account. */
  uncounted?: true;
}

/** Part of a stored reply that webhooks include. */
export type ReplyContent = Pick<PersistedReply, 'body' | 'encoding' | 'file'>;

/** Outcome of a request: its status, and whose failure that is. */
export type Outcome = Pick<Reply, 'status' | 'fault' | 'type' | 'charged' | 'ranMs' | 'queuedMs'>;

/** Outcome of a request, with the response if it is known. */
export type KnownOutcome = Outcome & Partial<ReplyContent>;

/** Creates a JSON reply. */
export const jsonReply = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: serialize(body),
  encoding: 'utf8',
});

/** Serializes a body. A file in it is inserted as it is: base64 has nothing to escape, and JSON.stringify would search all of it. */
function serialize(body: object): string {
  if (!('data_base64' in body) || typeof body.data_base64 !== 'string') return JSON.stringify(body);
  const { data_base64: file } = body;
  return JSON.stringify({ ...body, data_base64: '' }).replace('"data_base64":""', () => `"data_base64":"${file}"`);
}

/**
 * Creates the reply of an error.
 *
 * @param baseUrl public URL of the service, for the link to its documentation
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
  };
}

/** Finished jobs of a queue that dashboards can show, by number and by age in seconds. */
export const FINISHED_JOB_RETENTION = { count: 1_000, age: 24 * 3_600 };
