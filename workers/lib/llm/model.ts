import { SpanKind } from '@opentelemetry/api';
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
  TaskCancelledError,
  wrap,
} from 'cockatiel';
import OpenAI from 'openai';
import type { Static, TObject } from 'typebox';
import type { Config } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import { watchBreaker } from '../../../shared/process/metrics/breakers.js';
import { traced } from '../../../shared/process/tracing.js';
import { timeLimit } from '../time-limit.js';
import { readAnswer } from './answer.js';
import { complete, isRefusal } from './complete.js';
import { countOutcome, timeAnswer } from './metrics.js';
import { Unusable, unusable } from './unusable.js';

/** What a model is asked. */
export interface Question<Schema extends TObject, Accepted> {
  /** Name of the task, letters and underscores: it names the schema and the metrics. */
  readonly name: string;
  readonly schema: Schema;
  /** Who the model is and what it must do. Nothing of the caller's may be in it. */
  readonly instructions: string;
  /** What the caller gave. The model gets it as one JSON object that it is told to treat as data. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly maxTokens: number;
  /** Makes the final answer of the model's. @throws Unusable when that cannot be done */
  accept(answer: Static<Schema>): Accepted;
}

/** How long an answer may be waited for. */
export interface Patience {
  readonly deadline: Date;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** A language model behind an OpenAI-compatible endpoint. */
export interface Model {
  /**
   * Asks, and asks once more when the answer cannot be used.
   *
   * @returns undefined when there is no usable answer in time; it never throws
   */
  ask<Schema extends TObject, Accepted>(
    question: Question<Schema, Accepted>,
    patience: Patience,
  ): Promise<Accepted | undefined>;
}

/** What is left of the deadline for everything after the model, in ms. */
const RESERVE_MS = 1_500;
const SHORTEST_ATTEMPT_MS = 300;

/** So many failures in a row, and the endpoint is left alone for a while. */
const FAILURES_IN_A_ROW = 8;
const LEFT_ALONE_MS = 10_000;

const models = new WeakMap<Config, Model>();

/** The configured model, or undefined without LLM_BASE_URL and LLM_MODEL. There is one per process. */
export function modelOf(config: Config): Model | undefined {
  const { LLM_BASE_URL: baseURL, LLM_MODEL: name } = config;
  if (baseURL === undefined || name === undefined) return undefined;
  const model = models.get(config) ?? createModel(config, baseURL, name);
  models.set(config, model);
  return model;
}

function createModel(config: Config, baseURL: string, name: string): Model {
  const client = new OpenAI({ baseURL, apiKey: config.LLM_API_KEY ?? 'none', maxRetries: 0 });
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: LEFT_ALONE_MS,
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
  });
  watchBreaker('llm', breaker);
  const guard = wrap(breaker, bulkhead(config.LLM_CONCURRENCY, config.LLM_CONCURRENCY));

  async function attempt<Schema extends TObject, Accepted>(
    question: Question<Schema, Accepted>,
    patience: Patience,
    failed: unknown,
  ): Promise<Accepted> {
    const left = patience.deadline.getTime() - Date.now() - RESERVE_MS;
    if (left < SHORTEST_ATTEMPT_MS) throw unusable('there is no time left');
    const signal = timeLimit(Math.min(left, config.LLM_TIMEOUT_MS), patience.signal);
    const started = performance.now();
    const text = await traced('upstream llm', { kind: SpanKind.CLIENT, attributes: { 'peer.service': 'llm' } }, () =>
      complete(client, name, question, signal, failed),
    );
    timeAnswer(question.name, performance.now() - started);
    return question.accept(readAnswer(question.schema, text));
  }

  return {
    async ask(question, patience) {
      let failed: unknown;
      for (const outcome of ['retried', 'given_up'] as const) {
        try {
          // While one question tries whether the endpoint is back, the others need not wait to see.
          if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
          const answer = await guard.execute(() => attempt(question, patience, failed), patience.signal);
          countOutcome(question.name, 'used');
          return answer;
        } catch (error) {
          failed = error;
          const wasAsked = !isBrokenCircuitError(error) && !isCrowded(error);
          countOutcome(question.name, wasAsked ? outcome : 'given_up');
          patience.log.warn({ task: question.name, reason: reasonOf(error) }, 'the model gave no usable answer');
          if (!wasAsked) return undefined;
        }
      }
      return undefined;
    },
  };
}

/**
 * Whether the endpoint itself failed. An answer that cannot be used, a refused topic or a caller with no time left
 * say nothing about the next caller's question: with those, nobody can shut others out of the model.
 */
const isOutage = (error: unknown): boolean =>
  !(error instanceof Unusable || error instanceof TaskCancelledError || isCrowded(error) || isRefusal(error));

const isCrowded = (error: unknown): boolean => error instanceof BulkheadRejectedError;

/** What went wrong, without the caller's text that some errors repeat. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 200) : 'unknown');
