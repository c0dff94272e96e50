import { isOurs } from '../shared/contract/api-error.js';
import { CUT_OFF_BEFORE_DEADLINE_MS, FAIR_CPU_MS } from '../shared/contract/bounds.js';
import { endpointOf } from '../shared/contract/catalogue/index.js';
import { asApiError, errors } from '../shared/contract/errors.js';
import { deadlineMsOf, type PoolName, pools } from '../shared/contract/pools.js';
import type { Clock } from '../shared/process/clock.js';
import { baseUrl } from '../shared/process/config.js';
import type { Logger } from '../shared/process/log.js';
import { count, time } from '../shared/process/metrics/measure.js';
import { findInternalJob } from '../shared/queue/internal-jobs.js';
import { errorReply, type JobData, jsonReply, type Remark, type Reply } from '../shared/queue/job.js';
import { type Call, FileAnswer, type Resources } from './handle.js';
import type { Handlers } from './load-handlers.js';
import { ProcessorShare } from './processor-share.js';
import type { JobRunner } from './serve-pool.js';

/**
 * Runs what a pool is sent with the handlers of that pool.
 *
 * @param spent is told what processor time each call has taken, in ms
 */
export function jobRunner(
  pool: PoolName,
  handlers: Handlers,
  resources: Resources,
  spent?: (call: JobData, ms: number) => void,
): JobRunner {
  const share = new ProcessorShare();
  return {
    answer: measured(pool, resources.clock, (work) => runHandler(handlers, resources, work, share, spent)),
  };
}

/** Counts and times the calls that are answered in some way, none for longer than the deadline of its pool. */
export const measured =
  (pool: PoolName, clock: Clock, answer: (work: JobData) => Promise<Reply>) =>
  async (work: JobData): Promise<Reply> => {
    const now = clock.now().getTime();
    const job = findInternalJob(work.endpoint);
    const sentAt = work.deadline - (job?.deadlineMs ?? deadlineMsOf(pool, work.later ?? false));
    time('queueWaitSeconds', { pool }, Math.max(0, now - sentAt));
    const began = performance.now();
    // A call that may wait for long may not be computed for longer than others, unless it makes many things.
    const latest = job || endpointOf(work.endpoint)?.takesLong ? work.deadline : now + pools[pool].deadlineMs;
    const reply = await answer({ ...work, deadline: Math.min(work.deadline, latest) });
    time('runSeconds', { endpoint: work.endpoint }, performance.now() - began);
    count('jobs', { endpoint: work.endpoint, status: reply.status });
    return reply;
  };

/**
 * Runs the handler of a call and turns whatever comes of it into a reply. What is cut off while it works on its input is laid to the
 * input only where it had its fair time of a processor: a machine that had none to give is ours.
 *
 * @param share of all handlers of this process
 * @param spent is told what processor time the call has taken, in ms
 */
export async function runHandler(
  handlers: Handlers,
  resources: Resources,
  work: JobData,
  share: ProcessorShare = new ProcessorShare(),
  spent?: (call: JobData, ms: number) => void,
): Promise<Reply> {
  const headers: Record<string, string> = {};
  const call = callOf(work, resources, headers);
  const part = share.begin();
  const late = () =>
    call.isWorking && part.spentMs() >= FAIR_CPU_MS ? errors.inputTooCostly() : errors.deadlineExceeded();
  try {
    const handler = handlers.get(work.endpoint);
    if (!handler) throw errors.internalError({}, `this pool has no handler of ${work.endpoint}`);
    const running = handler.run(work.input, call);
    const answer =
      running instanceof Promise
        ? await within(lastMoment(work) - resources.clock.now().getTime(), running, late)
        : running;
    const reply = answer instanceof FileAnswer ? fileReply(answer, headers) : jsonReply(200, answer as object, headers);
    const { remarks, charged } = call;
    return { ...reply, ...(remarks && { remarks }), ...(charged !== undefined && { charged }) };
  } catch (caught) {
    const error = asApiError(caught);
    if (isOurs(error)) call.log.error({ err: error }, error.message);
    if (error.overran) {
      count('overruns', { endpoint: work.endpoint });
      call.log.warn({ account: work.account, type: error.type }, 'cut off: the input asks for too much work');
    }
    const { per, cost } = endpointOf(work.endpoint) ?? {};
    return {
      ...errorReply(error, work.requestId, baseUrl(resources.config), headers),
      ...(per && cost !== undefined && { charged: cost }),
    };
  } finally {
    spent?.(work, part.spentMs() + call.spentElsewhereMs);
    part.end();
  }
}

/** When a handler is told to end, and when it is answered for: in between, what it could end speaks for itself. */
const signalled = ({ deadline }: JobData): number => deadline - CUT_OFF_BEFORE_DEADLINE_MS;
const lastMoment = ({ deadline }: JobData): number => deadline - CUT_OFF_BEFORE_DEADLINE_MS / 2;

/** What costs time to make is made when a handler asks for it. */
class RunningCall implements Omit<Call, keyof Omit<Resources, 'log'>> {
  readonly requestId: string;
  readonly account: string;
  readonly deadline: Date;
  remarks: Remark[] | undefined;
  charged: number | undefined;
  spentElsewhereMs = 0;
  #signal: AbortSignal | undefined;
  #ownLog: Logger | undefined;
  #working = 0;

  constructor(
    private readonly call: JobData,
    private readonly processLog: Logger,
    private readonly processClock: Clock,
    private readonly headers: Record<string, string>,
  ) {
    this.requestId = call.requestId;
    this.account = call.account;
    this.deadline = new Date(call.deadline);
  }

  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.timeout(Math.max(0, signalled(this.call) - this.processClock.now().getTime()));
    return this.#signal;
  }

  get log(): Logger {
    const { requestId, endpoint } = this.call;
    this.#ownLog ??= this.processLog.child({ requestId, endpoint });
    return this.#ownLog;
  }

  /** Whether what the handler waits for is work on its input. */
  get isWorking(): boolean {
    return this.#working > 0;
  }

  readonly work = async <T>(running: Promise<T>): Promise<T> => {
    this.#working++;
    try {
      return await running;
    } finally {
      this.#working--;
    }
  };

  readonly spend = (ms: number): void => {
    this.spentElsewhereMs += ms;
  };

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

/** A class makes a call for a fraction of what an object with accessors of its own costs. */
function callOf(work: JobData, { log, ...shared }: Resources, headers: Record<string, string>): RunningCall & Call {
  return Object.assign(new RunningCall(work, log, shared.clock, headers), shared);
}

/** @throws what `late` makes when so many milliseconds are over first */
async function within<T>(ms: number, answer: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), Math.max(0, ms));
  });
  try {
    return await Promise.race([answer, over]);
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
