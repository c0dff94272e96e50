import type { ApiError } from '../../shared/contract/api-error.js';
import { ISOLATION } from '../../shared/contract/bounds.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { asApiError, errors } from '../../shared/contract/errors.js';
import { conforms } from '../../shared/contract/input.js';
import type { PoolName } from '../../shared/contract/pools.js';
import { baseUrl } from '../../shared/process/config.js';
import { count, startAtZero } from '../../shared/process/metrics/measure.js';
import { projectFile } from '../../shared/process/project-file.js';
import { errorReply, type Job, type Reply, reply } from '../../shared/queue/job.js';
import type { Resources } from '../handle.js';
import { LimitedProcess, ProcessFailed } from '../lib/limited-process.js';
import { FlaggedKeys } from './flagged-keys.js';
import type { JobRunner } from './run.js';

const PROGRAM = projectFile('dist/workers/runtime/isolated-main.js');

/**
 * Runs jobs that may crash their process alone in child processes: retries of jobs whose worker died, and all jobs of flagged keys. A
 * job that crashes its isolated process fails, and its key is flagged for an hour; other jobs of the dead worker succeed.
 */
export class IsolatingRunner implements JobRunner {
  readonly #flaggedKeys: FlaggedKeys;
  readonly #processes: IsolatedProcesses;

  constructor(
    private readonly pool: PoolName,
    private readonly runner: JobRunner,
    private readonly resources: Pick<Resources, 'redis' | 'clock' | 'log' | 'config'>,
  ) {
    const { redis, clock, log } = resources;
    this.#flaggedKeys = new FlaggedKeys(redis, clock, (err) => log.warn({ err }, 'flagged keys were not read'));
    this.#processes = new IsolatedProcesses(pool);
    this.#flaggedKeys.start();
    startAtZero('isolatedJobs', [{ pool }]);
    startAtZero(
      'crashedJobs',
      catalogue.filter((endpoint) => endpoint.pool === pool).map(({ id }) => ({ endpoint: id })),
    );
  }

  async run(job: Job, isRetry: boolean, freeSlot: () => void): Promise<Reply> {
    const isFlagged = job.key !== undefined && this.#flaggedKeys.has(job.key);
    if (!isRetry && !isFlagged) return this.runner.run(job, isRetry, freeSlot);
    try {
      if (!isRetry && this.#processes.waiting >= ISOLATION.waiting) throw errors.serviceBusy();
      freeSlot();
      count('isolatedJobs', { pool: this.pool });
      return await this.#processes.run(job, () => job.deadline - this.resources.clock.now().getTime());
    } catch (error) {
      return errorReply(await this.#explain(job, error), job.requestId, baseUrl(this.resources.config));
    }
  }

  /** Ends the isolated processes. */
  stop(): void {
    this.#flaggedKeys.stop();
    this.#processes.stop();
  }

  /** Returns the error of a job that could not be run, and flags its key if it crashed the process. */
  async #explain({ requestId, endpoint, account, key }: Job, err: unknown): Promise<ApiError> {
    const reason = err instanceof ProcessFailed ? err.reason : undefined;
    if (reason === 'timed-out') return errors.deadlineExceeded({}, err);
    if (reason !== 'crashed') return asApiError(err, errors.serviceUnavailable);
    const { log } = this.resources;
    log.error({ err, requestId, endpoint, account, key }, 'job crashed its isolated process');
    count('crashedJobs', { endpoint });
    if (key) await this.#flaggedKeys.add(key).catch((cause) => log.warn({ err: cause }, 'key was not flagged'));
    return errors.jobCrashed({}, err);
  }
}

/** A bounded number of child processes, each of which runs one job at a time. Jobs wait for one in the order in which they came. */
class IsolatedProcesses {
  /** Processes without a job, each with the timer that ends it. */
  readonly #idle = new Map<LimitedProcess, NodeJS.Timeout>();
  readonly #all = new Set<LimitedProcess>();
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(private readonly pool: PoolName) {}

  /** Number of jobs that wait for a process. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Runs a job. The process is killed at the deadline of the job.
   *
   * @param timeLeft returns the time until the deadline, in ms
   * @throws ApiError 504 if the deadline passes while the job waits
   * @throws ProcessFailed if the process crashes or is killed
   */
  async run(job: Job, timeLeft: () => number): Promise<Reply> {
    if (this.#running >= ISOLATION.processes) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#running += 1;
    try {
      const left = timeLeft();
      if (left <= 0) throw errors.deadlineExceeded();
      return await this.#runIn(this.#takeIdle() ?? this.#start(), job, left);
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  stop(): void {
    for (const timer of this.#idle.values()) clearTimeout(timer);
    for (const child of this.#all) child.kill();
  }

  async #runIn(child: LimitedProcess, job: Job, timeoutMs: number): Promise<Reply> {
    try {
      const response = await child.request(job, AbortSignal.timeout(timeoutMs));
      if (!conforms(reply, response)) throw new ProcessFailed('crashed');
      return response;
    } finally {
      if (child.isAlive) this.#endWhenIdle(child);
      else this.#all.delete(child);
    }
  }

  #takeIdle(): LimitedProcess | undefined {
    for (const [child, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(child);
      if (child.isAlive) return child;
      this.#all.delete(child);
    }
    return undefined;
  }

  #endWhenIdle(child: LimitedProcess): void {
    const end = () => {
      this.#idle.delete(child);
      this.#all.delete(child);
      child.kill();
    };
    this.#idle.set(child, setTimeout(end, ISOLATION.idleMs).unref());
  }

  #start(): LimitedProcess {
    const child = new LimitedProcess({
      command: ['--enable-source-maps', PROGRAM, this.pool],
      memoryBytes: ISOLATION.memoryBytes,
      env: process.env,
      output: 'inherit',
    });
    this.#all.add(child);
    return child;
  }
}
