import { createHash } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { BrokenCircuitError, BulkheadRejectedError } from 'cockatiel';
import type { Static, TObject } from 'typebox';
import type { Clock } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import { count, time } from '../../../shared/process/metrics/measure.js';
import type { BreakerStates } from '../../../shared/process/metrics/published-status.js';
import type { Redis } from '../../../shared/process/redis.js';
import { withSpan } from '../../../shared/process/tracing.js';
import { CallerGone, Resilience } from '../upstream/resilience.js';
import { readAnswer } from './answer.js';
import { Bill } from './bill.js';
import { Budget, BudgetUsedUp } from './budget.js';
import type { Completion, Usage } from './complete.js';
import { allowed } from './dialects.js';
import { type Choice, kindOfText, type Plan, readPlan } from './plan.js';
import { estimatedTokens, requestFor } from './prompt.js';
import { Speaker } from './speaker.js';
import { Filtered, Refused, Unusable, unusable } from './unusable.js';

type Settings = Pick<
  Config,
  | 'LLM_API_KEY'
  | 'LLM_BASE_URL'
  | 'LLM_CONCURRENCY'
  | 'LLM_DIALECT'
  | 'LLM_MODEL'
  | 'LLM_MODELS'
  | 'LLM_MONEY_PER_DAY'
  | 'LLM_MONEY_PER_HOUR'
  | 'LLM_PRICES'
  | 'LLM_TIMEOUT_MS'
  | 'LLM_TOKENS_PER_DAY'
  | 'LLM_TOKENS_PER_HOUR'
>;

/** What a model is asked. */
export interface Question<Schema extends TObject, Accepted> {
  /** Name of the task, letters and underscores: it names the schema and the metrics. */
  readonly name: string;
  readonly schema: Schema;
  /** Who the model is and what it must do. Nothing of the caller's may be in it. */
  readonly instructions: string;
  /** What the caller gave. The model gets it as one JSON object that it is told to treat as data. */
  readonly data: Readonly<Record<string, unknown>>;
  /** For the answer alone; what a model needs to think comes on top. */
  readonly maxTokens: number;
  /** Makes the final answer of the model's. @throws Unusable when that cannot be done */
  accept(answer: Static<Schema>): Accepted;
  /** Lists faults of style, for which the model is asked once more. If the second draft fails, the first is used. */
  critique?(answer: Static<Schema>): string | undefined;
}

/** For whom an answer is written, and how long it may be waited for. */
export interface Patience {
  readonly deadline: Date;
  /** The one that the deadline is told by, which is Redis'. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly redis: Redis;
  /** Tells operators something of this call. */
  remark(name: string, value: string): void;
}

/** An answer that can be used, and who wrote it. */
export interface Written<Accepted> {
  readonly answer: Accepted;
  readonly model: string;
}

/** What is left of the deadline for everything after the model, in ms. */
export const RESERVE_MS = 1_500;
const SHORTEST_ATTEMPT_MS = 300;
/** Bound of an attempt at a long text, in ms, for requests without a deadline that is nearer. */
const LONGEST_ATTEMPT_MS = 60_000;

const FAILURES_TO_OPEN = 8;
const REST_MS = 10_000;

/**
 * The configured model, or undefined without LLM_BASE_URL and a model. A process makes it once.
 *
 * @throws ConfigError when its settings make no sense
 */
export function createModel(config: Settings): Model | undefined {
  const { LLM_BASE_URL: baseUrl } = config;
  const plan = readPlan(config);
  return baseUrl === undefined || plan === undefined ? undefined : new Model(config, baseUrl, plan);
}

/** One of the models, as this process sees it. */
interface Author {
  readonly speaker: Speaker;
  readonly resilience: Resilience;
}

/** The language models behind an OpenAI-compatible endpoint. */
export class Model {
  /** In metrics, traces and the setting UPSTREAM_SANDBOX. */
  readonly name = 'llm';
  /** Tells apart what other models, or these elsewhere, have written. */
  readonly realm: string;
  readonly #timeoutMs: number;
  readonly #plan: Plan;
  readonly #budget: Budget;
  readonly #authors: ReadonlyMap<string, Author>;

