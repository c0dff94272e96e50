import { type Telemetry, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { isOurs } from '../shared/contract/errors.js';
import { type PoolName, pools } from '../shared/contract/pools.js';
import {
  type ChoreData,
  type JobData,
  type JobResult,
  QUEUE_PREFIX,
  type Reply,
  type Work,
} from '../shared/queue/job.js';
import { announce } from '../shared/queue/live-workers.js';
import { sendReplies } from '../shared/queue/reply-stream.js';
import { Results } from '../shared/queue/results.js';

/** What a worker does with what it takes from its queue. */
export interface JobRunner {
  /** Computes one task. Never throws: whatever goes wrong is a reply too. */
  answer(work: Work): Promise<Reply>;
  /**
   * Does a chore.
   *
   * @returns its report
   * @throws Error when it cannot be done
   */
  doChore(id: string): Promise<object>;
}

/**
 * A killed worker's jobs are taken over after at most lock + check, about 7 s and usually 4, which is inside every
 * deadline. All processes must agree on these: Redis keeps only one time of the last check.
 */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
/** A job is taken over twice; what brings a third worker down is not given to a fourth. */
const MAX_STALLED = 2;

/** Ended jobs that dashboards can still show, by number and by age in seconds. */
const ENDED_KEPT = { count: 1_000, age: 24 * 3_600 };

export interface PoolWorker {
  /** Takes no new jobs and waits for those in hand. */
  stop(): Promise<void>;
}

/**
 * The worker's side of the queue: takes jobs of one pool, drops those whose callers have left, and replies.
 *
 * @param connection for commands; BullMQ makes its own blocking connection from it
 * @param telemetry continues the traces of the calls, while tracing is on
 */
export function servePool(
  pool: PoolName,
  instance: string,
  connection: Redis,
  runner: JobRunner,
  onError: (error: unknown) => void,
  telemetry?: Telemetry,
): PoolWorker {
  const results = new Results(connection);
  const answerCalls = async ({ tasks, ...terms }: JobData): Promise<JobResult> => {
    if (terms.deadline <= Date.now()) {
      throw new UnrecoverableError('dropped: its deadline had passed before it was begun');
    }
    const answered = await Promise.all(
      tasks.map(async (task) => {
        const { requestId, later } = task;
        const reply = await runner.answer({ ...task, ...terms });
        return { requestId, reply: later ? await results.keep(requestId, reply) : reply };
      }),
    );
    // Not awaited: on this same connection the job's end follows it, and is never there before it.
    sendReplies(connection, terms.replyTo, answered).catch(onError);
    const statuses = answered.map(({ reply }) => reply.status);
    if (answered.every(({ reply }) => isOurs(reply))) {
      throw new UnrecoverableError(answered.map(({ reply }) => reply.body).join(', '));
    }
    return { statuses };
  };
  const process = ({ data }: { data: JobData | ChoreData }): Promise<JobResult | object> =>
    'chore' in data ? runner.doChore(data.chore) : answerCalls(data);
  const worker = new Worker<JobData | ChoreData, JobResult | object>(pool, process, {
    connection,
    prefix: QUEUE_PREFIX,
    concurrency: pools[pool].concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
    removeOnComplete: ENDED_KEPT,
    removeOnFail: ENDED_KEPT,
    ...(telemetry && { telemetry }),
  });
  worker.on('error', onError);
  const stopAnnouncing = announce(connection, pool, instance, onError);
  return {
    async stop() {
      await worker.close();
      await stopAnnouncing();
    },
  };
}
