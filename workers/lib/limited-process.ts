import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { FAIR_CPU_MS } from '../../shared/contract/bounds.js';

/**
 * How a process has ended that was asked for something: it never came up; it fell over what it was asked for; or it was cut off
 * at the end of its time, for which it had its fair share of a processor or had not.
 */
export type Ending = 'not-up' | 'fell' | 'cut-off' | 'starved';

/** A process has ended that was asked for something. */
export class ProcessGone extends Error {
  override name = 'ProcessGone';

  constructor(readonly ending: Ending) {
    super(`the process is gone: ${ending}`);
  }

  /** Whether that is to be laid to what it was asked for, and not to a machine with too much to do. */
  get isOwnFault(): boolean {
    return this.ending === 'fell' || this.ending === 'cut-off';
  }
}

/** Ticks of a second by which Linux counts processor time for processes (`sysconf(_SC_CLK_TCK)`), on all that Node.js runs on. */
const TICKS = 100;

/** The processor time that a process has spent, in ms, and that of children of its that have ended: fields 14 to 17 of proc_pid_stat(5). */
function processorMs(pid: string): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses, which may hold anything, is field 2.
  const [user = 0, system = 0, ...ofEnded] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map((ticks) => (Number(ticks) * 1_000) / TICKS);
  return { own: user + system, ended: ofEnded.reduce((sum, ms) => sum + ms, 0) };
}

/** Processor time in ms: of a process, and of that with its children. */
interface Spent {
  readonly own: number;
  readonly all: number;
}

/** What a process has spent until now; undefined where that is not told. */
function spentBy(pid: number | undefined): Spent | undefined {
  try {
    const { own, ended } = processorMs(String(pid));
    return { own, all: own + ended + spentByChildren(pid) };
  } catch {
    return undefined;
  }
}

/** Nothing where Linux does not tell the children of a thread (proc_tid_children(5)). */
function spentByChildren(pid: number | undefined): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
    return children.reduce((sum, child) => sum + processorMs(child).own, 0);
  } catch {
    return 0;
  }
}

interface Program {
  /** The built file, and its arguments. */
  readonly command: readonly string[];
  /** The most memory that it may write to, in bytes. */
  readonly memoryBytes: number;
  /** By how much more than its parent it gives way to others, from its beginning on; as its parent does unless it is said. */
  readonly niceness?: number;
  /** Its settings, and where what it writes goes; both nowhere unless it is said. */
  readonly env?: NodeJS.ProcessEnv;
  readonly output?: 'inherit';
}

/** Tells what a process spends from now on; all the time that passes, where that of others is not told. */
function stopwatch(pid: number | undefined): () => Spent {
  const [begunAt, before] = [performance.now(), spentBy(pid)];
  return () => {
    const now = spentBy(pid);
    const passed = performance.now() - begunAt;
    if (!before || !now) return { own: passed, all: passed };
    return { own: now.own - before.own, all: Math.max(0, now.all - before.all) };
  };
}

/**
 * Has a program give way that leads a session of its own. Where Linux groups processes by their sessions (sched(7), "The autogroup
 * feature"), the niceness of a process counts within its session alone, and that of the session among others.
 */
const givingWay = (niceness: number): string =>
  `{ echo ${niceness} >/proc/self/autogroup; } 2>/dev/null; exec nice -n ${niceness} "$0" "$@"`;

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
  /** The processor time that it and its children have spent on what it was asked for last, in ms. */
  spentMs = 0;
  #ending: Ending = 'not-up';

  constructor({ command, memoryBytes, niceness = 0, env = {}, output }: Program) {
    // RLIMIT_DATA counts what can be written to, unlike the address space, of which node reserves gigabytes.
    const limited = `ulimit -d ${memoryBytes / 1024} && ${niceness > 0 ? givingWay(niceness) : 'exec "$0" "$@"'}`;
    const written = output ?? 'ignore';
    this.#process = spawn('/bin/sh', ['-c', limited, process.execPath, ...command], {
      stdio: ['ignore', written, written, 'ipc'],
      serialization: 'advanced',
      env,
      detached: niceness > 0,
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
    let spent = (): Spent => ({ own: 0, all: 0 });
    const stop = () => {
      if (this.#ending === 'fell') this.#ending = spent().own < FAIR_CPU_MS ? 'starved' : 'cut-off';
      this.kill();
    };
    let limit: NodeJS.Timeout | undefined;
    signal.addEventListener('abort', stop, { once: true });
    try {
      await this.ready;
      spent = stopwatch(this.pid);
      this.#ending = 'fell';
      this.#hold(true);
      limit = setTimeout(stop, withinMs);
      const answer = this.#next();
      this.#process.send(order);
      return await answer;
    } finally {
      clearTimeout(limit);
      signal.removeEventListener('abort', stop);
      this.spentMs = spent().all;
      this.#hold(false);
    }
  }

  /** The next message. @throws ProcessGone when the process ends first */
  #next(): Promise<unknown> {
    const message = new Promise((resolve) => this.#process.once('message', resolve));
    const end = this.#gone.then(() => {
      throw new ProcessGone(this.#ending);
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
