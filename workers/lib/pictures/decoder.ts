import { DECODING } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import { projectFile } from '../../../shared/process/project-file.js';
import { LimitedProcess, ProcessFailed } from '../limited-process.js';
import type { Decoded, DecodeRequest, DecoderResponse, Refusal } from './formats.js';

/** An image that was not taken. Who asked for it knows the field that it came in. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';

  constructor(readonly reason: Refusal) {
    super(reason);
  }
}

/** Who has an image decoded. */
export interface DecodeContext {
  /** Whose image it is. */
  readonly account: string;
  /** The end of the call's time, at which the work is ended. */
  readonly signal: AbortSignal;
}

interface Turn {
  readonly order: DecodeRequest;
  readonly asker: DecodeContext;
  resolve(decoded: Decoded): void;
  reject(error: unknown): void;
}

/**
 * Decodes images that callers send, in child processes that have limits of memory and of time and are killed at them. A few are
 * kept warm. An account has one of them at a time, so that nobody waits for all that somebody else has sent.
 */
export class PictureDecoder {
  readonly #idle: LimitedProcess[] = [];
  readonly #busy = new Map<string, LimitedProcess>();
  #waiting: Turn[] = [];

  /**
   * Has an image decoded and encoded anew.
   *
   * @throws PictureRefused for what is about the image
   * @throws ApiError 504 when the time was over before it was begun, 503 when no child could be started
   */
  decode(order: DecodeRequest, asker: DecodeContext): Promise<Decoded> {
    const { signal } = asker;
    let giveUp = () => {};
    const decoded = new Promise<Decoded>((resolve, reject) => {
      const turn: Turn = { order, asker, resolve, reject };
      giveUp = () => this.#giveUp(turn);
      this.#waiting.push(turn);
    });
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    this.#begin();
    return decoded.finally(() => signal.removeEventListener('abort', giveUp));
  }

  /** Starts a child before the first image needs it. */
  async warmUp(): Promise<void> {
    if (this.#idle.length + this.#busy.size > 0) return;
    const child = startChild();
    this.#idle.push(child);
    await child.ready.catch(() => {});
  }

  /** Ids of the processes that are there. */
  get children(): number[] {
    return [...this.#idle, ...this.#busy.values()].flatMap(({ pid }) => pid ?? []);
  }

  /** Ends all children; what they had in hand is refused. */
  stop(): void {
    for (const child of [...this.#idle.splice(0), ...this.#busy.values()]) child.kill();
  }

  #giveUp(turn: Turn): void {
    if (!this.#waiting.includes(turn)) return;
    this.#waiting = this.#waiting.filter((other) => other !== turn);
    turn.reject(errors.deadlineExceeded());
  }

  #begin(): void {
    while (this.#busy.size < DECODING.children) {
      const at = this.#waiting.findIndex(({ asker }) => !this.#busy.has(asker.account));
      const [turn] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (!turn) return;
      const child = this.#idle.pop() ?? startChild();
      this.#busy.set(turn.asker.account, child);
      void this.#run(turn, child);
    }
  }

  async #run({ order, asker, resolve, reject }: Turn, child: LimitedProcess): Promise<void> {
    await decodeIn(child, order, asker.signal).then(resolve, reject);
    this.#busy.delete(asker.account);
    if (child.isAlive) this.#idle.push(child);
    this.#begin();
  }
}

const PROGRAM = projectFile('dist/workers/lib/pictures/decode.js');

const startChild = () => new LimitedProcess({ command: [PROGRAM], memoryBytes: DECODING.memoryBytes });

/**
 * @throws PictureRefused, `too_costly` when the child did not survive the order
 * @throws ApiError 504 when the machine had no time for it, 503 when it never came up
 */
async function decodeIn(child: LimitedProcess, order: DecodeRequest, signal: AbortSignal): Promise<Decoded> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(DECODING.wallMs)]);
  const message = await child.request(order, limit).catch((cause: unknown) => {
    const reason = cause instanceof ProcessFailed ? cause.reason : undefined;
    if (reason === 'crashed') throw new PictureRefused('too_costly');
    if (reason === 'timed-out') throw errors.deadlineExceeded({}, cause);
    throw errors.serviceUnavailable({}, cause);
  });
  const answered = readAnswer(message);
  if ('refused' in answered) throw new PictureRefused(answered.refused);
  return answered;
}

/** @throws PictureRefused when a child that an image has taken over says anything else than what it is to say */
function readAnswer(message: unknown): DecoderResponse {
  if (typeof message === 'object' && message !== null) {
    if ('refused' in message) {
      const { refused } = message;
      return { refused: refused === 'too_large' ? refused : 'unreadable' };
    }
    const { bytes, width, height, work } = message as Partial<Record<keyof Decoded, unknown>>;
    if (bytes instanceof Uint8Array && isPositive(width) && isPositive(height) && typeof work === 'number') {
      return { bytes, width, height, work };
    }
  }
  throw new PictureRefused('unreadable');
}

const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0;
