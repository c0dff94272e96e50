import type { Job as QueuedJob } from 'bullmq';
import { toCredits } from '../../shared/contract/amounts.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Hold, Refund, Usage } from '../../shared/ledger/documents.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import type { Job, JobResult, Remark } from '../../shared/queue/job.js';
import { parseQueueName } from '../../shared/queue/queues.js';
import { loadReply } from '../../shared/queue/results.js';

type Store = Pick<LedgerCollections, 'refunds' | 'usage' | 'wallets'>;

/** Something that happened to a call. */
interface TimelineEvent {
  /** Undefined when it is not known. */
  at: Date | undefined;
  title: string;
  details: readonly Detail[];
  /** What only operators are told. */
  internals?: readonly Detail[];
}

type Detail = readonly [name: string, value: string];

/** All that is known of a call. */
export interface FoundCall {
  requestId: string;
  account: string | undefined;
  endpoint: string | undefined;
  /** Id of the key that it was made with. */
  key: string | undefined;
  /** The queue that its job is in, while it is kept. */
  queue: string | undefined;
  /** In the order in which they happened. */
  timeline: readonly TimelineEvent[];
  /** Whether its credits can be given back. */
  refundable: boolean;
}

/** What a story is gathered from. */
export interface StorySources {
  readonly store: Store;
  readonly infrastructure: QueueInfrastructure;
}

/**
 * Gathers what the books, the queue and the kept replies know of a call: its hold, its job, its reply, the decision
 * about its credits, and a refund. Undefined when they know nothing of it.
 */
export async function findCall(
  { store, infrastructure }: StorySources,
  requestId: string,
): Promise<FoundCall | undefined> {
  const [usage, refund, open, job, reply] = await Promise.all([
    store.usage.findOne({ _id: requestId }),
    store.refunds.findOne({ _id: requestId }),
    openHold(store, requestId),
    findJob(infrastructure, requestId),
    loadReply(infrastructure.redis, requestId),
  ]);
  const hold = open?.hold;
  const taken = hold ?? usage;
  if (!taken && !job && !refund) return undefined;
  const timeline = [
    ...(taken ? [creditsHeld(taken, job)] : []),
    ...(job ? await jobEvents(job) : []),
    ...(reply
      ? [{ at: undefined, title: 'Reply kept for the caller', details: [detail('status', reply.status)] }]
      : []),
    ...(usage ? [decided(usage)] : []),
    ...(hold && !usage
      ? [{ at: undefined, title: 'Not decided yet', details: [detail('held', creditsOf(hold.cost))] }]
      : []),
    ...(refund ? [refunded(refund)] : []),
  ];
  return {
    requestId,
    account: usage?.account ?? open?.account ?? job?.data.account ?? refund?.account,
    endpoint: taken?.endpoint ?? job?.name,
    key: taken?.key,
    queue: job?.queueName,
    timeline,
    refundable: usage?.state === 'spent' && !refund,
  };
}

/** Finds the job of a request, in whichever pool and partition. */
async function findJob(
  { queues }: QueueInfrastructure,
  requestId: string,
): Promise<QueuedJob<Job, JobResult> | undefined> {
  const found = await Promise.all(queues.map(({ queue }) => queue.getJob(requestId)));
  return found.find((job) => job !== undefined);
}

/** Only wallets that have open holds are looked at: the index on their age leads to them. */
async function openHold({ wallets }: Store, requestId: string) {
  const wallet = await wallets.findOne({ 'open.at': { $gt: new Date(0) }, 'open.id': requestId });
  const hold = wallet?.open.find(({ id }) => id === requestId);
  return wallet && hold && { account: wallet._id, hold };
}

const detail = (name: string, value: string | number): Detail => [name, String(value)];
const creditsOf = (micro: number): string => `${toCredits(micro)} credits`;

function creditsHeld(taken: Hold | Usage, job: QueuedJob<Job, JobResult> | undefined): TimelineEvent {
  // A usage document keeps when it was decided; when its credits were taken is known from a hold, or about from its job.
  const at = 'state' in taken ? (job ? new Date(job.timestamp) : undefined) : taken.at;
  return {
    at,
    title: 'Credits held',
    details: [
      detail('cost', creditsOf(taken.cost)),
      detail('key', taken.key),
      ...taken.parts.map(({ lot, amount }) => detail(`from lot ${lot}`, creditsOf(amount))),
    ],
  };
}

async function jobEvents(job: QueuedJob<Job, JobResult>): Promise<TimelineEvent[]> {
  const { queueName, timestamp, processedOn, finishedOn, attemptsStarted, stalledCounter, failedReason } = job;
  const state = await job.getState();
  const queue = parseQueueName(queueName);
  const { status, remarks = [] } = job.returnvalue ?? {};
  const remarksFor = (audience: Remark['audience']): Detail[] =>
    remarks.filter((remark) => remark.audience === audience).map(({ name, value }) => detail(name, value));
  const internals = [...(failedReason ? [detail('reason', failedReason)] : []), ...remarksFor('operators')];
  const sent = {
    at: new Date(timestamp),
    title: 'Job sent',
    details: [detail('pool', queue?.pool ?? queueName), detail('deadline', new Date(job.data.deadline).toISOString())],
    ...(queue && queue.partition > 0 && { internals: [detail('partition', queue.partition)] }),
  };
  const begun =
    processedOn === undefined
      ? { at: undefined, title: 'Not started', details: [detail('state', state)] }
      : {
          at: new Date(processedOn),
          title: 'Job started',
          details: [
            detail('waited', `${processedOn - timestamp} ms`),
            detail('attempts', attemptsStarted),
            ...(stalledCounter > 0 ? [detail('taken over from dead workers', stalledCounter)] : []),
          ],
        };
  if (finishedOn === undefined) return [sent, begun];
  const ended = {
    at: new Date(finishedOn),
    title: state === 'failed' || (status ?? 0) >= 500 ? 'Job failed' : 'Reply sent',
    details: [
      ...(processedOn === undefined ? [] : [detail('ran', `${finishedOn - processedOn} ms`)]),
      ...(status === undefined ? [] : [detail('status', status)]),
      ...remarksFor('callers'),
    ],
    ...(internals.length > 0 && { internals }),
  };
  return [sent, begun, ended];
}

function settledAs(state: Usage['state'], status: number): string {
  if (state === 'void') return 'Given back: the call failed on our side';
  return status >= 500
    ? 'Settled: cut off over its own input, the credits are spent'
    : 'Settled: the credits are spent';
}

const decided = ({ state, status, cost, at, call }: Usage): TimelineEvent => ({
  at,
  title: settledAs(state, status),
  details: [
    detail('answered with', call?.type === undefined ? status : `${status} ${call.type}`),
    ...(call ? [detail('took', `${call.ms} ms`)] : []),
    detail(state === 'spent' ? 'spent' : 'given back', creditsOf(cost)),
  ],
});

const refunded = ({ at, cost, reason }: Refund): TimelineEvent => ({
  at,
  title: 'Refunded by an operator',
  details: [detail('given back', creditsOf(cost)), detail('reason', reason)],
});
