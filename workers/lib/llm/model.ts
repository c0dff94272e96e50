import { SpanKind } from '@opentelemetry/api';
import { BrokenCircuitError, BulkheadRejectedError } from 'cockatiel';
import type { Static, TObject } from 'typebox';
import { validator } from '../../../shared/contract/input.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import type { BreakerStates } from '../../../shared/process/metrics/boards.js';
import { count, time } from '../../../shared/process/metrics/measure.js';
import { traced } from '../../../shared/process/tracing.js';
import { CallerGone, Resilience } from '../upstream/resilience.js';
import { Refused, Unusable, unusable } from './unusable.js';

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
  /** The one that the deadline is told by. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** What is left of the deadline for everything after the model, in ms. */
const RESERVE_MS = 1_500;
const SHORTEST_ATTEMPT_MS = 300;

const FAILURES_TO_OPEN = 8;
const REST_MS = 10_000;

/** The configured model, or undefined without LLM_BASE_URL and LLM_MODEL. A process makes it once. */
export function createModel(config: Config): Model | undefined {
  const { LLM_BASE_URL: baseURL, LLM_MODEL: model } = config;
  return baseURL === undefined || model === undefined ? undefined : new Model(config, baseURL, model);
}

/** A language model behind an OpenAI-compatible endpoint. */
export class Model {
  /** In metrics, traces and the setting UPSTREAM_SANDBOX. */
  readonly name = 'llm';
  readonly #timeoutMs: number;
  readonly #complete: Promise<Complete>;
  readonly #resilience: Resilience;
  #wasAsked = false;

  constructor({ LLM_API_KEY, LLM_TIMEOUT_MS, LLM_CONCURRENCY }: Config, baseURL: string, model: string) {
    this.#timeoutMs = LLM_TIMEOUT_MS;
    this.#complete = connect(baseURL, LLM_API_KEY ?? 'none', model);
    this.#resilience = new Resilience({
      isOutage,
      // What fails is asked once more with the reason why, which is more than a retry.
      retries: 0,
      failuresToOpen: FAILURES_TO_OPEN,
      halfOpenAfter: REST_MS,
      bulkhead: { places: LLM_CONCURRENCY, queue: LLM_CONCURRENCY },
    });
  }

  /** Its circuit breaker, in a process that has asked it. */
  breakerStates(): BreakerStates {
    return this.#wasAsked ? { [this.name]: this.#resilience.state } : {};
  }

  /**
   * Asks, and asks once more when the answer cannot be used.
   *
   * @returns undefined when there is no usable answer in time; it never throws
   */
  async ask<Schema extends TObject, Accepted>(
    question: Question<Schema, Accepted>,
    patience: Patience,
  ): Promise<Accepted | undefined> {
    this.#wasAsked = true;
    const complete = await this.#complete;
    let failed: unknown;
    for (const outcome of ['retried', 'given_up'] as const) {
      try {
        const answer = await this.#resilience.inBulkhead(
          () => this.#attempt(complete, question, patience, failed),
          patience.signal,
        );
        count('modelAnswers', { task: question.name, outcome: 'used' });
        return answer;
      } catch (error) {
        failed = error;
        const wasAsked = !(error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError);
        count('modelAnswers', { task: question.name, outcome: wasAsked ? outcome : 'given_up' });
        patience.log.warn({ task: question.name, reason: reasonOf(error) }, 'the model gave no usable answer');
        if (!wasAsked) return undefined;
      }
    }
    return undefined;
  }

  #attempt<Schema extends TObject, Accepted>(
    complete: Complete,
    question: Question<Schema, Accepted>,
    { deadline, clock, signal }: Patience,
    failed: unknown,
  ): Promise<Accepted> {
    const left = deadline.getTime() - clock.now().getTime() - RESERVE_MS;
    if (left < SHORTEST_ATTEMPT_MS) throw unusable('there is no time left');
    const attemptMs = Math.min(left, this.#timeoutMs);
    return this.#resilience.attempt(
      async (inTime) => {
        const started = performance.now();
        const attributes = { 'peer.service': this.name };
        const text = await traced(`upstream ${this.name}`, { kind: SpanKind.CLIENT, attributes }, () =>
          complete(question, inTime, failed),
        );
        time('modelSeconds', { task: question.name }, performance.now() - started);
        return question.accept(readAnswer(question.schema, text));
      },
      { attemptMs, totalMs: attemptMs, signal },
    );
  }
}

type Complete = (question: Question<TObject, unknown>, signal: AbortSignal, failed: unknown) => Promise<string>;

/** The client library is loaded only where a model is configured. */
async function connect(baseURL: string, apiKey: string, model: string): Promise<Complete> {
  const endpoint = await import('./complete.js');
  const client = endpoint.connect(baseURL, apiKey);
  return (question, signal, failed) => endpoint.complete(client, model, question, signal, failed);
}

/**
 * Reads the JSON object of an answer, also out of a code fence or between remarks.
 *
 * @throws Unusable when there is none, or not of the schema
 */
function readAnswer<Schema extends TObject>(schema: Schema, text: string): Static<Schema> {
  const read = parse(text) ?? parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  if (read === undefined) throw unusable('the answer was not JSON');
  const validate = validator(schema);
  if (!validate(read)) throw unusable('the answer was not of the schema');
  return read as Static<Schema>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether the endpoint itself failed. An answer that cannot be used, a refused topic or a caller who is gone say
 * nothing about the next caller's question: with those, nobody can shut others out of the model.
 */
const isOutage = (error: Error): boolean =>
  !(error instanceof Unusable || error instanceof Refused || error instanceof CallerGone);

/** What went wrong, without the caller's text that some errors repeat. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 200) : 'unknown');
