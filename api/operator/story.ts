import type { Job, JobType } from 'bullmq';
import { isPoolName, pools } from '../../shared/contract/pools.js';
import { toCredits } from '../../shared/ledger/amounts.js';
import type { JobData, JobResult, Task } from '../../shared/queue/job.js';
import type { PoolQueue } from '../../shared/queue/queues.js';
import type { Collections, Hold, Refund, Usage } from '../../shared/store/collections.js';
import type { Results } from '../calls/results.js';

/** Which jobs, and how many of each kind, are searched for a call that shared another's. */
const SEARCHED: JobType[] = ['waiting', 'active', 'completed', 'failed'];
const JOBS_SEARCHED = 1_000;

/** Something that happened in the life of a call. */
interface Chapter {
  at: Date | undefined;
  what: string;
  facts: readonly [name: string, value: string][];
}

/** All that is known of a call, in the order in which it happened. */
export interface Story {
  requestId: string;
  account: string | undefined;
  endpoint: string | undefined;
  chapters: readonly Chapter[];
  /** Whether its credits can be given back. */
  refundable: boolean;
}

interface Sources {
  store: Collections;
  queues: readonly PoolQueue[];
  results: Results;
}

/**
 * Gathers what the books, the queue and the kept replies know of a call: its hold, its job, its reply, the decision
 * about its credits, and a refund. Undefined when they know nothing of it.
 */
export async function storyOf({ store, queues, results }: Sources, requestId: string): Promise<Story | undefined> {
  const [usage, refund, hold, job, reply] = await Promise.all([
    store.usage.findOne({ _id: requestId }),
    store.refunds.findOne({ _id: requestId }),
    openHold(store, requestId),
    jobOf(queues, requestId),
    results.replyTo(requestId),
  ]);
  const taken = hold ?? usage;
  if (!taken && !job && !refund) return undefined;
  const chapters = [
    ...(taken ? [takenChapter(taken, job)] : []),
    ...(job ? await jobChapters(job, requestId) : []),
    ...(reply ? [{ at: undefined, what: 'Reply kept for the caller', facts: [fact('status', reply.status)] }] : []),
    ...(usage ? [decisionChapter(usage)] : []),
    ...(hold && !usage
      ? [{ at: undefined, what: 'Not decided yet', facts: [fact('held', creditsOf(hold.cost))] }]
      : []),
    ...(refund ? [refundChapter(refund)] : []),
  ];
  return {
    requestId,
    account: usage?.account ?? taskOf(job, requestId)?.account ?? refund?.account,
    endpoint: taken?.endpoint ?? job?.name,
    chapters,
    refundable: usage?.state === 'spent' && !refund,
  };
}

/** The job that a call travelled in. It is called after its first call; of the others, those jobs are asked that are still kept. */
async function jobOf(queues: readonly PoolQueue[], requestId: string): Promise<Job<JobData, JobResult> | undefined> {
  const named = await Promise.all(queues.map((queue) => queue.getJob(requestId)));
  const found = named.find((job) => job && 'tasks' in job.data);
  if (found) return found;
  const shared = queues.filter(({ name }) => isPoolName(name) && pools[name].callsPerJob > 1);
  const kept = await Promise.all(shared.map((queue) => queue.getJobs(SEARCHED, 0, JOBS_SEARCHED)));
  return kept.flat().find((job) => taskOf(job, requestId));
}

const taskOf = (job: Job<JobData, JobResult> | undefined, requestId: string): Task | undefined =>
  job?.data.tasks.find((task) => task.requestId === requestId);

/** Only wallets that have open holds are looked at: the index on their age leads to them. */
async function openHold({ wallets }: Collections, requestId: string): Promise<Hold | undefined> {
  const wallet = await wallets.findOne({ 'open.at': { $gt: new Date(0) }, 'open.id': requestId });
  return wallet?.open.find(({ id }) => id === requestId);
}

const fact = (name: string, value: string | number): [string, string] => [name, String(value)];
const creditsOf = (micro: number): string => `${toCredits(micro)} credits`;

function takenChapter(taken: Hold | Usage, job: Job<JobData, JobResult> | undefined): Chapter {
  // A usage document keeps when it was decided; when its credits were taken is known from a hold, or about from its job.
  const at = 'state' in taken ? (job ? new Date(job.timestamp) : undefined) : taken.at;
  return {
    at,
    what: 'Credits held',
    facts: [
      fact('cost', creditsOf(taken.cost)),
      fact('key', taken.key),
      ...taken.parts.map(({ lot, amount }) => fact(`from lot ${lot}`, creditsOf(amount))),
    ],
  };
}

async function jobChapters(job: Job<JobData, JobResult>, requestId: string): Promise<Chapter[]> {
  const { queueName, timestamp, processedOn, finishedOn, attemptsStarted, stalledCounter, failedReason } = job;
  const state = await job.getState();
  const { tasks, deadline } = job.data;
  const status = job.returnvalue?.statuses[tasks.findIndex((task) => task.requestId === requestId)];
  return [
    {
      at: new Date(timestamp),
      what: 'Job sent',
      facts: [
        fact('pool', queueName),
        fact('deadline', new Date(deadline).toISOString()),
        ...(tasks.length > 1 ? [fact('calls in the same job', tasks.length)] : []),
      ],
    },
    ...(processedOn === undefined
      ? [{ at: undefined, what: 'Not begun', facts: [fact('state', state)] }]
      : [
          {
            at: new Date(processedOn),
            what: 'Job begun',
            facts: [
              fact('waited', `${processedOn - timestamp} ms`),
              fact('attempts', attemptsStarted),
              ...(stalledCounter > 0 ? [fact('taken over from dead workers', stalledCounter)] : []),
            ],
          },
        ]),
    ...(finishedOn === undefined
      ? []
      : [
          {
            at: new Date(finishedOn),
            what: state === 'failed' || (status ?? 0) >= 500 ? 'Job failed' : 'Reply sent',
            facts: [
              ...(processedOn === undefined ? [] : [fact('ran', `${finishedOn - processedOn} ms`)]),
              ...(status === undefined ? [] : [fact('status', status)]),
              ...(failedReason ? [fact('reason', failedReason)] : []),
            ],
          },
        ]),
  ];
}

const decisionChapter = ({ state, status, cost, at }: Usage): Chapter => ({
  at,
  what: state === 'spent' ? 'Settled: the credits are spent' : 'Given back: the call failed by us',
  facts: [fact('answered with', status), fact(state === 'spent' ? 'spent' : 'given back', creditsOf(cost))],
});

const refundChapter = ({ at, cost, reason }: Refund): Chapter => ({
  at,
  what: 'Refunded by an operator',
  facts: [fact('given back', creditsOf(cost)), fact('reason', reason)],
});
