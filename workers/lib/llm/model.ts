import { createHash } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { BrokenCircuitError, BulkheadRejectedError } from 'cockatiel';
import type { TObject } from 'typebox';
import type { Clock } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import { count, time } from '../../../shared/process/metrics/measure.js';
import type { BreakerStates } from '../../../shared/process/metrics/published-status.js';
import type { Redis } from '../../../shared/process/redis.js';
import { withSpan } from '../../../shared/process/tracing.js';
import { CallerAborted, Resilience } from '../upstream/resilience.js';
import { Budget, BudgetExceeded, type BudgetSettings } from './budget.js';
import type { Completion, Usage } from './complete.js';
import { tokenLimit } from './dialects.js';
import { ContentFiltered, RequestRejected, UnusableOutput } from './errors.js';
import { ModelClient } from './model-client.js';
import { findLengthClass, type ModelChoice, type Plan, readPlan } from './plan.js';
import { estimateTokens, type ModelTask, writePrompt } from './prompt.js';
import { parseOutput } from './strict-schema.js';

type Settings = BudgetSettings &
  Pick<
    Config,
    'LLM_API_KEY' | 'LLM_BASE_URL' | 'LLM_CONCURRENCY' | 'LLM_DIALECT' | 'LLM_MODEL' | 'LLM_MODELS' | 'LLM_TIMEOUT_MS'
  >;

/** Context of the request that a task belongs to. */
interface GenerationContext {
  readonly deadline: Date;
  /** Clock of Redis, by which the deadline is set. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly redis: Redis;
  /** Adds an entry to the timeline of the request. */
  remark(name: string, value: string): void;
}

/** An accepted result and the name of the model that wrote it. */
export interface Generated<Result> {
  readonly answer: Result;
  readonly model: string;
}

/** Time reserved for everything after the model, in ms. */
export const RESERVE_MS = 1_500;
const MIN_ATTEMPT_MS = 300;
/** Timeout of an attempt at a long text, in ms, if the deadline is not earlier. */
const LONG_TEXT_TIMEOUT_MS = 60_000;

const FAILURES_TO_OPEN = 8;
const COOL_DOWN_MS = 10_000;

/**
 * Creates the configured model of a process. Returns undefined if LLM_BASE_URL or the model is not set.
 *
 * @throws ConfigError when the settings are invalid
 */
export function createModel(config: Settings): Model | undefined {
  const { LLM_BASE_URL: baseUrl } = config;
  const plan = readPlan(config);
  return baseUrl === undefined || plan === undefined ? undefined : new Model(config, baseUrl, plan);
}

/** Client and circuit breaker of one model. */
interface Backend {
  readonly client: ModelClient;
  readonly resilience: Resilience;
}

interface Accepted<Result> {
  readonly result: Result;
}

/** A task in progress. */
interface Job<Schema extends TObject, Result> {
  readonly task: ModelTask<Schema, Result>;
  readonly context: GenerationContext;
  readonly usage: UsageTotal;
}

/** The language models behind an OpenAI-compatible endpoint. */
export class Model {
  /** Name in metrics, traces and the setting UPSTREAM_SANDBOX. */
  readonly name = 'llm';
  /** Distinguishes cached texts of other models or endpoints. */
  readonly realm: string;
  /** Shared texts that this process is waiting for, by cache key. */
  readonly inProgress = new Map<string, Promise<unknown>>();
  readonly #timeoutMs: number;
  readonly #plan: Plan;
  readonly #budget: Budget;
  readonly #backends: ReadonlyMap<string, Backend>;

  constructor(config: Settings, baseUrl: string, plan: Plan) {
    this.#timeoutMs = config.LLM_TIMEOUT_MS;
    this.#plan = plan;
    this.realm = createHash('sha256')
      .update(JSON.stringify([baseUrl, plan]))
      .digest('hex')
      .slice(0, 8);
    this.#budget = new Budget(config, plan);
    this.#backends = createBackends(config, baseUrl, plan);
  }

