import { createHash } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { BrokenCircuitError, BulkheadRejectedError, ExponentialBackoff, noJitterGenerator } from 'cockatiel';
import type { ApiError } from '../../../shared/contract/api-error.js';
import type { Endpoint, Group } from '../../../shared/contract/endpoint.js';
import { errors } from '../../../shared/contract/errors.js';
import { type PoolName, pools } from '../../../shared/contract/pools.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import { count, startAtZero, time } from '../../../shared/process/metrics/measure.js';
import type { BreakerState, BreakerStates } from '../../../shared/process/metrics/published-status.js';
import type { Redis } from '../../../shared/process/redis.js';
import { redisKey } from '../../../shared/process/redis-keys.js';
import { withSpan } from '../../../shared/process/tracing.js';
import { cacheBound, type Dated, readCache, writeCache } from './cache.js';
import { type UpstreamDeclaration, upstreamDeclarations } from './declarations.js';
import { type FailureReason, UpstreamFailure } from './failure.js';
import type { HttpClient, HttpRequest, HttpResponse } from './http.js';
import { CallerAborted, Resilience } from './resilience.js';
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

/** A request to an upstream, and how its response is read and cached. */
interface UpstreamRequest<T> extends HttpRequest {
  /** Parses the response. Throws if it is not as documented, or an UpstreamFailure if it is a refusal. */
  read(response: HttpResponse): T;
  /** Cache lifetime of the response, in ms; 0 disables the cache. */
  readonly lifetimeMs: number | ((value: T) => number);
  /** Secret query parameters: sent, but not part of the cache key. */
  readonly secrets?: Readonly<Record<string, string | undefined>>;
  /** Skips the cache, and updates it. */
  readonly refresh?: boolean;
  /** Part of the service that can fail on its own, such as the register of a country: it has its own circuit breaker and bulkhead. */
  readonly part?: string;
}

/** Concurrent calls of a process to one upstream: half of the concurrency of its smallest pool, so that half stays free. */
const countSlots = ({ usedBy }: UpstreamDeclaration): number =>
  Math.min(...usedBy.map((pool) => pools[pool].concurrency)) / 2;
/** Share of the slots of an upstream that calls to one of its parts can take. */
const SHARE_OF_PART = 1 / 2;
/** Maximum wait for a slot, in ms, after which the service is busy. */
const WAIT_MS = 250;
const STUCK_MS = 500;
const RETRIES = 2;
const FAILURES_TO_OPEN = 5;
/** Results of requests in the metrics. */
const RESULTS: readonly ('ok' | FailureReason)[] = ['ok', 'timeout', 'network', 'status', 'unreadable', 'circuit open'];
/** Time for which a circuit stays open, in ms; it doubles up to the longest. */
export const COOL_DOWN_MS = 2_000;
const LONGEST_COOL_DOWN_MS = 30_000;

/**
 * The upstreams of a process: connections, circuit breaker and bulkhead of each, created on first use.
 *
 * @example
 * const { value, at } = await call.upstreams
 *   .get(primaryRates)
 *   .fetch(call, { path: 'latest.json', read: jsonReader(latest), lifetimeMs: 900_000 });
 */
export class Upstreams {
  readonly #config: Config;
  readonly #upstreams = new Map<UpstreamDeclaration, Upstream>();

  /** @param pool whose upstreams are created at once, so that the first call does not wait and metrics list them all */
  constructor(config: Config, pool?: PoolName) {
    this.#config = config;
    for (const declared of upstreamDeclarations) {
      if (pool && declared.usedBy.includes(pool)) this.get(declared);
    }
  }

  get(declared: UpstreamDeclaration): Upstream {
    const upstream = this.#upstreams.get(declared) ?? new Upstream(declared, this.#config);
    this.#upstreams.set(declared, upstream);
    return upstream;
  }

  /**
   * Finds the endpoints that cannot work, since none of the upstreams that serve them is configured.
   *
   * @returns their ids, or that of their group if all of it cannot work, and the settings that configure the upstreams
   */
  findUnusable(endpoints: readonly Pick<Endpoint, 'id' | 'group'>[]): { endpoints: string[]; settings: string[] } {
    const findUpstreams = ({ id, group }: Pick<Endpoint, 'id' | 'group'>) =>
      upstreamDeclarations.filter(({ neededBy }) => neededBy.includes(id) || neededBy.includes(group.id));
    const unusable = endpoints.filter((endpoint) => {
      const needed = findUpstreams(endpoint);
      return needed.length > 0 && !needed.some((declared) => this.get(declared).isConfigured);
    });
    const isWhole = (group: Group) => endpoints.every((one) => one.group !== group || unusable.includes(one));
    return {
      endpoints: [...new Set(unusable.map(({ id, group }) => (isWhole(group) ? group.id : id)))],
      settings: [...new Set(unusable.flatMap(findUpstreams).map(mainSetting))],
    };
  }

