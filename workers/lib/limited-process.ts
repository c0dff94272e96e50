import { type ChildProcess, spawn } from 'node:child_process';

/** A process has ended that was asked for something. */
export class ProcessGone extends Error {
  override name = 'ProcessGone';

  /** @param ranMs how long it was at what it was asked for; undefined when it never came up */
  constructor(readonly ranMs: number | undefined) {
    super(ranMs === undefined ? 'the process did not come up' : `the process has ended after ${Math.round(ranMs)} ms`);
  }
}

interface Program {
  /** The built file, and its arguments. */
  readonly command: readonly string[];
  /** The most memory that it may write to, in bytes. */
  readonly memoryBytes: number;
  /** Its settings, and where what it writes goes; both nowhere unless it is said. */
  readonly env?: NodeJS.ProcessEnv;
  readonly output?: 'inherit';
}

/**
 * A child process with a limit of memory that does one thing after another and is killed over what takes it too long. It says one
 * word when it is ready, and answers each order with one message.
 */
export class LimitedProcess {
  readonly #process: ChildProcess;
  readonly #gone: Promise<void>;
  /** Settles when it waits for its first order. */
  readonly ready: Promise<unknown>;
  isAlive = true;
  #begunAt: number | undefined;

  constructor({ command, memoryBytes, env = {}, output }: Program) {
    // RLIMIT_DATA counts what can be written to, unlike the address space, of which node reserves gigabytes.
    const limited = `ulimit -d ${memoryBytes / 1024} && exec "$0" "$@"`;
    const written = output ?? 'ignore';
    this.#process = spawn('/bin/sh', ['-c', limited, process.execPath, ...command], {
      stdio: ['ignore', written, written, 'ipc'],
      serialization: 'advanced',
      env,
    });
    this.#gone = new Promise((resolve) => {
      const ended = () => {
        this.isAlive = false;
        resolve();
      };
      this.#process.once('exit', ended).once('error', ended);
    });
    this.ready = this.#next().finally(() => this.#hold(false));
    this.ready.catch(() => {});
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /**
   * Has one thing done.
   *
   * @param signal at which the process is killed
   * @param withinMs how long it may take from when the process is ready; then it is killed as well
   * @throws ProcessGone when it did not survive
   */
  async ask(order: object, signal: AbortSignal, withinMs: number): Promise<unknown> {
    const stop = () => this.kill();
    let limit: NodeJS.Timeout | undefined;
    signal.addEventListener('abort', stop, { once: true });
    try {
      await this.ready;
      this.#begunAt = performance.now();
      this.#hold(true);
      limit = setTimeout(stop, withinMs);
      const answer = this.#next();
      this.#process.send(order);
      return await answer;
    } finally {
      clearTimeout(limit);
      signal.removeEventListener('abort', stop);
      this.#hold(false);
    }
  }

  /** The next message. @throws ProcessGone when the process ends first */
  #next(): Promise<unknown> {
    const message = new Promise((resolve) => this.#process.once('message', resolve));
    const end = this.#gone.then(() => {
      throw new ProcessGone(this.#begunAt && performance.now() - this.#begunAt);
    });
    return Promise.race([message, end]);
  }

  /** Whether this process stays for the child: for one that waits for work it does not. */
  #hold(stays: boolean): void {
    const kept = [this.#process, this.#process.channel];
    for (const handle of kept)
      if (stays) handle?.ref();
      else handle?.unref();
  }
}
