import { createHash } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
} from 'cockatiel';
import type { Redis } from 'ioredis';
import { Agent } from 'undici';
import { type ApiError, errors } from '../../../shared/contract/errors.js';
import { pools } from '../../../shared/contract/pools.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import { watchBreaker } from '../../../shared/process/metrics/breakers.js';
import { count, time } from '../../../shared/process/metrics/measure.js';
import { traced } from '../../../shared/process/tracing.js';
import { timeLimit } from '../time-limit.js';
import { UpstreamFailure } from './failure.js';
import { askOnce, type HttpAnswer, type HttpQuestion } from './http.js';
import { askTogether, type Dated, recall, remember } from './remember.js';
import { Slots } from './slots.js';

/** What asking an upstream needs of the call that it is asked for. */
export interface Asking {
  readonly config: Config;
  readonly log: Logger;
  readonly redis: Redis;
  readonly clock: Clock;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  header(name: string, value: string): void;
}

/** The settings that hold text, so that one can be a base URL or a key. */
type TextSetting = { [Name in keyof Config]-?: Config[Name] extends string | undefined ? Name : never }[keyof Config];

interface Declaration {
  /** The name in logs and in the setting UPSTREAM_SANDBOX. */
  readonly name: string;
  /** The setting that holds its base URL. */
  readonly urlSetting: TextSetting;
  /** For a service that wants a key: the setting that holds it, and the address of the service known by this key. */
  readonly account?: { readonly keySetting: TextSetting; readonly publicUrl: string };
  /** How long one attempt may take, in ms. */
  readonly attemptMs: number;
  /** How long all attempts together may take, in ms. */
  readonly totalMs: number;
  /** The largest answer that is read, in bytes. */
  readonly maxBytes: number;
}

/** A question to an upstream, and how its answer is read. */
export interface Question<T> extends HttpQuestion {
  /** Reads the answer; throws when it is not what the upstream documents, or an UpstreamFailure when it says no. */
  read(answer: HttpAnswer): T;
  /** How long the answer may be given again without asking, in ms, also by what it says; 0 is never. */
  readonly lifetimeMs: number | ((value: T) => number);
  /** Query parameters that are secret: sent, but no part of what the answer is remembered by. */
  readonly secrets?: Readonly<Record<string, string | undefined>>;
  /** Asks even when the answer is still remembered. */
  readonly anew?: boolean;
}

/** Calls of one process that one upstream may hold at once: half of what the pool runs, so that half stays free. */
const SLOTS = pools.fetch.concurrency / 2;
const RETRIES = 2;
/** Failures in a row after which an upstream is left alone, and for how long, in ms. */
const FAILURES_TO_OPEN = 5;
const REST_MS = 2_000;
const LONGEST_REST_MS = 30_000;

/**
 * One service elsewhere that answers are made from. All that goes to it goes through here: bounded in time, number
 * and size, repeated when that is safe and may help, left alone while it is down, asked once for what many want.
 *
 * @example
 * const primary = new Upstream({ name: 'rates-primary', urlSetting: 'RATES_PRIMARY_URL', … });
 * const { value, at } = await primary.ask(call, { path: 'latest.json', read: jsonOf(latest), lifetimeMs: 900_000 });
 */