  /** Returns the states of the circuit breakers by upstream. */
  breakerStates(): BreakerStates {
    return Object.fromEntries([...this.#upstreams.values()].flatMap((upstream) => upstream.breakerStates));
  }
}

/** Creates retry policy, circuit breaker and bulkhead of an upstream, or of a part of it. */
const createResilience = (slots: number): Resilience =>
  new Resilience({
    isOutage: (error) => error instanceof UpstreamFailure && error.isTransient,
    retries: RETRIES,
    failuresToOpen: FAILURES_TO_OPEN,
    // The default jitter may end the first cool-down at once. Processes need none: their circuits open at different times.
    halfOpenAfter: new ExponentialBackoff({
      ...{ initialDelay: COOL_DOWN_MS, maxDelay: LONGEST_COOL_DOWN_MS },
      generator: noJitterGenerator,
    }),
    bulkhead: { slots, waitMs: WAIT_MS, stuckMs: STUCK_MS },
  });

/** The client of one external service: with timeouts, bulkhead, retries, circuit breaker, cache and deduplicated requests. */
class Upstream {
  readonly name: string;
  readonly #declared: UpstreamDeclaration;
  readonly #baseUrl: string | undefined;
  readonly #client: Promise<HttpClient> | undefined;
  readonly #resilience: Resilience;
  /** Created when a part is first called. */
  readonly #parts = new Map<string, Resilience>();

  constructor(declared: UpstreamDeclaration, config: Config) {
    const { name, account, urlSetting } = declared;
    this.name = name;
    startAtZero(
      'upstreamCalls',
      RESULTS.map((result) => ({ upstream: name, result })),
    );
    startAtZero('upstreamAnswers', [
      { upstream: name, memory: 'hit' },
      { upstream: name, memory: 'miss' },
    ]);
    this.#declared = declared;
    this.#resilience = createResilience(countSlots(declared));
    const hasAccount = account && config[account.keySetting] !== undefined;
    this.#baseUrl = config[urlSetting] ?? (hasAccount ? account.publicUrl : undefined);
    this.#client = this.#baseUrl === undefined ? undefined : connect(declared, this.#baseUrl);
  }

  /** True if a setting has its URL or the key of an account. */
  get isConfigured(): boolean {
    return this.#baseUrl !== undefined;
  }

  /** Returns a 502 that names the missing setting. */
  notConfigured(): ApiError {
    return errors.upstreamNotConfigured({ setting: mainSetting(this.#declared) });
  }

  /** Hash of the base URL, as part of cache keys: another URL has other responses. */
  get urlHash(): string {
    return digest(this.#baseUrl ?? '').slice(0, 8);
  }

  /** States of the circuit breakers: of the service, and of each part that was called. */
  get breakerStates(): [name: string, state: BreakerState][] {
    const parts = [...this.#parts].map(([part, { state }]): [string, BreakerState] => [`${this.name}/${part}`, state]);
    return [[this.name, this.#resilience.state], ...parts];
  }

  /**
   * Sends a request, or returns the cached response.
   *
   * @throws ApiError 502 if the upstream is not configured or fails, 503 if too many calls wait for it, 504 if the call was aborted
   */
  async fetch<T>(call: UpstreamContext, request: UpstreamRequest<T>): Promise<Dated<T>> {
    const client = await this.#client;
    if (!client) throw this.notConfigured();
    const lifetimeMs = (value: T) =>
      typeof request.lifetimeMs === 'number' ? request.lifetimeMs : request.lifetimeMs(value);
    const send = () => this.#sendWithRetries(client, request, call);
    discloseSandbox(this, call);
    const inBulkhead = <R>(run: () => Promise<R>) => this.#inBulkhead(run, request.part);
    if (request.lifetimeMs === 0) return { at: call.clock.now(), value: await inBulkhead(send) };

    const key = this.#cacheKey(request);
    const bound = cacheBound(this.name, call.config);
    if (request.refresh) {
      const value = await inBulkhead(send);
      return writeCache(call, key, lifetimeMs(value), value, bound);
    }
    const cached = await readCache<T>(call, key);
    count('upstreamAnswers', { upstream: this.name, memory: cached ? 'hit' : 'miss' });
    if (cached) return cached;
    const longestMs = this.#declared.totalMs + 1_000;
    return inBulkhead(() => singleFlight(call, key, { lifetimeMs, longestMs, bound }, send));
  }

  #cacheKey({ path, query = {}, json }: HttpRequest): string {
    const parts = Object.entries(query).filter(([, value]) => value !== undefined);
    const normalised = [path, parts.sort(([a], [b]) => (a < b ? -1 : 1)), ...(json ? [json] : [])];
    return redisKey('upstream', this.name, this.urlHash, digest(JSON.stringify(normalised)));
  }

  /** A call waits for a slot of its part first, so that those to a part that hangs take no other slots. */
  #inBulkhead<T>(run: () => Promise<T>, part?: string): Promise<T> {
    const inWhole = () => this.#resilience.inBulkhead(run);
    const running = part === undefined ? inWhole() : this.#findPart(part).inBulkhead(inWhole);
    return running.catch((error: unknown) => {
      throw error instanceof BulkheadRejectedError ? errors.serviceBusy() : error;
    });
  }

  #findPart(part: string): Resilience {
    const found = this.#parts.get(part) ?? createResilience(countSlots(this.#declared) * SHARE_OF_PART);
    this.#parts.set(part, found);
    return found;
  }

  async #sendWithRetries<T>(
    client: HttpClient,
    request: UpstreamRequest<T>,
    { signal, log }: UpstreamContext,
  ): Promise<T> {
    const { attemptMs, totalMs } = this.#declared;
    const attributes = { 'peer.service': this.name, 'http.request.method': request.json ? 'POST' : 'GET' };
    const attempt = (inTime: AbortSignal) =>
      withSpan(`upstream ${this.name}`, { kind: SpanKind.CLIENT, attributes }, () =>
        this.#sendOnce(client, request, inTime),
      );
    try {
      const resilience = request.part === undefined ? this.#resilience : this.#findPart(request.part);
      return await resilience.attempt(attempt, { attemptMs, totalMs, signal });
    } catch (error) {
      if (error instanceof CallerAborted) throw errors.deadlineExceeded({}, error.cause);
      const failure = this.#toFailure(error);
      log.warn({ upstream: this.name, reason: failure.reason, err: failure }, 'upstream failed');
      throw failure;
    }
  }

  #toFailure(error: unknown): UpstreamFailure {
    if (error instanceof UpstreamFailure) return error;
    if (error instanceof BrokenCircuitError) {
      count('upstreamCalls', { upstream: this.name, result: 'circuit open' });
      return new UpstreamFailure(this.name, 'circuit open');
    }
    throw error;
  }

  async #sendOnce<T>(client: HttpClient, request: UpstreamRequest<T>, signal: AbortSignal): Promise<T> {
    const began = performance.now();
    const record = (result: string) => {
      count('upstreamCalls', { upstream: this.name, result });
      time('upstreamSeconds', { upstream: this.name }, performance.now() - began);
    };
    try {
      const query = { ...request.query, ...request.secrets };
      const value = this.#read(request, await client.send({ ...request, query }, signal));
      record('ok');
      return value;
    } catch (error) {
      record(error instanceof UpstreamFailure ? error.reason : 'unreadable');
      throw error;
    }
  }

  #read<T>(request: UpstreamRequest<T>, response: HttpResponse): T {
    try {
      return request.read(response);
    } catch (error) {
      if (error instanceof UpstreamFailure) throw error;
      throw new UpstreamFailure(this.name, 'unreadable', { cause: error });
    }
  }
}

/** Returns the setting that configures an upstream. */
const mainSetting = ({ account, urlSetting }: UpstreamDeclaration): string => account?.keySetting ?? urlSetting;

/** The HTTP client is loaded on first use, since loading it takes long. */
async function connect(declared: UpstreamDeclaration, baseUrl: string): Promise<HttpClient> {
  const { name, attemptMs, maxBytes } = declared;
  const { HttpClient } = await import('./http.js');
  return new HttpClient({ name, baseUrl, maxBytes, connections: countSlots(declared), connectMs: attemptMs });
}

/** Sets the response header `X-Upstream: sandbox` if an upstream is a sandbox, for cached responses too. */
export function discloseSandbox(
  { name }: { readonly name: string },
  call: { readonly config: Pick<Config, 'UPSTREAM_SANDBOX'>; header(name: string, value: string): void },
): void {
  const sandboxes = call.config.UPSTREAM_SANDBOX.split(',').map((sandbox) => sandbox.trim());
  if (sandboxes.includes(name)) call.header('X-Upstream', 'sandbox');
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
