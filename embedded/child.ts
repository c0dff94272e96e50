import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { projectFile } from '../shared/process/project-file.js';
import { StartError } from '../shared/process/run-process.js';

/** A process of the platform. */
export interface ChildSpec {
  name: string;
  /** Its built file, as a path from the root of the project. */
  module: string;
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** Makes what its log goes through on the way to standard output. */
  log?: (() => Writable) | undefined;
}

export type Facts = Record<string, string | number>;

const START_WITHIN_MS = 60_000;
const RESTART_AFTER_MS = 500;

/**
 * Whose lines an error names, and how much the engine makes in MiB until it looks for what is not used any more: what a call needs while it is
 * on its way is taken for what stays when that happens twice meanwhile, which with the 16 of node costs a busy front a tenth of its time. The store keeps
 * most of what it makes.
 */
const nodeArgs = (module: string): string[] =>
  module.startsWith('dist/') ? ['--enable-source-maps', '--max-semi-space-size=32'] : ['--enable-source-maps'];

/**
 * Runs one process of the platform, in a process group of its own so that Ctrl-C reaches the launcher alone, and
 * starts it again when it dies. It holds a channel to the launcher and ends when that closes, even by SIGKILL.
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

  /** What the process told of itself when it was last ready. */
  get facts(): Facts {
    return this.#facts;
  }

  /**
   * Starts the process and waits until it says that it is ready.
   *
   * @returns what it tells of itself
   * @throws StartError when it ends before, or takes too long
   */
  async start(): Promise<Facts> {
    const { name, module, args = [], env = process.env, log } = this.spec;
    const child = spawn(process.execPath, [...nodeArgs(module), projectFile(module), ...args], {
      env,
      stdio: ['ignore', log ? 'pipe' : 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    if (log) child.stdout?.pipe(log());
    this.#process = child;
    const limit = AbortSignal.timeout(START_WITHIN_MS);
    const ready = once(child, 'message', { signal: limit });
    const ended = once(child, 'exit', { signal: limit }).then(([code]) => {
      throw new StartError(`${name} ended with code ${code} while starting`);
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
      throw error instanceof StartError ? error : new StartError(`${name} did not start in time`);
    }
  }

  #onExit(how: string | number | null): void {
    if (this.#stopping) return;
    this.say(`${this.name} ended (${how}), starting it again`);
    setTimeout(() => {
      if (!this.#stopping) this.start().catch((error: Error) => this.#onExit(error.message));
    }, RESTART_AFTER_MS);
  }

  /**
   * Asks the process to stop, and ends it when it takes longer than the given time in ms.
   *
   * @returns its exit code, null when it had to be ended
   */
  async stop(withinMs: number): Promise<number | null> {
    this.#stopping = true;
    const child = this.#process;
    if (!child) return null;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit');
    const kill = setTimeout(() => child.kill('SIGKILL'), withinMs);
    child.kill('SIGTERM');
    await exited;
    clearTimeout(kill);
    return child.exitCode;
  }
}
