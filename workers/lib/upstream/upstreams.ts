import { createHash } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { BrokenCircuitError, BulkheadRejectedError, ExponentialBackoff, noJitterGenerator } from 'cockatiel';
import type { ApiError } from '../../../shared/contract/api-error.js';
import { errors } from '../../../shared/contract/errors.js';
import { type PoolName, pools } from '../../../shared/contract/pools.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import { count, time } from '../../../shared/process/metrics/measure.js';
import type { BreakerState, BreakerStates } from '../../../shared/process/metrics/published-status.js';
import type { Redis } from '../../../shared/process/redis.js';
import { redisKey } from '../../../shared/process/redis-keys.js';
import { withSpan } from '../../../shared/process/tracing.js';
import { cacheBound, type Dated, readCache, writeCache } from './cache.js';
import { type UpstreamDeclaration, upstreamDeclarations } from './declarations.js';
import { UpstreamFailure } from './failure.js';
import type { HttpAnswer, HttpClient, HttpQuestion } from './http.js';
import { CallerGone, Resilience } from './resilience.js';
import { singleFlight } from './single-flight.js';

/** Settings that requests to upstreams depend on. */
export type UpstreamSettings = Pick<
  Config,
  | 'MUSIC_KEY'
  | 'MUSIC_PROVIDER_NAME'
  | 'RATES_PRIMARY_KEY'
  | 'RATES_SECONDARY_KEY'
  | 'REDIS_MEMORY_MIB'
  | 'UPSTREAM_SANDBOX'
  | 'VIDEO_PLATFORM_KEYS'
  | 'VIDEO_PLATFORM_URL'
>;

/** Context of a request to an upstream: the job that it is part of, and the resources of the process. */
export interface UpstreamContext {
  readonly config: UpstreamSettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly redis: Redis;
  readonly upstreams: Upstreams;
  /** Aborts when the response is no longer needed. */
  readonly signal: AbortSignal;
  /** Adds a header to our response. */
  header(name: string, value: string): void;
}

/** A question to an upstream, and how its answer is read. */
export interface Question<T> extends HttpQuestion {
  /** Reads the answer; throws when it is not what the upstream documents, or an UpstreamFailure when it says no. */
  read(answer: HttpAnswer): T;
  /** How long the answer is cached, in ms, also by what it says; 0 is not at all. */
  readonly lifetimeMs: number | ((value: T) => number);
  /** Query parameters that are secret: sent, but no part of what the answer is cached by. */
  readonly secrets?: Readonly<Record<string, string | undefined>>;
  /** Asks even when the answer is still cached. */
  readonly anew?: boolean;
}

/** Calls of one process that may be with one upstream at once: half of what the pool runs, so that half stays free. */
const PLACES = pools.fetch.concurrency / 2;
/** How long a call waits for a place before the service says that it is busy, in ms. */
const WAIT_MS = 250;
const STUCK_MS = 500;
const RETRIES = 2;
const FAILURES_TO_OPEN = 5;
/** How long an upstream that is down is left alone, in ms; twice as long each time, up to the longest. */
export const REST_MS = 2_000;
const LONGEST_REST_MS = 30_000;

/**
 * The upstreams of a process: the connections, circuit and bulkhead of each, made when it is first needed.
 *
 * @example
 * const { value, at } = await call.upstreams
 *   .of(primaryRates)
 *   .ask(call, { path: 'latest.json', read: jsonOf(latest), lifetimeMs: 900_000 });
 */
export class Upstreams {
  readonly #config: Config;
  readonly #made = new Map<UpstreamDeclaration, Upstream>();

  /** @param pool whose upstreams are made at once, so that the first call does not wait and operators see them all */
  constructor(config: Config, pool?: PoolName) {
    this.#config = config;
    for (const declared of upstreamDeclarations) {
      if (pool && declared.askedBy.includes(pool)) this.of(declared);
    }
  }

  of(declared: UpstreamDeclaration): Upstream {
    const upstream = this.#made.get(declared) ?? new Upstream(declared, this.#config);
    this.#made.set(declared, upstream);
    return upstream;
  }

  /** The circuit breakers by upstream. */
  breakerStates(): BreakerStates {
    return Object.fromEntries([...this.#made.values()].map(({ name, breakerState }) => [name, breakerState]));
  }
}

/**
 * One service elsewhere that answers are made from, as one process sees it. All that goes to it goes through here:
 * bounded in time, number and size, retried when that is safe and may help, left alone while it is down, asked once
 * for what many want.
 */
class Upstream {
  readonly name: string;
  readonly #declared: UpstreamDeclaration;
  readonly #baseUrl: string | undefined;
  readonly #client: Promise<HttpClient> | undefined;
  readonly #resilience = new Resilience({
    isOutage: (error) => error instanceof UpstreamFailure && error.isPassing,
    retries: RETRIES,
    failuresToOpen: FAILURES_TO_OPEN,
    // The usual jitter may end the first rest at once. Processes need none: their circuits open at moments of their own.
    halfOpenAfter: new ExponentialBackoff({
      ...{ initialDelay: REST_MS, maxDelay: LONGEST_REST_MS },
      generator: noJitterGenerator,
    }),
    bulkhead: { places: PLACES, waitMs: WAIT_MS, stuckMs: STUCK_MS },
  });

  constructor(declared: UpstreamDeclaration, config: Config) {
    const { name, account, urlSetting } = declared;
    this.name = name;
    this.#declared = declared;
    const hasAccount = account && config[account.keySetting] !== undefined;
    this.#baseUrl = config[urlSetting] ?? (hasAccount ? account.publicUrl : undefined);
    this.#client = this.#baseUrl === undefined ? undefined : connect(declared, this.#baseUrl);
  }

