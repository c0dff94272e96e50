import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { projectFile } from '../shared/process/project-file.js';
import { StartError } from '../shared/process/run-process.js';

/** A process of the platform. */
export interface ChildSpec {
  name: string;
  /** Path of its built file from the root of the project. */
  module: string;
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** Creates the stream that its log goes to instead of standard output. */
  log?: (() => Writable) | undefined;
}

/** Properties that a process reports once it is ready, e.g. its port. */
export type Facts = Record<string, string | number>;

const START_TIMEOUT_MS = 60_000;
const RESTART_AFTER_MS = 500;

/**
 * Returns the options of Node: source maps, and a larger young generation (in MiB). An object that survives two minor collections becomes
 * old, and with Node's 16 MiB that happens to the data of calls in flight, which costs a busy front a tenth of its time. The store needs
 * no more, since most of its data stays, nor do the others of the embedded platform.
 */
const findNodeOptions = (module: string): string[] =>
  module.startsWith('dist/embedded/') ? ['--enable-source-maps'] : ['--enable-source-maps', '--max-semi-space-size=32'];

/**
 * Runs one process of the platform, in a process group of its own so that Ctrl-C reaches the launcher alone, and restarts it when it dies.
 * It has a channel to the launcher, and ends when that closes, even by SIGKILL.
 */
export class Child {
  readonly name: string;
  #process: ChildProcess | undefined;
  #facts: Facts = {};
  #stopping = false;

  constructor(
    private readonly spec: ChildSpec,
    private readonly say: (line: string) => void,
  ) {
    this.name = spec.name;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Facts of the process from when it was last ready. */
  get facts(): Facts {
    return this.#facts;
  }

  /**
   * Starts the process and waits until it is ready.
   *
   * @throws StartError if it ends before, or takes too long
   */
  async start(): Promise<Facts> {
    const { name, module, args = [], env = process.env, log } = this.spec;
    const child = spawn(process.execPath, [...findNodeOptions(module), projectFile(module), ...args], {
      env,
      stdio: ['ignore', log ? 'pipe' : 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    if (log) child.stdout?.pipe(log());
    this.#process = child;
    const limit = AbortSignal.timeout(START_TIMEOUT_MS);
    const ready = once(child, 'message', { signal: limit });
    const ended = once(child, 'exit', { signal: limit }).then(([code]) => {
      throw new StartError(`${name} exited with code ${code} while starting: see its log above`);
    });
    try {
      const [facts] = (await Promise.race([ready, ended])) as [Facts];
      if (facts.failed !== undefined) throw new StartError(`${name}: ${facts.failed}`);
      ended.catch(() => {});
      child.once('exit', (code, signal) => this.#onExit(signal ?? code));
      this.#facts = facts;
      return facts;
    } catch (error) {
      ready.catch(() => {});
      child.kill('SIGKILL');
      throw error instanceof StartError
        ? error
        : new StartError(`${name} did not start within ${START_TIMEOUT_MS / 1_000} s`);
    }
  }

  #onExit(how: string | number | null): void {
    if (this.#stopping) return;
    this.say(`${this.name} exited (${how}), restarting`);
    setTimeout(() => {
      if (!this.#stopping) this.start().catch((error: Error) => this.#onExit(error.message));
    }, RESTART_AFTER_MS);
  }

  /**
   * Stops the process, and kills it after a timeout in ms.
   *
   * @returns its exit code; null if it was killed
   */
  async stop(timeoutMs: number): Promise<number | null> {
    this.#stopping = true;
    const child = this.#process;
    if (!child) return null;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit');
    const kill = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.kill('SIGTERM');
    await exited;
    clearTimeout(kill);
    return child.exitCode;
  }
}
