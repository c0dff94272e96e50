import { type ChildProcess, spawn } from 'node:child_process';

/** Why a child process did not respond: it never started, it ended by itself, or it was killed at its time limit. */
type Failure = 'not-started' | 'crashed' | 'timed-out';

/** A child process ended without a response. */
export class ProcessFailed extends Error {
  override name = 'ProcessFailed';

  constructor(readonly reason: Failure) {
    super(`child process ${reason}`);
  }
}

interface Program {
  /** The built file, and its arguments. */
  readonly command: readonly string[];
  /** Limit of writable memory, in bytes. */
  readonly memoryBytes: number;
  /** Environment variables; none by default. */
  readonly env?: NodeJS.ProcessEnv;
  /** Destination of stdout and stderr; both are discarded by default. */
  readonly output?: 'inherit' | 'ignore';
}

/**
 * A child process with a memory limit that handles one request at a time, and is killed when a request takes too long. Its
 * program sends one message when it is ready, and one message for each request.
 */
export class LimitedProcess {
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #failure: 'not-started' | 'crashed' = 'not-started';
  /** Settles when the process accepts requests, or has ended before. */
  readonly ready: Promise<unknown>;
  isAlive = true;

  constructor({ command, memoryBytes, env = {}, output = 'ignore' }: Program) {
    // RLIMIT_DATA counts writable memory, unlike the address space, of which Node.js reserves gigabytes.
    const limited = `ulimit -d ${memoryBytes / 1024} && exec "$0" "$@"`;
    this.#process = spawn('/bin/sh', ['-c', limited, process.execPath, ...command], {
      stdio: ['ignore', output, output, 'ipc'],
      serialization: 'advanced',
      env,
    });
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.isAlive = false;
        resolve();
      };
      this.#process.once('exit', end).once('error', end);
    });
    this.ready = this.#nextMessage().finally(() => this.#setRef(false));
    this.ready.catch(() => {});
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  kill(): void {
    this.isAlive = false;
    this.#process.kill('SIGKILL');
  }

  /**
   * Sends a request and returns the response.
   *
   * @param signal ends the request, and kills the process if it was handling it: one that is still starting can serve the next
   * @throws ProcessFailed if there is no response
   */
  async request(message: object, signal: AbortSignal): Promise<unknown> {
    let expire = () => {};
    const expired = new Promise<never>((_, reject) => {
      expire = () => reject(new ProcessFailed('timed-out'));
    });
    let isHandling = false;
    signal.addEventListener('abort', expire, { once: true });
    if (signal.aborted) expire();
    try {
      await Promise.race([this.ready, expired]);
      isHandling = true;
      this.#failure = 'crashed';
      this.#setRef(true);
      const response = this.#nextMessage();
      this.#process.send(message, (error) => error && this.kill());
      return await Promise.race([response, expired]);
    } catch (error) {
      if (isHandling) this.kill();
      throw error;
    } finally {
      signal.removeEventListener('abort', expire);
      this.#setRef(false);
    }
  }

  /** @throws ProcessFailed if the process ends before its next message */
  #nextMessage(): Promise<unknown> {
    const message = new Promise((resolve) => this.#process.once('message', resolve));
    const end = this.#ended.then(() => {
      throw new ProcessFailed(this.#failure);
    });
    return Promise.race([message, end]);
  }

  /** Sets whether the child keeps this process alive: an idle one does not. */
  #setRef(isHeld: boolean): void {
    for (const handle of [this.#process, this.#process.channel]) {
      if (isHeld) handle?.ref();
      else handle?.unref();
    }
  }
}