export class Upstream {
  readonly name: string;
  readonly #declared: Declaration;
  readonly #agent: Agent;
  readonly #slots = new Slots(SLOTS);
  readonly #breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: new ExponentialBackoff({ initialDelay: REST_MS, maxDelay: LONGEST_REST_MS }),
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
  });
  readonly #retry = retry(handleWhen(isOutage), {
    maxAttempts: RETRIES,
    backoff: new ExponentialBackoff({ initialDelay: 50, maxDelay: 400 }),
  });

  constructor(declared: Declaration) {
    this.name = declared.name;
    this.#declared = declared;
    this.#agent = new Agent({ connections: SLOTS, connect: { timeout: declared.attemptMs } });
    watchBreaker(this.name, this.#breaker);
  }

  /** Whether an operator has said where this upstream is, or has an account with it. */
  isConfigured(config: Config): boolean {
    return this.#address(config) !== undefined;
  }

  /** The 502 that names the setting to set. */
  notConfigured(): ApiError {
    const { account, urlSetting } = this.#declared;
    return errors.upstreamNotConfigured({ setting: account?.keySetting ?? urlSetting });
  }

  /** Whether this upstream is a sandbox, whose answers are synthetic. */
  isSandbox(config: Config): boolean {
    return config.UPSTREAM_SANDBOX.split(',').some((name) => name.trim() === this.name);
  }

  /** Says on the answer when it rests on a sandbox, however long ago that was asked. */
  disclose(call: Pick<Asking, 'config' | 'header'>): void {
    if (this.isSandbox(call.config)) call.header('X-Upstream', 'sandbox');
  }

  /** Tells apart what was remembered from this upstream when its setting pointed elsewhere. */
  realm(config: Config): string {
    return digest(this.#address(config) ?? '').slice(0, 8);
  }

  /**
   * Asks a question, or gives the remembered answer.
   *
   * @throws ApiError 502 when the upstream is not configured or fails, 503 when too many calls wait for it, 504 when
   * nobody waits for the answer any more
   */
  async ask<T>(call: Asking, question: Question<T>): Promise<Dated<T>> {
    const baseUrl = this.#address(call.config);
    if (baseUrl === undefined) throw this.notConfigured();
    const lifetimeMs = (value: T) =>
      typeof question.lifetimeMs === 'number' ? question.lifetimeMs : question.lifetimeMs(value);
    const send = () => this.#attempts(call, (signal) => this.#attempt(baseUrl, question, signal));
    this.disclose(call);
    if (question.lifetimeMs === 0) return { at: call.clock.now(), value: await this.#slots.inTurn(send) };

    const key = this.#key(call.config, question);
    if (question.anew) {
      const value = await this.#slots.inTurn(send);
      return remember(call, key, lifetimeMs(value), value);
    }
    const known = await recall<T>(call, key);
    count('upstreamAnswers', { upstream: this.name, memory: known ? 'hit' : 'miss' });
    if (known) return known;
    const longestMs = this.#declared.totalMs + 1_000;
    return this.#slots.inTurn(() => askTogether(call, key, { lifetimeMs, longestMs }, send));
  }

  #address(config: Config): string | undefined {
    const { account, urlSetting } = this.#declared;
    return config[urlSetting] ?? (account && config[account.keySetting] !== undefined ? account.publicUrl : undefined);
  }

  #key(config: Config, { path, query = {} }: HttpQuestion): string {
    const parts = Object.entries(query).filter(([, value]) => value !== undefined);
    const normalised = [path, parts.sort(([a], [b]) => (a < b ? -1 : 1))];
    return `upstream:${this.name}:${this.realm(config)}:${digest(JSON.stringify(normalised))}`;
  }

  async #attempts<T>(call: Asking, attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const inTime = timeLimit(this.#declared.totalMs, call.signal);
    try {
      return await this.#retry.execute(() => {
        // While one call tries whether the upstream is back, the others need not wait to see.
        if (this.#breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
        const oneAttempt = timeLimit(this.#declared.attemptMs, inTime);
        return this.#breaker.execute(() => attempt(oneAttempt).catch((error) => rethrow(call, error)));
      }, inTime);
    } catch (error) {
      const failure = this.#failureOf(error);
      call.log.warn({ upstream: this.name, reason: failure.reason, err: failure }, 'upstream failed');
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

  #attempt<T>(baseUrl: string, question: Question<T>, signal: AbortSignal): Promise<T> {
    const attributes = { 'peer.service': this.name, 'http.request.method': 'GET' };
    return traced(`upstream ${this.name}`, { kind: SpanKind.CLIENT, attributes }, () =>
      this.#askOnce(baseUrl, question, signal),
    );
  }

  async #askOnce<T>(baseUrl: string, question: Question<T>, signal: AbortSignal): Promise<T> {
    const { maxBytes } = this.#declared;
    const asked = { ...question, query: { ...question.query, ...question.secrets } };
    const began = performance.now();
    const counted = (result: string) => {
      count('upstreamCalls', { upstream: this.name, result });
      time('upstreamSeconds', { upstream: this.name }, performance.now() - began);
    };
    try {
      const answer = await askOnce(this.name, baseUrl, asked, { agent: this.#agent, signal, maxBytes });
      const value = this.#read(question, answer);
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

/** A caller who had little time left says nothing about the upstream: that must not open its circuit. */
function rethrow(call: Asking, error: unknown): never {
  throw call.signal.aborted ? errors.deadlineExceeded({}, error) : error;
}

function isOutage(error: Error): boolean {
  return error instanceof UpstreamFailure && error.isPassing;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