  breakerStates(): BreakerStates {
    const named = (model: string) => (this.#backends.size > 1 ? `${this.name} ${model}` : this.name);
    return Object.fromEntries([...this.#backends].map(([model, { resilience }]) => [named(model), resilience.state]));
  }

  /** Probes the endpoint, so that the first request does not wait for it. */
  async warmUp(log: Logger): Promise<void> {
    await Promise.all([...this.#backends.values()].map(({ client }) => client.ready(log)));
  }

  /**
   * Performs a task: asks the first model of the plan, repeats the request when its output is unusable, then asks the next model.
   *
   * @returns undefined when there is no usable result in time. Never throws
   */
  async generate<Schema extends TObject, Result>(
    task: ModelTask<Schema, Result>,
    context: GenerationContext,
  ): Promise<Generated<Result> | undefined> {
    const job = { task, context, usage: new UsageTotal() };
    try {
      const choices = this.#plan[findLengthClass(task)];
      for (const [at, choice] of choices.entries()) {
        const accepted = await this.#askModel(choice, job, at < choices.length - 1);
        if (accepted === 'given up') return undefined;
        if (accepted) return { answer: accepted.result, model: choice.model };
      }
      return undefined;
    } finally {
      job.usage.report(context);
    }
  }

  /** Returns undefined if the next model should be asked. */
  async #askModel<Schema extends TObject, Result>(
    choice: ModelChoice,
    job: Job<Schema, Result>,
    hasNext: boolean,
  ): Promise<Accepted<Result> | 'given up' | undefined> {
    const { task, context } = job;
    const backend = this.#backends.get(choice.model);
    if (!backend) return undefined;
    let failure: unknown;
    let imperfect: Accepted<Result> | undefined;
    let tookMs = 0;
    for (const isLast of [false, true]) {
      // The second attempt is likely to take as long as the first.
      if (isLast && computeTimeLeft(context) < tookMs) break;
      const began = performance.now();
      try {
        const { result, critique } = await backend.resilience.inBulkhead(
          () => this.#attempt(backend, choice, job, failure),
          context.signal,
        );
        if (critique !== undefined && !isLast) {
          imperfect = { result };
          throw new UnusableOutput(critique);
        }
        count('modelAnswers', { task: task.name, outcome: 'used' });
        return { result };
      } catch (error) {
        failure = error;
        tookMs = performance.now() - began;
        const isEnd = isLast || !isRetryable(error, hasNext);
        const outcome = isEnd ? (hasNext ? 'passed_on' : 'given_up') : 'retried';
        count('modelAnswers', { task: task.name, outcome });
        const { model } = choice;
        context.log.warn({ task: task.name, model, reason: describeError(error) }, 'the model gave no usable answer');
        if (imperfect === undefined && error instanceof BudgetExceeded) return 'given up';
        if (isEnd) return imperfect;
      }
    }
    return imperfect;
  }

  async #attempt<Schema extends TObject, Result>(
    { client, resilience }: Backend,
    choice: ModelChoice,
    { task, context, usage: total }: Job<Schema, Result>,
    failure: unknown,
  ): Promise<Accepted<Result> & { readonly critique: string | undefined }> {
    const { log, signal } = context;
    await client.ready(log);
    const left = computeTimeLeft(context);
    if (left < MIN_ATTEMPT_MS) throw new UnusableOutput('there is no time left');
    const attemptMs = Math.min(left, findLengthClass(task) === 'long' ? LONG_TEXT_TIMEOUT_MS : this.#timeoutMs);
    const prompt = writePrompt(task, choice, failure);
    const maximum = {
      read: estimateTokens(prompt.system + prompt.user),
      cached: 0,
      written: tokenLimit(prompt, client.capabilities),
    };
    const hold = await this.#budget.hold(choice.model, maximum, context);
    const settle = (usage: Usage | undefined) =>
      hold.settle(usage).catch((err: unknown) => log.warn({ err }, 'cannot settle the cost of the model'));
    return resilience.attempt(
      async (attemptSignal) => {
        const completion = await this.#measure(task.name, () => client.complete(prompt, attemptSignal)).catch(
          async (error: unknown) => {
            if (hasResponse(error)) await settle(undefined);
            throw error;
          },
        );
        const usage = completion.usage ?? { ...maximum, written: estimateTokens(completion.text), reasoning: 0 };
        await settle(usage);
        this.#countUsage(task.name, choice.model, usage, total);
        if (completion.failure) throw completion.failure;
        const draft = parseOutput(task.schema, completion.text);
        return { result: task.accept(draft), critique: task.critique?.(draft) };
      },
      { attemptMs, totalMs: attemptMs, signal },
    );
  }

  async #measure(task: string, send: () => Promise<Completion>): Promise<Completion> {
    const started = performance.now();
    const attributes = { 'peer.service': this.name };
    const completion = await withSpan(`upstream ${this.name}`, { kind: SpanKind.CLIENT, attributes }, send);
    time('modelSeconds', { task }, performance.now() - started);
    return completion;
  }

  #countUsage(task: string, model: string, usage: Usage, total: UsageTotal): void {
    const cost = this.#budget.calculateCost(model, usage);
    count('modelTokens', { task, model, kind: 'read' }, usage.read);
    count('modelTokens', { task, model, kind: 'written' }, usage.written);
    if (cost > 0) count('modelCost', { task, model }, cost / 1e6);
    total.add(model, usage, cost);
  }
}

/** Tokens and cost of all attempts at a task. */
class UsageTotal {
  readonly #models = new Set<string>();
  #read = 0;
  #written = 0;
  #cost = 0;

