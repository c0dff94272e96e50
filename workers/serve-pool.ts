import { type Telemetry, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { isOurs } from '../shared/contract/errors.js';
import { type PoolName, pools } from '../shared/contract/pools.js';
import { type JobData, type JobResult, QUEUE_PREFIX, type Reply, type Work } from '../shared/queue/job.js';
import { announce } from '../shared/queue/live-workers.js';
import { sendReplies } from '../shared/queue/reply-stream.js';

/** Computes one task. Never throws: whatever goes wrong is a reply too. */
export type Compute = (work: Work) => Promise<Reply>;

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

export interface Service {
  /** Takes no new jobs and waits for those in hand. */
  stop(): Promise<void>;
}

/**
 * The worker's side of the queue: takes jobs of one pool, drops those whose callers have left, and replies.
 *
 * @param connection for commands; BullMQ makes its own blocking connection from it
 * @param telemetry continues the traces of the calls, while tracing is on
 */
export function serve(
  pool: PoolName,
  instance: string,
  connection: Redis,
  compute: Compute,
  onError: (error: unknown) => void,
  telemetry?: Telemetry,
): Service {
  const process = async (job: { data: JobData }): Promise<JobResult> => {
    const { tasks, ...terms } = job.data;
    if (terms.deadline <= Date.now()) {
      throw new UnrecoverableError('dropped: its deadline had passed before it was begun');
    }
    const answered = await Promise.all(
      tasks.map(async (task) => ({ requestId: task.requestId, reply: await compute({ ...task, ...terms }) })),
    );
    // Not awaited: on this same connection the job's end follows it, and is never there before it.
    sendReplies(connection, terms.replyTo, answered).catch(onError);
    const statuses = answered.map(({ reply }) => reply.status);
    if (answered.every(({ reply }) => isOurs(reply))) {
      throw new UnrecoverableError(answered.map(({ reply }) => reply.body).join(', '));
    }
    return { statuses };
  };
  const worker = new Worker<JobData, JobResult>(pool, process, {
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
