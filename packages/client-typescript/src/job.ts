import { ApiPromise } from './api-promise.js';
import { errorFrom } from './errors.js';
import type { ApiResponse, RequestOptions } from './options.js';
import { pathSegment } from './path-segment.js';
import { pause } from './pause.js';
import type { Method, Transport } from './transport.js';

const FIRST_POLL_MS = 100;
const LONGEST_POLL_MS = 2_000;

export type JobState = 'queued' | 'running' | 'finished';

/** Status of an asynchronous request. */
export interface JobStatus {
  state: JobState;
  /** Status that the request would have had, once it is finished. */
  status: number | null;
  /** Body that it would have had. */
  body: unknown;
}

export interface WaitOptions extends RequestOptions {
  /** Called with the state whenever it has changed. */
  onState?: ((state: JobState) => void) | undefined;
}

/** An asynchronous request. Its result can be waited for, also by another process that knows its id. */
export class Job<Data> {
  readonly #transport: Transport;

  constructor(
    transport: Transport,
    readonly id: string,
  ) {
    this.#transport = transport;
  }

  /** Fetches the status of the request, and its response if it is finished. */
  status(options?: RequestOptions): ApiPromise<JobStatus> {
    return new ApiPromise(this.#send<JobStatus>('GET', options));
  }

  /**
   * Waits for the result of the request. `options.signal` ends the wait.
   *
   * @throws ApiError if the request failed, as it would have without a job
   */
  result(options: WaitOptions = {}): ApiPromise<Data> {
    return new ApiPromise(this.#poll(options));
  }

  /**
   * Cancels the request; its credits are refunded.
   *
   * @throws ApiError 409 `job_begun` if it has started
   */
  async cancel(options?: RequestOptions): Promise<void> {
    await this.#send('DELETE', options);
  }

  async #poll(options: WaitOptions): Promise<ApiResponse<Data>> {
    let reported: JobState | undefined;
    for (let delayMs = FIRST_POLL_MS; ; delayMs = Math.min(LONGEST_POLL_MS, delayMs * 2)) {
      const { data, metadata } = await this.#send<JobStatus>('GET', options);
      const { state, status, body } = data;
      if (state !== reported) options.onState?.(state);
      reported = state;
      if (state === 'finished') {
        const result = { status: status ?? 500, requestId: this.id };
        if (result.status >= 300) throw errorFrom(body, result);
        // The service guarantees the shape of its responses; checking it again here would take a library.
        return { data: body as Data, metadata: { ...metadata, ...result } };
      }
      await pause(delayMs, options.signal);
    }
  }

  async #send<Body>(method: Method, options?: RequestOptions): Promise<ApiResponse<Body>> {
    const path = `/v1/jobs/${pathSegment(this.id)}`;
    return this.#transport.send({ group: 'job', method, path }, options) as Promise<ApiResponse<Body>>;
  }
}
