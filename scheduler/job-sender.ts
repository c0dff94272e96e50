import type { Redis } from 'ioredis';
import { errors } from '../shared/contract/errors.js';
import type { PoolName } from '../shared/contract/pools.js';
import type { Clock } from '../shared/process/clock.js';
import type { JobSender } from '../shared/queue/internal-jobs.js';
import type { ReceivedReply, Task } from '../shared/queue/job.js';
import { openQueues } from '../shared/queue/queues.js';
import { ReplyReader } from '../shared/queue/reply-stream.js';

interface Waiter {
  resolve(reply: ReceivedReply): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Sends the scheduler's internal jobs, and receives their replies on a stream of its own, as a front does. */
export class SchedulerJobSender implements JobSender {
  readonly #waiters = new Map<string, Waiter>();
  readonly #replies: ReplyReader;
  readonly #queues: ReturnType<typeof openQueues>;

  /**
   * @param instance names the reply stream
   * @param blocking a connection that nothing else uses
   * @param clock of Redis
   */
  constructor(
    instance: string,
    redis: Redis,
    blocking: Redis,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#queues = openQueues(redis, onError);
    this.#replies = new ReplyReader(instance, redis, blocking, (id, reply) => this.#resolve(id, reply), onError);
  }

  start(): Promise<void> {
    return this.#replies.start();
  }

  async stop(): Promise<void> {
    for (const id of this.#waiters.keys()) this.#take(id)?.reject(errors.serviceUnavailable({}, 'stopped'));
    await this.#replies.stop();
    await Promise.all(Object.values(this.#queues).map((queue) => queue.close().catch(this.onError)));
  }

  send(pool: PoolName, task: Task, deadlineMs: number): Promise<ReceivedReply> {
    const { requestId: jobId, endpoint } = task;
    const timestamp = this.clock.now().getTime();
    const job = { ...task, deadline: timestamp + deadlineMs, replyTo: this.#replies.stream };
    const fail = (cause: unknown) => this.#take(jobId)?.reject(errors.serviceUnavailable({}, cause));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#take(jobId)?.reject(errors.deadlineExceeded()), deadlineMs);
      this.#waiters.set(jobId, { resolve, reject, timer });
      this.#queues[pool].add(endpoint, job, { jobId, timestamp }).catch(fail);
    });
  }

  settled(requestId: string): void {
    this.#replies.settled(requestId);
  }

  #resolve(id: string, reply: ReceivedReply): boolean {
    const waiter = this.#take(id);
    waiter?.resolve(reply);
    return waiter !== undefined;
  }

  #take(id: string): Waiter | undefined {
    const waiter = this.#waiters.get(id);
    clearTimeout(waiter?.timer);
    this.#waiters.delete(id);
    return waiter;
  }
}
