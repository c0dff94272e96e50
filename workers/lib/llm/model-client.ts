import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import { conforms } from '../../../shared/contract/input.js';
import type { Logger } from '../../../shared/process/log.js';
import { ChatClient } from './chat-client.js';
import { type Completion, complete, isFiltered, type Prompt, readRejection } from './complete.js';
import {
  adapt,
  assumeCapabilities,
  type Capabilities,
  type DialectName,
  detectDialect,
  findDialectByOwner,
  isTruncation,
  tokenLimit,
} from './dialects.js';
import { ContentFiltered, RequestRejected } from './errors.js';

/** Maximum number of times that one request is adapted to a rejection. */
const MAX_ADAPTATIONS = 5;
const LIST_TIMEOUT_MS = 3_000;
/** A server may have to load the model first. */
const TRIAL_TIMEOUT_MS = 30_000;
/** Time for which the first request waits for the probe. */
const PROBE_WAIT_MS = 2_000;
/** Delay before a failed probe is repeated. */
const PROBE_RETRY_MS = 60_000;

/** Response of `GET /models`, as far as it is read. */
const modelList = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String(), owned_by: Type.Optional(Type.String()) })),
});

const TRIAL: Omit<Prompt, 'model'> = {
  name: 'trial',
  system: 'Answer with the JSON object {"ok": true} and nothing else.',
  user: '{}',
  schema: {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
    required: ['ok'],
    additionalProperties: false,
  },
  tokens: 1,
  reasoningTokens: 0,
  temperature: 0.7,
};

export interface Endpoint {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Dialect that the operator has set. By default the endpoint is probed. */
  readonly dialect: DialectName | undefined;
}

/**
 * Client of one model, which sends only parameters that the endpoint accepts. It probes the endpoint once, by its list of models
 * and a request for one token, and learns from rejections later.
 */
export class ModelClient {
  readonly #client: ChatClient;
  readonly #model: string;
  readonly #hasKnownDialect: boolean;
  #capabilities: Capabilities;
  #probe: Promise<void> | undefined;

  constructor(model: string, { baseUrl, apiKey, dialect }: Endpoint) {
    const likely = dialect ?? detectDialect(baseUrl) ?? 'other';
    this.#model = model;
    this.#client = new ChatClient(baseUrl, apiKey, likely);
    this.#hasKnownDialect = dialect !== undefined;
    this.#capabilities = assumeCapabilities(likely, model);
  }

  get capabilities(): Capabilities {
    return this.#capabilities;
  }

  /** Waits for the probe, which the first call starts, up to a limit. Never throws. */
  async ready(log: Logger): Promise<void> {
    if (this.#hasKnownDialect) return;
    this.#probe ??= this.#runProbe(log);
    const waiting = new AbortController();
    await Promise.race([
      this.#probe,
      sleep(PROBE_WAIT_MS, undefined, { ref: false, signal: waiting.signal }).catch(() => {}),
    ]);
    waiting.abort();
  }

  /**
   * Sends a request, and repeats it while the endpoint rejects parameters that can change.
   *
   * @throws RequestRejected when the endpoint rejects it finally, ContentFiltered when it rejects the subject, and the client's errors
   */
  async complete(prompt: Omit<Prompt, 'model'>, signal: AbortSignal): Promise<Completion> {
    let capabilities = this.#capabilities;
    for (let adaptations = 0; ; adaptations++) {
      try {
        const completion = await complete(this.#client, { ...prompt, model: this.#model }, capabilities, signal);
        if (completion.usage?.reasoning) this.#capabilities = { ...this.#capabilities, isReasoning: true };
        return completion;
      } catch (error) {
        if (isFiltered(error)) throw new ContentFiltered('the endpoint filtered the question', { cause: error });
        const rejection = readRejection(error);
        if (!rejection) throw error;
        const adapted =
          adaptations < MAX_ADAPTATIONS ? adapt(capabilities, rejection, tokenLimit(prompt, capabilities)) : undefined;
        if (!adapted) throw new RequestRejected(rejection.message, { cause: error });
        // The token limit depends on the length of the prompt, so it is not learned for other requests.
        const { maxTokens: _, ...learned } = adapted;
        this.#capabilities = learned;
        capabilities = adapted;
      }
    }
  }

  async #runProbe(log: Logger): Promise<void> {
    try {
      const owners = await this.#listOwners().catch(() => []);
      const dialect = owners.map(findDialectByOwner).find((name) => name !== undefined);
      if (dialect && this.#capabilities.dialect === 'other') {
        this.#capabilities = assumeCapabilities(dialect, this.#model);
      }
      await this.#sendTrial();
      log.info({ model: this.#model, ...this.#capabilities }, 'the language model has been asked how it is asked');
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
      log.warn(
        { model: this.#model, reason, ...this.#capabilities },
        'the language model could not be probed; it will be later',
      );
      setTimeout(() => {
        this.#probe = undefined;
      }, PROBE_RETRY_MS).unref();
    }
  }

  /** Returns the owners in the list of models, ours first. */
  async #listOwners(): Promise<string[]> {
    const listed: unknown = await this.#client.listModels(AbortSignal.timeout(LIST_TIMEOUT_MS));
    if (!conforms(modelList, listed)) return [];
    const ours = listed.data.filter(({ id }) => id === this.#model);
    return [...ours, ...listed.data].map(({ owned_by = '' }) => owned_by);
  }

  async #sendTrial(): Promise<void> {
    try {
      await this.complete(TRIAL, AbortSignal.timeout(TRIAL_TIMEOUT_MS));
    } catch (error) {
      if (!(error instanceof RequestRejected && isTruncation(error))) throw error;
    }
  }
}