  constructor(config: Settings, baseUrl: string, plan: Plan) {
    this.#timeoutMs = config.LLM_TIMEOUT_MS;
    this.#plan = plan;
    this.realm = createHash('sha256')
      .update(JSON.stringify([baseUrl, plan]))
      .digest('hex')
      .slice(0, 8);
    this.#budget = new Budget(config, plan);
    this.#authors = createAuthors(config, baseUrl, plan);
  }

  /** Their circuit breakers. */
  breakerStates(): BreakerStates {
    const named = (model: string) => (this.#authors.size > 1 ? `${this.name} ${model}` : this.name);
    return Object.fromEntries([...this.#authors].map(([model, { resilience }]) => [named(model), resilience.state]));
  }

  /** Finds out how the models want to be asked, so that the first caller does not wait for it. */
  async warmUp(log: Logger): Promise<void> {
    await Promise.all([...this.#authors.values()].map(({ speaker }) => speaker.ready(log)));
  }

  /**
   * Asks, once more when the answer cannot be used, and then the next model of the plan.
   *
   * @returns undefined when there is no usable answer in time; it never throws
   */
  async ask<Schema extends TObject, Accepted>(
    question: Question<Schema, Accepted>,
    patience: Patience,
  ): Promise<Written<Accepted> | undefined> {
    const bill = new Bill();
    const choices = this.#plan[kindOfText(question)];
    for (const [at, choice] of choices.entries()) {
      const author = this.#authors.get(choice.model);
      const answer = author && (await this.#askOne(author, choice, question, patience, bill, at < choices.length - 1));
      if (answer === GIVEN_UP) break;
      if (answer === undefined) continue;
      bill.tell(patience);
      return { answer: answer.accepted, model: choice.model };
    }
    bill.tell(patience);
    return undefined;
  }

  async #askOne<Schema extends TObject, Accepted>(
    author: Author,
    choice: Choice,
    question: Question<Schema, Accepted>,
    patience: Patience,
    bill: Bill,
    hasOther: boolean,
  ): Promise<{ accepted: Accepted } | undefined | typeof GIVEN_UP> {
    let failed: unknown;
    let imperfect: { accepted: Accepted } | undefined;
    let tookMs = 0;
    for (const isLast of [false, true]) {
      // There is no time for a second attempt as long as the first.
      if (isLast && millisecondsLeft(patience) < tookMs) break;
      const began = performance.now();
      try {
        const { accepted, critique } = await author.resilience.inBulkhead(
          () => this.#attempt(author, choice, question, patience, bill, failed),
          patience.signal,
        );
        if (critique !== undefined && !isLast) {
          imperfect = { accepted };
          throw unusable(critique);
        }
        count('modelAnswers', { task: question.name, outcome: 'used' });
        return { accepted };
      } catch (error) {
        failed = error;
        tookMs = performance.now() - began;
        const isEnd = isLast || !isWorthAnother(error, hasOther);
        const outcome = isEnd ? (hasOther ? 'passed_on' : 'given_up') : 'retried';
        count('modelAnswers', { task: question.name, outcome });
        const { model } = choice;
        patience.log.warn({ task: question.name, model, reason: reasonOf(error) }, 'the model gave no usable answer');
        if (imperfect === undefined && error instanceof BudgetUsedUp) return GIVEN_UP;
        if (isEnd) return imperfect;
      }
    }
    return imperfect;
  }

  async #attempt<Schema extends TObject, Accepted>(
    { speaker, resilience }: Author,
    choice: Choice,
    question: Question<Schema, Accepted>,
    patience: Patience,
    bill: Bill,
    failed: unknown,
  ): Promise<{ accepted: Accepted; critique: string | undefined }> {
    const { log, signal } = patience;
    await speaker.ready(log);
    const left = millisecondsLeft(patience);
    if (left < SHORTEST_ATTEMPT_MS) throw unusable('there is no time left');
    const attemptMs = Math.min(left, kindOfText(question) === 'long' ? LONGEST_ATTEMPT_MS : this.#timeoutMs);
    const asked = requestFor(question, choice, failed);
    const most = {
      read: estimatedTokens(asked.system + asked.user),
      cached: 0,
      written: allowed(asked, speaker.manner),
    };
    const hold = await this.#budget.take(choice.model, most, patience);
    const settle = (usage: Usage | undefined) =>
      hold.settle(usage).catch((err: unknown) => log.warn({ err }, 'what the model cost was not noted'));
    return resilience.attempt(
      async (inTime) => {
        const completion = await this.#timed(question.name, () => speaker.ask(asked, inTime)).catch(
          async (error: unknown) => {
            if (wasAnswered(error)) await settle(undefined);
            throw error;
          },
        );
        const usage = completion.usage ?? { ...most, written: estimatedTokens(completion.text), thought: 0 };
        await settle(usage);
        this.#book(question.name, choice.model, usage, bill);
        if (completion.failure) throw completion.failure;
        const draft = readAnswer(question.schema, completion.text);
        return { accepted: question.accept(draft), critique: question.critique?.(draft) };
      },
      { attemptMs, totalMs: attemptMs, signal },
    );
  }

  async #timed(task: string, ask: () => Promise<Completion>): Promise<Completion> {
    const started = performance.now();
    const attributes = { 'peer.service': this.name };
    const completion = await withSpan(`upstream ${this.name}`, { kind: SpanKind.CLIENT, attributes }, ask);
    time('modelSeconds', { task }, performance.now() - started);
    return completion;
  }

  #book(task: string, model: string, usage: Usage, bill: Bill): void {
    const cost = this.#budget.costOf(model, usage);
    count('modelTokens', { task, model, kind: 'read' }, usage.read);
    count('modelTokens', { task, model, kind: 'written' }, usage.written);
    if (cost > 0) count('modelCost', { task, model }, cost / 1e6);
    bill.add(model, usage, cost);
  }
}

const millisecondsLeft = ({ deadline, clock }: Patience): number =>
  deadline.getTime() - clock.now().getTime() - RESERVE_MS;

/** No model is to be asked for this any more. */
const GIVEN_UP = Symbol('given up');

function createAuthors(config: Settings, baseUrl: string, plan: Plan): ReadonlyMap<string, Author> {
  const { LLM_API_KEY, LLM_CONCURRENCY: places, LLM_DIALECT } = config;
  const dialect = LLM_DIALECT === 'auto' ? undefined : LLM_DIALECT;
  const endpoint = { baseUrl, apiKey: LLM_API_KEY ?? 'none', dialect };
  const names = new Set([...plan.short, ...plan.long].map(({ model }) => model));
  const resilience = () =>
    new Resilience({
      isOutage,
      // What fails is asked once more with the reason why, which is more than a retry.
      retries: 0,
      failuresToOpen: FAILURES_TO_OPEN,
      halfOpenAfter: REST_MS,
      bulkhead: { places, queue: places },
    });
  return new Map(
    [...names].map((model) => [model, { speaker: new Speaker(model, endpoint), resilience: resilience() }]),
  );
}

/** Whether the same model may do better at the second attempt; where there is another, only what it can mend is worth one. */
function isWorthAnother(error: unknown, hasOther: boolean): boolean {
  if (error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError) return false;
  if (error instanceof BudgetUsedUp || error instanceof Filtered) return false;
  return !hasOther || error instanceof Unusable || error instanceof Refused;
}

/** Whether the endpoint answered, with an error: what it has not answered may cost all the same. */
const wasAnswered = (error: unknown): boolean =>
  error instanceof Refused || (error instanceof Error && 'status' in error && typeof error.status === 'number');

/**
 * Whether the endpoint itself failed. An answer that cannot be used, a refused topic or a caller who is gone say
 * nothing about the next caller's question: with those, nobody can shut others out of the model.
 */
const isOutage = (error: Error): boolean =>
  !(error instanceof Unusable || error instanceof Refused || error instanceof CallerGone);

/** What went wrong, without the caller's text that some errors repeat. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 200) : 'unknown');