  /** Whether an operator has said where this upstream is, or has an account with it. */
  get isConfigured(): boolean {
    return this.#baseUrl !== undefined;
  }

  /** The 502 that names the setting to set. */
  notConfigured(): ApiError {
    const { account, urlSetting } = this.#declared;
    return errors.upstreamNotConfigured({ setting: account?.keySetting ?? urlSetting });
  }

  /** Tells apart what was cached from this upstream when its setting pointed elsewhere. */
  get realm(): string {
    return digest(this.#baseUrl ?? '').slice(0, 8);
  }

  get breakerState(): BreakerState {
    return this.#resilience.state;
  }

  /**
   * Asks a question, or gives the cached answer.
   *
   * @throws ApiError 502 when the upstream is not configured or fails, 503 when too many calls wait for it, 504 when
   * nobody waits for the answer any more
   */
  async ask<T>(call: UpstreamContext, question: Question<T>): Promise<Dated<T>> {
    const client = await this.#client;
    if (!client) throw this.notConfigured();
    const lifetimeMs = (value: T) =>
      typeof question.lifetimeMs === 'number' ? question.lifetimeMs : question.lifetimeMs(value);
    const send = () => this.#attempts(client, question, call);
    discloseSandbox(this, call);
    if (question.lifetimeMs === 0) return { at: call.clock.now(), value: await this.#inBulkhead(send) };

    const key = this.#key(question);
    const bound = cacheBound(this.name, call.config);
    if (question.anew) {
      const value = await this.#inBulkhead(send);
      return writeCache(call, key, lifetimeMs(value), value, bound);
    }
    const known = await readCache<T>(call, key);
    count('upstreamAnswers', { upstream: this.name, memory: known ? 'hit' : 'miss' });
    if (known) return known;
    const longestMs = this.#declared.totalMs + 1_000;
    return this.#inBulkhead(() => singleFlight(call, key, { lifetimeMs, longestMs, bound }, send));
  }

  #key({ path, query = {} }: HttpQuestion): string {
    const parts = Object.entries(query).filter(([, value]) => value !== undefined);
    const normalised = [path, parts.sort(([a], [b]) => (a < b ? -1 : 1))];
    return redisKey('upstream', this.name, this.realm, digest(JSON.stringify(normalised)));
  }

  #inBulkhead<T>(run: () => Promise<T>): Promise<T> {
    return this.#resilience.inBulkhead(run).catch((error: unknown) => {
      throw error instanceof BulkheadRejectedError ? errors.serviceBusy() : error;
    });
  }

  async #attempts<T>(client: HttpClient, question: Question<T>, { signal, log }: UpstreamContext): Promise<T> {
    const { attemptMs, totalMs } = this.#declared;
    const attributes = { 'peer.service': this.name, 'http.request.method': 'GET' };
    const attempt = (inTime: AbortSignal) =>
      withSpan(`upstream ${this.name}`, { kind: SpanKind.CLIENT, attributes }, () =>
        this.#askOnce(client, question, inTime),
      );
    try {
      return await this.#resilience.attempt(attempt, { attemptMs, totalMs, signal });
    } catch (error) {
      if (error instanceof CallerGone) throw errors.deadlineExceeded({}, error.cause);
      const failure = this.#failureOf(error);
      log.warn({ upstream: this.name, reason: failure.reason, err: failure }, 'upstream failed');
      throw failure;
    }
  }

  #failureOf(error: unknown): UpstreamFailure {
    if (error instanceof UpstreamFailure) return error;
    if (error instanceof BrokenCircuitError) {
      count('upstreamCalls', { upstream: this.name, result: 'circuit open' });
      return new UpstreamFailure(this.name, 'circuit open');
    }
    throw error;
  }

  async #askOnce<T>(client: HttpClient, question: Question<T>, signal: AbortSignal): Promise<T> {
    const began = performance.now();
    const counted = (result: string) => {
      count('upstreamCalls', { upstream: this.name, result });
      time('upstreamSeconds', { upstream: this.name }, performance.now() - began);
    };
    try {
      const asked = { ...question, query: { ...question.query, ...question.secrets } };
      const value = this.#read(question, await client.ask(asked, signal));
      counted('ok');
      return value;
    } catch (error) {
      counted(error instanceof UpstreamFailure ? error.reason : 'unreadable');
      throw error;
    }
  }

  #read<T>(question: Question<T>, answer: HttpAnswer): T {
    try {
      return question.read(answer);
    } catch (error) {
      if (error instanceof UpstreamFailure) throw error;
      throw new UpstreamFailure(this.name, 'unreadable', { cause: error });
    }
  }
}

/** The HTTP client is loaded by processes that have an upstream: it takes longer to load than most of what they need. */
async function connect({ name, attemptMs, maxBytes }: UpstreamDeclaration, baseUrl: string): Promise<HttpClient> {
  const { HttpClient } = await import('./http.js');
  return new HttpClient({ name, baseUrl, maxBytes, connections: PLACES, connectMs: attemptMs });
}

/** Says on the answer when it rests on a sandbox, however long ago that was asked. */
export function discloseSandbox(
  { name }: { readonly name: string },
  call: { readonly config: Pick<Config, 'UPSTREAM_SANDBOX'>; header(name: string, value: string): void },
): void {
  const sandboxes = call.config.UPSTREAM_SANDBOX.split(',').map((sandbox) => sandbox.trim());
  if (sandboxes.includes(name)) call.header('X-Upstream', 'sandbox');
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
