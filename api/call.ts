import type { DefaultState, Middleware, ParameterizedContext } from 'koa';
import type { AuthenticatedKey } from '../features/keys/index.js';
import type { MaskedBody } from '../features/requests/index.js';
import type { ApiError } from '../shared/contract/api-error.js';
import type { Endpoint } from '../shared/contract/endpoint.js';
import type { PersistedReply, Reply } from '../shared/queue/job.js';
import type { Slot } from './calls/concurrency-limiter.js';
import type { Held } from './ledger/ledger.js';

/** Preferences of a request, from its headers. */
export interface Preferences {
  /** `Prefer: respond-async`: respond with 202 as soon as the request is accepted. */
  readonly respondAsync: boolean;
  /** `callback_url` of `respond-async`: the URL that the result is sent to. */
  readonly callbackUrl: string | undefined;
  /** `Prefer: wait=N`: how long to wait for the result before a 202, in ms. */
  readonly waitMs: number | undefined;
  /** `Prefer: handling=strict`: refuse unknown fields instead of ignoring them. */
  readonly isStrict: boolean;
  /** `Idempotency-Key`, undefined without one. */
  readonly idempotencyKey: string | undefined;
  /** `X-Test-Answer` of a test key: `slow`, or the status or type of an error; empty for the example. */
  readonly testResponse: string;
}

/** State of a call. Each step adds to it: a property is missing until its step has run. */
export interface CallState extends DefaultState {
  requestId: string;
  /** Time of arrival, by `performance.now()`. */
  began: number;
  /** Undefined unless the call is traced. */
  traceId: string | undefined;
  /** True on the host of a customer, which serves nothing but the customer's pages. */
  isDomain?: boolean;
  endpoint: Endpoint;
  preferences: Preferences;
  /** Slot of the concurrency limiter; undefined for test keys. */
  slot: Slot | undefined;
  /** Parsed body; empty once the job is sent. */
  body: Record<string, unknown>;
  key: AuthenticatedKey;
  /** Body to store, with secrets masked; undefined unless the account stores bodies. */
  maskedBody: MaskedBody | undefined;
  /** URL that the result is sent to, if the client names one. */
  callback: string | undefined;
  /** Credits held for the call. */
  held: Held | undefined;
  /** Input of the handler; undefined if the request is invalid, and once the job is sent. */
  input: unknown;
  /** Error of an invalid request. */
  invalid: ApiError | undefined;
  /** Reply of the worker; undefined for an asynchronous call. */
  reply: Reply | undefined;
  /** Resolves with the reply to an asynchronous call. */
  later: Promise<PersistedReply> | undefined;
  /** True if the response is a server fault. */
  isServerFault: boolean;
  /** Type of the error in the response. */
  errorType: string | undefined;
}

export type CallContext = ParameterizedContext<CallState>;

/** One step of a call. */
export type Step = Middleware<CallState>;
