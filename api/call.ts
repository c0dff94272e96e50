import type { DefaultState, Middleware, ParameterizedContext } from 'koa';
import type { Key } from '../features/keys/index.js';
import type { ApiError } from '../shared/contract/api-error.js';
import type { Endpoint } from '../shared/contract/endpoint.js';
import type { KeptReply, Reply } from '../shared/queue/job.js';
import type { Slot } from './calls/concurrency-limiter.js';
import type { Held } from './ledger/ledger.js';
import type { Preferences } from './steps/parse.js';

/** What becomes known of a call on its way through the steps; before that it is not there. */
export interface CallState extends DefaultState {
  requestId: string;
  /** When the request came, by `performance.now()`. */
  began: number;
  /** Undefined unless the call is traced. */
  traceId: string | undefined;
  endpoint: Endpoint;
  preferences: Preferences;
  /** Slot of the concurrency limiter; undefined for test keys. */
  slot: Slot | undefined;
  /** What the caller sent, as it came; nothing any more once the call is in the queue. */
  body: Record<string, unknown>;
  key: Key;
  /** The address that the result is to be sent to, where the caller has named one. */
  callback: string | undefined;
  /** The credits held for the call. */
  held: Held | undefined;
  /** The input of the handler; undefined if the request is invalid, and once the job is sent. */
  input: unknown;
  /** The error of an invalid request. */
  invalid: ApiError | undefined;
  /** What the worker answered; undefined for an asynchronous call. */
  reply: Reply | undefined;
  /** How an asynchronous call ended, once it has. */
  later: Promise<KeptReply> | undefined;
  /** True if the response is a server fault. */
  isServerFault: boolean;
}

export type CallContext = ParameterizedContext<CallState>;

/** One step of a call. */
export type Step = Middleware<CallState>;
