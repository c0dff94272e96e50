import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import { conforms } from '../../../shared/contract/input.js';
import type { Logger } from '../../../shared/process/log.js';
import { ChatClient } from './chat-client.js';
import { type Asked, type Completion, complete, isFiltered, refusalOf } from './complete.js';
import {
  adapt,
  allowed,
  type DialectName,
  dialectAt,
  dialectOfOwner,
  type Manner,
  mannerOf,
  wasOnlyTooShort,
} from './dialects.js';
import { Filtered, Refused } from './unusable.js';

/** Refusals that one question may meet before it is given up: each teaches one thing. */
const MOST_LESSONS = 5;
const LIST_WITHIN_MS = 3_000;
/** A server may have to load the model first. */
const TRIAL_WITHIN_MS = 30_000;
/** How long the first question waits for the probe; then it goes by what is known. */
const PATIENCE_MS = 2_000;
/** When a probe that failed is tried again. */
const AGAIN_MS = 60_000;

/** What `GET /models` is read for. */
const listing = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String(), owned_by: Type.Optional(Type.String()) })),
});

const TRIAL: Omit<Asked, 'model'> = {
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
  room: 0,
  temperature: 0.7,
};

export interface Endpoint {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The dialect that the operator has named; without it the endpoint is probed. */
  readonly dialect: DialectName | undefined;
}

/**
 * Asks one model in the manner that its endpoint takes. That is found out once, by the list of models and a question of one token,
 * and learned from refusals later.
 */
export class Speaker {
  readonly #client: ChatClient;
  readonly #model: string;
  readonly #isNamed: boolean;
  #manner: Manner;
  #probe: Promise<void> | undefined;

  constructor(model: string, { baseUrl, apiKey, dialect }: Endpoint) {
    const likely = dialect ?? dialectAt(baseUrl) ?? 'other';
    this.#model = model;
    this.#client = new ChatClient(baseUrl, apiKey, likely);
    this.#isNamed = dialect !== undefined;
    this.#manner = mannerOf(likely, model);
  }

  /** How the model is asked, as far as is known. */
  get manner(): Manner {
    return this.#manner;
  }

  /** Finds out how the model wants to be asked, or waits while that is being done; not for long, and it never throws. */
  async ready(log: Logger): Promise<void> {
    if (this.#isNamed) return;
    this.#probe ??= this.#find(log);
    const waiting = new AbortController();
    await Promise.race([
      this.#probe,
      sleep(PATIENCE_MS, undefined, { ref: false, signal: waiting.signal }).catch(() => {}),
    ]);
    waiting.abort();
  }

  /**
   * Asks once, again only where a refusal says how to.
   *
   * @throws Refused when the endpoint takes the question in no manner, Filtered when it has something against its subject, and
   * the client's errors
   */
  async ask(asked: Omit<Asked, 'model'>, signal: AbortSignal): Promise<Completion> {
    let manner = this.#manner;
    for (let lesson = 0; ; lesson++) {
      try {
        const completion = await complete(this.#client, { ...asked, model: this.#model }, manner, signal);
        if (completion.usage?.thought) this.#manner = { ...this.#manner, thinks: true };
        return completion;
      } catch (error) {
        if (isFiltered(error)) throw new Filtered('the endpoint filtered the question', { cause: error });
        const refusal = refusalOf(error);
        if (!refusal) throw error;
        const adapted = lesson < MOST_LESSONS ? adapt(manner, refusal, allowed(asked, manner)) : undefined;
        if (!adapted) throw new Refused(refusal.message, { cause: error });
        // How long an answer may be depends on the question: it is not learned for others.
        const { most: _, ...learned } = adapted;
        this.#manner = learned;
        manner = adapted;
      }
    }
  }

  async #find(log: Logger): Promise<void> {
    try {
      const owners = await this.#owners().catch(() => []);
      const dialect = owners.map(dialectOfOwner).find((name) => name !== undefined);
      if (dialect && this.#manner.dialect === 'other') this.#manner = mannerOf(dialect, this.#model);
      await this.#try();
      log.info({ model: this.#model, ...this.#manner }, 'the language model has been asked how it is asked');
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
      log.warn(
        { model: this.#model, reason, ...this.#manner },
        'the language model could not be probed; it will be later',
      );
      setTimeout(() => {
        this.#probe = undefined;
      }, AGAIN_MS).unref();
    }
  }

  /** Who the list of models says they belong to, that of ours first. */
  async #owners(): Promise<string[]> {
    const listed: unknown = await this.#client.listModels(AbortSignal.timeout(LIST_WITHIN_MS));
    if (!conforms(listing, listed)) return [];
    const ours = listed.data.filter(({ id }) => id === this.#model);
    return [...ours, ...listed.data].map(({ owned_by = '' }) => owned_by);
  }

  async #try(): Promise<void> {
    try {
      await this.ask(TRIAL, AbortSignal.timeout(TRIAL_WITHIN_MS));
    } catch (error) {
      if (!(error instanceof Refused && wasOnlyTooShort(error))) throw error;
    }
  }
}
