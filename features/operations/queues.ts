import type { Queue } from 'bullmq';
import { errors } from '../../shared/contract/errors.js';
import { flag, integer, list, object, oneOf, text, withDefault } from '../../shared/contract/fields.js';
import { collectQueues, findQueue } from '../../shared/queue/infrastructure.js';
import { type OperationContext, operation, requireInfrastructure, type SubjectKind } from '../operators/index.js';

/** A queue: its counts of jobs, and whether it is paused. */
export const queueSubject: SubjectKind = {
  type: 'queue',
  async read(_, id, infrastructure) {
    const queue = infrastructure && collectQueues(infrastructure).find(({ name }) => name === id);
    if (!queue) return null;
    const [jobs, paused] = await Promise.all([queue.getJobCounts(), queue.isPaused()]);
    return { account: null, state: { jobs, paused } };
  },
};

/** A job, in any queue. */
export const jobSubject: SubjectKind = {
  type: 'job',
  async read(_, id, infrastructure) {
    const queues = infrastructure ? collectQueues(infrastructure) : [];
    const found = await Promise.all(
      queues.map(async (queue) => ({ queue: queue.name, state: await queue.getJobState(id) })),
    );
    const state = found.find((one) => one.state !== 'unknown');
    return state ? { account: null, state } : null;
  },
};

const queueRow = object({
  queue: text(),
  paused: flag(),
  waiting: integer(),
  active: integer(),
  delayed: integer(),
  failed: integer(),
  completed: integer({ description: 'Latest completed jobs, which are stored for a while' }),
});

async function toRow(queue: Queue) {
  const [counts, paused] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'delayed', 'failed', 'completed'),
    queue.isPaused(),
  ]);
  const { waiting = 0, active = 0, delayed = 0, failed = 0, completed = 0 } = counts;
  return { queue: queue.name, paused, waiting, active, delayed, failed, completed };
}

const name = text({ maxLength: 100, description: 'Name of the queue, e.g. `compute`' });
const confirm = text({
  maxLength: 100,
  description: 'Name of the queue again, to confirm that many jobs are deleted',
});

/** Common part of the operations on a queue. */
const queueOperation = {
  method: 'POST',
  response: queueRow,
  live: true,
  mutates: { subject: queueSubject, id: ({ queue }: { queue: string }) => queue },
} as const;

/** Creates a handler that changes the requested queue, and returns its state afterwards. */
const onQueue =
  <Input extends { queue: string }>(change: (queue: Queue, input: Input) => Promise<unknown>) =>
  async (input: Input, context: OperationContext) => {
    const queue = findQueue(requireInfrastructure(context), input.queue);
    await change(queue, input);
    return toRow(queue);
  };

/** @throws ApiError 409 if `confirm` is not the name of the queue */
function requireConfirmation({ queue, confirm }: { queue: string; confirm: string }): void {
  if (confirm !== queue) throw errors.queueNotConfirmed({ queue });
}

export const listQueues = operation({
  command: 'queues list',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/queues',
  summary: 'List the queues that can be reached, with the number of their jobs',
  request: object({}),
  response: object({ queues: list(queueRow) }),
  example: { request: {} },
  live: true,
  async run(_, context: OperationContext) {
    return { queues: await Promise.all(collectQueues(requireInfrastructure(context)).map(toRow)) };
  },
});

export const pauseQueue = operation({
  ...queueOperation,
  command: 'queues pause',
  role: 'admin',
  path: '/v1/admin/queues/{queue}/pause',
  summary: 'Pause a queue: running jobs finish, others wait until it is resumed',
  request: object({ queue: name }),
  errors: [errors.queueUnknown],
  example: { request: { queue: 'compute' } },
  run: onQueue((queue) => queue.pause()),
});

export const resumeQueue = operation({
  ...queueOperation,
  command: 'queues resume',
  role: 'admin',
  path: '/v1/admin/queues/{queue}/resume',
  summary: 'Resume a paused queue',
  request: object({ queue: name }),
  errors: [errors.queueUnknown],
  example: { request: { queue: 'compute' } },
  run: onQueue((queue) => queue.resume()),
});

export const retryQueue = operation({
  ...queueOperation,
  command: 'queues retry',
  role: 'support',
  path: '/v1/admin/queues/{queue}/retry',
  summary: 'Retry the failed jobs of a queue; jobs past their deadline are dropped',
  request: object({
    queue: name,
    state: withDefault(oneOf(['failed', 'completed'], { description: 'State of the jobs to retry' }), 'failed'),
  }),
  errors: [errors.queueUnknown],
  example: { request: { queue: 'deliver' } },
  run: onQueue((queue, { state }) => queue.retryJobs({ state })),
});

export const emptyQueue = operation({
  ...queueOperation,
  command: 'queues empty',
  role: 'admin',
  path: '/v1/admin/queues/{queue}/empty',
  summary: 'Remove the waiting jobs of a queue; running, delayed and finished jobs stay',
  request: object({ queue: name, confirm }),
  errors: [errors.queueUnknown, errors.queueNotConfirmed],
  example: { request: { queue: 'compute', confirm: 'compute' } },
  run: onQueue(async (queue, input) => {
    requireConfirmation(input);
    await queue.drain();
  }),
});

export const obliterateQueue = operation({
  ...queueOperation,
  command: 'queues obliterate',
  role: 'admin',
  path: '/v1/admin/queues/{queue}/obliterate',
  summary: 'Delete a paused queue with all its jobs and history',
  request: object({
    queue: name,
    confirm,
    force: withDefault(flag({ description: 'True to delete it even while jobs run; their outcome is lost' }), false),
  }),
  errors: [errors.queueUnknown, errors.queueNotConfirmed, errors.queueNotPaused, errors.queueRuns],
  example: { request: { queue: 'compute', confirm: 'compute' } },
  run: onQueue(async (queue, input) => {
    requireConfirmation(input);
    if (!(await queue.isPaused())) throw errors.queueNotPaused({ queue: input.queue });
    if (!input.force && (await queue.getActiveCount()) > 0) throw errors.queueRuns({ queue: input.queue });
    await queue.obliterate({ force: input.force });
  }),
});

export const retryJob = operation({
  command: 'jobs retry',
  role: 'support',
  method: 'POST',
  path: '/v1/admin/queues/{queue}/jobs/{job}/retry',
  summary: 'Retry a failed job',
  request: object({ queue: name, job: text({ maxLength: 200, description: 'Its id; of a call, the request id' }) }),
  response: object({ queue: text(), job: text(), state: text() }),
  errors: [errors.queueUnknown, errors.queueJobUnknown, errors.queueJobNotFailed],
  example: { request: { queue: 'deliver', job: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11' } },
  live: true,
  mutates: { subject: jobSubject, id: ({ job }) => job },
  async run({ queue: queueName, job: id }, context: OperationContext) {
    const queue = findQueue(requireInfrastructure(context), queueName);
    const job = await queue.getJob(id);
    if (!job) throw errors.queueJobUnknown({ job: id, queue: queueName });
    if (!(await job.isFailed())) throw errors.queueJobNotFailed({ job: id });
    await job.retry();
    return { queue: queueName, job: id, state: await job.getState() };
  },
});
