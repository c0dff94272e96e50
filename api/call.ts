import type { DefaultState, Middleware, ParameterizedContext } from 'koa';
import type { ApiError } from '../shared/contract/api-error.js';
import type { Endpoint } from '../shared/contract/endpoint.js';
import type { PoolName } from '../shared/contract/pools.js';
import type { Payments } from '../shared/payments/payments.js';
import type { Machinery } from '../shared/platform/machinery.js';
import type { Clock } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import type { Logger } from '../shared/process/log.js';
import type { KeptReply, Reply } from '../shared/queue/job.js';
import type { JobClient } from '../shared/queue/job-client.js';
import type { MemoryQuota } from '../shared/queue/memory-quota.js';
import type { Disks } from '../shared/storage/disks.js';
import type { Quota } from '../shared/storage/quota.js';
import type { Collections, Key } from '../shared/store/collections.js';
import type { Publish } from '../shared/webhooks/dispatch.js';
import type { SigningSecrets } from '../shared/webhooks/secrets.js';
import type { Targets } from '../shared/webhooks/targets.js';
import type { Authenticator } from './access/authenticator.js';
import type { Refusals } from './access/refusals.js';
import type { Strangers } from './access/strangers.js';
import type { Tokens } from './access/tokens.js';
import type { ConcurrencyLimiter, Slot } from './calls/concurrency-limiter.js';
import type { Idempotency } from './calls/idempotency.js';
import type { RateLimiter } from './calls/rate-limiter.js';
import type { Results } from './calls/results.js';
import type { TestCalls } from './calls/test-calls.js';
import type { Held, Ledger } from './ledger/ledger.js';
import type { Traffic } from './operator/traffic.js';
import type { ConvergeSoon } from './payments/converge-soon.js';
import type { Preferences } from './steps/parse.js';

/** What the steps of a call work with. */
export interface Services {
  readonly config: Config;
  /** Tells the time of the store: what is kept there is dated, and expires, by it. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly concurrency: Readonly<Record<PoolName, ConcurrencyLimiter>>;
  readonly authenticator: Authenticator;
  readonly strangers: Strangers;
  readonly refusals: Refusals;
  readonly rateLimiter: RateLimiter;
  readonly ledger: Ledger;
  readonly sender: JobClient;
  readonly idempotency: Idempotency;
  readonly results: Results;
  /** Redis memory of large bodies that wait for a worker. */
  readonly uploads: MemoryQuota;
  readonly testCalls: TestCalls;
  readonly tokens: Tokens;
  readonly signing: SigningSecrets;
  readonly targets: Targets;
  readonly store: Collections;
  /** Publishes events to webhooks. */
  readonly publish: Publish;
  /** For operators, and the stories of calls. */
  readonly machinery: Machinery;
  readonly traffic: Traffic;
  readonly disks: Disks;
  readonly quota: Quota;
  /** Undefined where nothing is sold. */
  readonly payments: Payments | undefined;
  readonly convergeSoon: ConvergeSoon;
}

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
