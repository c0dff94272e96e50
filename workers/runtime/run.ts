import { isServerFault } from '../../shared/contract/api-error.js';
import { CUT_OFF_BEFORE_DEADLINE_MS } from '../../shared/contract/bounds.js';
import { catalogue, findEndpoint } from '../../shared/contract/catalogue/index.js';
import { asApiError, errors } from '../../shared/contract/errors.js';
import { type PoolName, pools, requestDeadlineMs } from '../../shared/contract/pools.js';
import type { Clock } from '../../shared/process/clock.js';
import { baseUrl } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import { count, startAtZero, time } from '../../shared/process/metrics/measure.js';
import { findInternalJob } from '../../shared/queue/internal-jobs.js';
import { errorReply, type Job, jsonReply, type Remark, type Reply } from '../../shared/queue/job.js';
import { type Call, FileAnswer, type Resources } from '../handle.js';
import type { Handlers } from './load-handlers.js';

/** Runs the jobs of a pool. */
export interface JobRunner {
  /**
   * Runs a job. Never throws: every failure is a reply.
   *
   * @param isRetry true if a worker died while it had the job
   * @param freeSlot lets the worker begin another job beside this one, which does not load its process
   */
  run(job: Job, isRetry: boolean, freeSlot: () => void): Promise<Reply>;
}

/** Runs jobs with the handlers of their pool, in this process. */
export const handlerRunner = (pool: PoolName, handlers: Handlers, resources: Resources): JobRunner => ({
  run: (job) => runHandler(handlers, resources, limitRunTime(pool, resources.clock, job)),
});

/** An asynchronous job may wait for long, but runs no longer than a synchronous one, unless it is internal. */
export function limitRunTime(pool: PoolName, clock: Clock, job: Job): Job {
  if (findInternalJob(job.endpoint)) return job;
  return { ...job, deadline: Math.min(job.deadline, clock.now().getTime() + pools[pool].deadlineMs) };
}

/** Statuses of replies that alerts and dashboards tell apart: success and server faults. */
const STATUSES = [200, 500, 502, 503, 504];

/** Records the metrics of all jobs of a runner. */
export function measure(pool: PoolName, clock: Clock, runner: JobRunner): JobRunner {
  const endpoints = catalogue.filter((endpoint) => endpoint.pool === pool);
  startAtZero(
    'jobs',
    endpoints.flatMap(({ id }) => STATUSES.map((status) => ({ endpoint: id, status }))),
  );
  return {
    async run(job, ...how) {
      const deadlineMs = findInternalJob(job.endpoint)?.deadlineMs ?? requestDeadlineMs(pool, job.later ?? false);
      const sentAt = job.deadline - deadlineMs;
      time('queueWaitSeconds', { pool }, Math.max(0, clock.now().getTime() - sentAt));
      const began = performance.now();
      const reply = await runner.run(job, ...how);
      time('runSeconds', { endpoint: job.endpoint }, performance.now() - began);
      count('jobs', { endpoint: job.endpoint, status: reply.status });
      return reply;
    },
  };
}

/** Runs the handler of a job until shortly before its deadline, and returns the result or the error as a reply. */
export async function runHandler(handlers: Handlers, resources: Resources, job: Job): Promise<Reply> {
  const headers: Record<string, string> = {};
  const call = createCall(job, resources, headers);
  try {
    const handler = handlers.get(job.endpoint);
    if (!handler) throw errors.internalError({}, `this pool has no handler of ${job.endpoint}`);
    const running = handler.run(job.input, call);
    const result =
      running instanceof Promise
        ? await withTimeout(replyTime(job) - resources.clock.now().getTime(), running)
        : running;
    const reply = result instanceof FileAnswer ? fileReply(result, headers) : jsonReply(200, result as object, headers);
    const { remarks, charged } = call;
    return { ...reply, ...(remarks && { remarks }), ...(charged !== undefined && { charged }) };
  } catch (caught) {
    const error = asApiError(caught);
    if (isServerFault(error)) call.log.error({ err: error }, error.message);
    const { per, cost } = findEndpoint(job.endpoint) ?? {};
    return {
      ...errorReply(error, job.requestId, baseUrl(resources.config), headers),
      ...(per && cost !== undefined && { charged: cost }),
    };
  }
}

/** Times at which a handler is aborted, and at which its job fails: in between it can respond by itself. */
const abortTime = ({ deadline }: Job): number => deadline - CUT_OFF_BEFORE_DEADLINE_MS;
const replyTime = ({ deadline }: Job): number => deadline - CUT_OFF_BEFORE_DEADLINE_MS / 2;

/** The handler's view of a job. What takes time to create is created when a handler first uses it. */
class JobCall implements Omit<Call, keyof Omit<Resources, 'log'>> {
  readonly requestId: string;
  readonly account: string;
  readonly deadline: Date;
  remarks: Remark[] | undefined;
  charged: number | undefined;
  #signal: AbortSignal | undefined;
  #log: Logger | undefined;

  constructor(
    private readonly job: Job,
    private readonly processLog: Logger,
    private readonly processClock: Clock,
    private readonly headers: Record<string, string>,
  ) {
    this.requestId = job.requestId;
    this.account = job.account;
    this.deadline = new Date(job.deadline);
  }

  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.timeout(Math.max(0, abortTime(this.job) - this.processClock.now().getTime()));
    return this.#signal;
  }

  get log(): Logger {
    const { requestId, endpoint } = this.job;
    this.#log ??= this.processLog.child({ requestId, endpoint });
    return this.#log;
  }

  readonly header = (name: string, value: string): void => {
    this.headers[name] = value;
  };

  readonly charge = (microCredits: number): void => {
    this.charged = microCredits;
  };

  readonly remark = (name: string, value: string, audience: Remark['audience'] = 'operators'): void => {
    this.remarks ??= [];
    this.remarks.push({ name, value, audience });
  };
}

/** A class costs a fraction of an object literal with accessors. */
function createCall(job: Job, { log, ...shared }: Resources, headers: Record<string, string>): JobCall & Call {
  return Object.assign(new JobCall(job, log, shared.clock, headers), shared);
}

/** @throws ApiError 504 after `ms` */
async function withTimeout<T>(ms: number, result: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(errors.deadlineExceeded()), Math.max(0, ms));
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const fileReply = ({ mime, filename, bytes }: FileAnswer, headers: Record<string, string>): Reply => ({
  status: 200,
  headers: {
    ...headers,
    'Content-Type': mime,
    'Content-Disposition': `attachment; filename="${filename.replace(/[^\w.-]+/g, '-')}"`,
  },
  body: bytes.toString('base64'),
  encoding: 'base64',
});
