import { errorFrom } from './errors.js';
import type { CallOptions } from './options.js';
import { pathSegment } from './path-segment.js';
import { pause } from './pause.js';
import type { Method, Transport } from './transport.js';

const FIRST_LOOK_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

export type JobState = 'queued' | 'running' | 'finished';

/** Status of an asynchronous call. */
export interface JobStanding {
  state: JobState;
  /** The status that the call would have had, once it is finished. */
  status: number | null;
  /** The body that it would have had. */
  body: unknown;
}

export interface WaitOptions extends CallOptions {
  /** Told of the state whenever it has changed. */
  onState?: (state: JobState) => void;
}

/** A call that was handed in: its answer can be waited for, also by another process that knows its id. */
export class Job<Answer> {
  constructor(
    private readonly transport: Transport,
    readonly id: string,
  ) {}

  /** Fetches the status of the call, and its response if it is finished. */
  look(options?: CallOptions): Promise<JobStanding> {
    return this.#ask('GET', options) as Promise<JobStanding>;
  }

  /** Fetches the status of the call. */
  async state(options?: CallOptions): Promise<JobState> {
    return (await this.look(options)).state;
  }

  /**
   * The answer of the call, once there is one. `options.signal` says until when it is waited for.
   *
   * @throws UtilityApiError when the call failed, just as if it had been waited for
   */
  async answer(options: WaitOptions = {}): Promise<Answer> {
    let told: JobState | undefined;
    for (let restMs = FIRST_LOOK_MS; ; restMs = Math.min(LONGEST_PAUSE_MS, restMs * 2)) {
      const { state, status, body } = await this.look(options);
      if (state !== told) options.onState?.(state);
      told = state;
      if (state === 'finished') return this.#answered(status ?? 500, body);
      await pause(restMs, options.signal);
    }
  }

  /**
   * Takes the call back; its credits are given back.
   *
   * @throws UtilityApiError 409 `job_begun` when it is too late for that
   */
  async cancel(options?: CallOptions): Promise<void> {
    await this.#ask('DELETE', options);
  }

  #answered(status: number, body: unknown): Answer {
    // The service promises the shape of its answers; checking it again here would take a library.
    if (status >= 200 && status < 300) return body as Answer;
    throw errorFrom(body, { status, requestId: this.id });
  }

  async #ask(method: Method, options?: CallOptions): Promise<unknown> {
    return (await this.transport.ask({ method, path: `/v1/jobs/${pathSegment(this.id)}` }, options)).body;
  }
}
