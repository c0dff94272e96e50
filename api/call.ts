import type { Context, DefaultState, Middleware, ParameterizedContext } from 'koa';
import type { Clock } from '../shared/clock.js';
import type { Config } from '../shared/config.js';
import type { Debit, Debits } from '../shared/credits/debit.js';
import type { SettleQueue } from '../shared/credits/settle-queue.js';
import type { Endpoint } from '../shared/endpoint.js';
import type { Reply } from '../shared/jobs/job.js';
import type { Sender } from '../shared/jobs/send.js';
import type { Authenticator } from '../shared/keys/authenticate.js';
import type { Tokens } from '../shared/keys/tokens.js';
import type { Logger } from '../shared/log.js';
import type { Traffic } from '../shared/metrics/traffic.js';
import type { Collections, Key } from '../shared/store/collections.js';
import type { Idempotency } from './idempotency.js';
import type { Limiter } from './limiter.js';
import type { Results } from './results.js';

/** What the steps of a call work with. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly authenticator: Authenticator;
  readonly limiter: Limiter;
  readonly debits: Debits;
  readonly settlements: SettleQueue;
  readonly sender: Sender;
  readonly idempotency: Idempotency;
  readonly results: Results;
  readonly tokens: Tokens;
  readonly store: Collections;
  readonly traffic: Traffic;
}

/** What becomes known of a call on its way through the steps. */
export interface CallState extends DefaultState {
  requestId: string;
  /** Undefined unless the call is traced. */
  traceId: string | undefined;
  endpoint: Endpoint;
  /** What the caller sent, as it came. */
  body: Record<string, unknown>;
  key: Key;
  debit: Debit;
  /** What the handler gets. */
  input: unknown;
  /** What the worker answered; undefined for an asynchronous call. */
  reply: Reply | undefined;
  /** The status of an asynchronous call, once it has one. */
  later: Promise<number> | undefined;
}

export type CallContext = ParameterizedContext<CallState, Context>;

/** One step of a call. */
export type Step = Middleware<CallState, Context>;