  /** @param cost in millionths */
  add(model: string, { read, written }: Usage, cost: number): void {
    this.#models.add(model);
    this.#read += read;
    this.#written += written;
    this.#cost += cost;
  }

  /** Adds the totals to the timeline of the request, unless no model was asked. */
  report({ remark }: Pick<GenerationContext, 'remark'>): void {
    if (this.#models.size === 0) return;
    remark('models asked', [...this.#models].join(', '));
    remark('tokens', `${this.#read} read, ${this.#written} written`);
    if (this.#cost > 0) remark('cost of the models', String(this.#cost / 1e6));
  }
}

const computeTimeLeft = ({ deadline, clock }: GenerationContext): number =>
  deadline.getTime() - clock.now().getTime() - RESERVE_MS;

function createBackends(config: Settings, baseUrl: string, plan: Plan): ReadonlyMap<string, Backend> {
  const { LLM_API_KEY, LLM_CONCURRENCY: slots, LLM_DIALECT } = config;
  const dialect = LLM_DIALECT === 'auto' ? undefined : LLM_DIALECT;
  const endpoint = { baseUrl, apiKey: LLM_API_KEY ?? 'none', dialect };
  const names = new Set([...plan.short, ...plan.long].map(({ model }) => model));
  const createResilience = () =>
    new Resilience({
      isOutage,
      // A failed request is repeated with the reason in its prompt, which is more than a retry.
      retries: 0,
      failuresToOpen: FAILURES_TO_OPEN,
      halfOpenAfter: COOL_DOWN_MS,
      bulkhead: { slots, queue: slots },
    });
  return new Map(
    [...names].map((model) => [model, { client: new ModelClient(model, endpoint), resilience: createResilience() }]),
  );
}

/** True if the same model may succeed at the second attempt. If there is another model, only errors that a new prompt can mend count. */
function isRetryable(error: unknown, hasNext: boolean): boolean {
  if (error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError) return false;
  if (error instanceof BudgetExceeded || error instanceof ContentFiltered) return false;
  return !hasNext || error instanceof UnusableOutput || error instanceof RequestRejected;
}

/** True if the endpoint responded with an error. A request without a response may be billed. */
const hasResponse = (error: unknown): boolean =>
  error instanceof RequestRejected || (error instanceof Error && 'status' in error && typeof error.status === 'number');

/**
 * True if the endpoint itself failed. Unusable output, a filtered subject and a cancelled request do not count, so that
 * no caller can open the circuit for others with such requests.
 */
const isOutage = (error: Error): boolean =>
  !(error instanceof UnusableOutput || error instanceof RequestRejected || error instanceof CallerAborted);

/** Returns the reason of a failure, cut because some errors repeat the caller's text. */
const describeError = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 200) : 'unknown');
