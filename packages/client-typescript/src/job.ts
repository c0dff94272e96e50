import { errorFrom } from './errors.js';
import type { CallOptions } from './options.js';
import type { Transport } from './transport.js';

const FIRST_LOOK_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

interface Standing {
  state: 'queued' | 'running' | 'finished';
  /** The status and body that the call would have had, once it is finished. */
  status: number;
  body: unknown;
}

/** A call that was handed in: its answer can be waited for, also by another process that knows its id. */
export class Job<Answer> {
  constructor(
    private readonly transport: Transport,
    readonly id: string,
  ) {}

  /** How the call stands. */
  async state(options?: CallOptions): Promise<Standing['state']> {
    return (await this.#look(options)).state;
  }

  /**
   * The answer of the call, once there is one.
   *
   * @throws UtilityApiError when the call failed, just as if it had been waited for
   */
  async answer(options?: CallOptions): Promise<Answer> {
    for (let pause = FIRST_LOOK_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      const { state, status, body } = await this.#look(options);
      if (state === 'finished') {
        if (status >= 200 && status < 300) return body as Answer;
        throw errorFrom(body, { status, requestId: this.id });
      }
      options?.signal?.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  #look(options?: CallOptions): Promise<Standing> {
    return this.transport.ask({ method: 'GET', path: `/v1/jobs/${encodeURIComponent(this.id)}` }, options);
  }
}
