import { DECODING } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import { projectFile } from '../../../shared/process/project-file.js';
import { LimitedProcess, ProcessFailed } from '../limited-process.js';
import type { DecodedPicture, DecodeRequest, DecoderResponse, RefusalReason } from './formats.js';

/** An image was refused. The caller knows the field of the request that it came from. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';

  constructor(readonly reason: RefusalReason) {
    super(reason);
  }
}

interface DecodeContext {
  readonly account: string;
  /** Aborts at the deadline of the call. */
  readonly signal: AbortSignal;
}

interface WaitingRequest {
  readonly request: DecodeRequest;
  readonly context: DecodeContext;
  resolve(decoded: DecodedPicture): void;
  reject(error: unknown): void;
}

/**
 * Decodes images of clients in child processes, which are killed at their limits of memory and time. A few are kept warm. An account
 * has one at a time, so that accounts do not wait for each other.
 */
export class PictureDecoder {
  readonly #idle: LimitedProcess[] = [];
  readonly #busy = new Map<string, LimitedProcess>();
  #waiting: WaitingRequest[] = [];

  /**
   * Decodes an image and re-encodes it.
   *
   * @throws PictureRefused if the image is the reason
   * @throws ApiError 504 if the deadline passed before it started, 503 if no child process could start
   */
  decode(request: DecodeRequest, context: DecodeContext): Promise<DecodedPicture> {
    const { signal } = context;
    let giveUp = () => {};
    const decoded = new Promise<DecodedPicture>((resolve, reject) => {
      const waiting: WaitingRequest = { request, context, resolve, reject };
      giveUp = () => this.#giveUp(waiting);
      this.#waiting.push(waiting);
    });
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    this.#startWaiting();
    return decoded.finally(() => signal.removeEventListener('abort', giveUp));
  }

  /** Starts a child process before the first image. */
  async warmUp(): Promise<void> {
    if (this.#idle.length + this.#busy.size > 0) return;
    const child = startChild();
    this.#idle.push(child);
    await child.ready.catch(() => {});
  }

  /** Ids of the child processes. */
  get children(): number[] {
    return [...this.#idle, ...this.#busy.values()].flatMap(({ pid }) => pid ?? []);
  }

  /** Kills all child processes; the images that they were decoding are refused. */
  stop(): void {
    for (const child of [...this.#idle.splice(0), ...this.#busy.values()]) child.kill();
  }

  #giveUp(waiting: WaitingRequest): void {
    if (!this.#waiting.includes(waiting)) return;
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    waiting.reject(errors.deadlineExceeded());
  }

  #startWaiting(): void {
    while (this.#busy.size < DECODING.children) {
      const at = this.#waiting.findIndex(({ context }) => !this.#busy.has(context.account));
      const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (!next) return;
      const child = this.#idle.pop() ?? startChild();
      this.#busy.set(next.context.account, child);
      void this.#run(next, child);
    }
  }

  async #run({ request, context, resolve, reject }: WaitingRequest, child: LimitedProcess): Promise<void> {
    await decodeIn(child, request, context.signal).then(resolve, reject);
    this.#busy.delete(context.account);
    if (child.isAlive) this.#idle.push(child);
    this.#startWaiting();
  }
}

const PROGRAM = projectFile('dist/workers/lib/pictures/decode.js');

const startChild = () => new LimitedProcess({ command: [PROGRAM], memoryBytes: DECODING.memoryBytes });

/**
 * @throws PictureRefused `too_costly` if the child crashed
 * @throws ApiError 504 if it took too long, 503 if the child did not start
 */
async function decodeIn(child: LimitedProcess, request: DecodeRequest, signal: AbortSignal): Promise<DecodedPicture> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(DECODING.wallMs)]);
  const message = await child.request(request, limit).catch((cause: unknown) => {
    const reason = cause instanceof ProcessFailed ? cause.reason : undefined;
    if (reason === 'crashed') throw new PictureRefused('too_costly');
    if (reason === 'timed-out') throw errors.deadlineExceeded({}, cause);
    throw errors.serviceUnavailable({}, cause);
  });
  const response = validateResponse(message);
  if ('refused' in response) throw new PictureRefused(response.refused);
  return response;
}

/** @throws PictureRefused if the message is invalid, as one of a child that an image has compromised may be */
function validateResponse(message: unknown): DecoderResponse {
  if (typeof message === 'object' && message !== null) {
    if ('refused' in message) {
      const { refused } = message;
      return { refused: refused === 'too_large' ? refused : 'unreadable' };
    }
    const { bytes, width, height, work } = message as Partial<Record<keyof DecodedPicture, unknown>>;
    if (bytes instanceof Uint8Array && isPositive(width) && isPositive(height) && typeof work === 'number') {
      return { bytes, width, height, work };
    }
  }
  throw new PictureRefused('unreadable');
}

const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0;
