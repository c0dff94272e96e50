import type { Queue } from 'bullmq';
import { errors } from '../../shared/contract/errors.js';
import { flag, integer, list, object, oneOf, text, withDefault } from '../../shared/contract/fields.js';
import { queueNamed, queuesOf } from '../../shared/queue/infrastructure.js';
import { jobSubject, queueSubject } from '../monitoring/index.js';
import { type OperationContext, operation, requireMachinery } from '../operators/index.js';

type Store = object;

const queueRow = object({
  queue: text(),
  paused: flag(),
  waiting: integer(),
  active: integer(),
  delayed: integer(),
  failed: integer(),
  completed: integer({ description: 'Of the latest, which are kept for a while' }),
});

async function rowOf(queue: Queue) {
  const [counts, paused] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'delayed', 'failed', 'completed'),
    queue.isPaused(),
  ]);
  const { waiting = 0, active = 0, delayed = 0, failed = 0, completed = 0 } = counts;
  return { queue: queue.name, paused, waiting, active, delayed, failed, completed };
}

const name = text({ maxLength: 100, description: 'The name of the queue, e.g. `compute`' });
const confirm = text({
  maxLength: 100,
  description: 'The name of the queue once more: this does away with jobs in numbers',
});

/** What all that is done to a queue has in common. */
const deed = {
  method: 'POST',
  response: queueRow,
  live: true,
  mutates: { subject: queueSubject, id: ({ queue }: { queue: string }) => queue },
} as const;

/** Does something to the queue that is named, and tells what that is like then. */
const onQueue =
  <Asked extends { queue: string }>(act: (queue: Queue, asked: Asked) => Promise<unknown>) =>
  async (asked: Asked, context: OperationContext<Store>) => {
    const queue = queueNamed(requireMachinery(context), asked.queue);
    await act(queue, asked);
    return rowOf(queue);
  };

/** @throws ApiError 409 when the name of the queue was not said twice */
function confirmed(given: { queue: string; confirm: string }): void {
  if (given.confirm !== given.queue) throw errors.queueNotConfirmed({ queue: given.queue });
}

export const listQueues = operation({
  command: 'queues list',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/queues',
  summary: 'List the queues that can be asked, and how many jobs each has',
  request: object({}),
  response: object({ queues: list(queueRow) }),
  example: { request: {} },
  live: true,
  async run(_, context: OperationContext<Store>) {
    return { queues: await Promise.all(queuesOf(requireMachinery(context)).map(rowOf)) };
  },
});

export const pauseQueue = operation({
  ...deed,
  command: 'queues pause',
  role: 'admin',
  path: '/v1/admin/queues/{queue}/pause',
  summary: 'Have no more jobs of a queue begun; those that run end, others wait until it is resumed',
  request: object({ queue: name }),
  errors: [errors.queueUnknown],
  example: { request: { queue: 'compute' } },
  run: onQueue((queue) => queue.pause()),
});

export const resumeQueue = operation({
  ...deed,
  command: 'queues resume',
  role: 'admin',
  path: '/v1/admin/queues/{queue}/resume',
  summary: 'Have the jobs of a paused queue begun again',
  request: object({ queue: name }),
  errors: [errors.queueUnknown],
  example: { request: { queue: 'compute' } },
  run: onQueue((queue) => queue.resume()),
});

export const retryQueue = operation({
  ...deed,
  command: 'queues retry',
  role: 'support',
  path: '/v1/admin/queues/{queue}/retry',
  summary: 'Try the failed jobs of a queue again; a call whose time is over is dropped when its turn comes',
  request: object({
    queue: name,
    state: withDefault(oneOf(['failed', 'completed'], { description: 'Which jobs' }), 'failed'),
  }),
  errors: [errors.queueUnknown],
  example: { request: { queue: 'deliver' } },
  run: onQueue((queue, { state }) => queue.retryJobs({ state })),
});

export const emptyQueue = operation({
  ...deed,
  command: 'queues empty',
  role: 'admin',
  path: '/v1/admin/queues/{queue}/empty',
  summary: 'Remove the jobs of a queue that wait; those that run, are delayed or have ended stay',
  request: object({ queue: name, confirm }),
  errors: [errors.queueUnknown, errors.queueNotConfirmed],
  example: { request: { queue: 'compute', confirm: 'compute' } },
  run: onQueue(async (queue, asked) => {
    confirmed(asked);
    await queue.drain();
  }),
});

export const obliterateQueue = operation({
  ...deed,
  command: 'queues obliterate',
  role: 'admin',
  path: '/v1/admin/queues/{queue}/obliterate',
  summary: 'Remove everything of a paused queue, its history too',
  request: object({
    queue: name,
    confirm,
    force: withDefault(flag({ description: 'Also while jobs of it run, whose ends nobody learns then' }), false),
  }),
  errors: [errors.queueUnknown, errors.queueNotConfirmed, errors.queueNotPaused, errors.queueRuns],
  example: { request: { queue: 'compute', confirm: 'compute' } },
  run: onQueue(async (queue, asked) => {
    confirmed(asked);
    if (!(await queue.isPaused())) throw errors.queueNotPaused({ queue: asked.queue });
    if (!asked.force && (await queue.getActiveCount()) > 0) throw errors.queueRuns({ queue: asked.queue });
    await queue.obliterate({ force: asked.force });
  }),
});

export const retryJob = operation({
  command: 'jobs retry',
  role: 'support',
  method: 'POST',
  path: '/v1/admin/queues/{queue}/jobs/{job}/retry',
  summary: 'Try a failed job again',
  request: object({ queue: name, job: text({ maxLength: 200, description: 'Its id; of a call, the request id' }) }),
  response: object({ queue: text(), job: text(), state: text() }),
  errors: [errors.queueUnknown, errors.queueJobUnknown, errors.queueJobNotFailed],
  example: { request: { queue: 'deliver', job: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11' } },
  live: true,
  mutates: { subject: jobSubject, id: ({ job }) => job },
  async run({ queue: asked, job: id }, context: OperationContext<Store>) {
    const queue = queueNamed(requireMachinery(context), asked);
    const job = await queue.getJob(id);
    if (!job) throw errors.queueJobUnknown({ job: id, queue: asked });
    if (!(await job.isFailed())) throw errors.queueJobNotFailed({ job: id });
    await job.retry();
    return { queue: asked, job: id, state: await job.getState() };
  },
});
