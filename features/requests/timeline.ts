import type { Job as QueuedJob } from 'bullmq';
import { toCredits } from '../../shared/contract/amounts.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Hold, Refund, Usage } from '../../shared/ledger/documents.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import type { Job, JobResult, Remark } from '../../shared/queue/job.js';
import { parseQueueName } from '../../shared/queue/queues.js';
import { loadReply } from '../../shared/queue/results.js';
import type { LoggedRequest, RequestCollections } from './collections.js';
import { toRequestOutcome } from './listed-calls.js';

type Store = Pick<LedgerCollections, 'refunds' | 'usage' | 'wallets'> & Pick<RequestCollections, 'requestLog'>;

interface TimelineEvent {
  /** Undefined if unknown. */
  at: Date | undefined;
  title: string;
  details: readonly Detail[];
  /** Details for operators only. */
  internals?: readonly Detail[];
}

type Detail = readonly [name: string, value: string];

/** A request with its timeline. */
interface FoundCall {
  requestId: string;
  account: string | undefined;
  endpoint: string | undefined;
  /** Id of the key. */
  key: string | undefined;
  /** Queue of its job, while that is stored. */
  queue: string | undefined;
  /** Undefined until the request has ended, and once its usage entry is deleted. */
  outcome: (ReturnType<typeof toRequestOutcome> & { at: Date }) | undefined;
  /** In the order of time. */
  timeline: readonly TimelineEvent[];
  /** True if its credits can be refunded. */
  refundable: boolean;
}

/**
 * Builds the timeline of a request from the ledger, the log, the queue and the stored replies: its hold, job, reply, settlement and
 * refund, or its refusal. Undefined if none of them knows the request.
 */
export async function findCall(
  { store, infrastructure }: { readonly store: Store; readonly infrastructure: QueueInfrastructure },
  requestId: string,
): Promise<FoundCall | undefined> {
  const [usage, logged, refund, open, job, reply] = await Promise.all([
    store.usage.findOne({ _id: requestId }),
    store.requestLog.findOne({ _id: requestId }),
    store.refunds.findOne({ _id: requestId }),
    findOpenHold(store, requestId),
    findJob(infrastructure, requestId),
    loadReply(infrastructure.redis, requestId),
  ]);
  const hold = open?.hold;
  const taken = hold ?? usage;
  if (!taken && !logged && !job && !refund) return undefined;
  const entry = usage ?? logged;
  const timeline = [
    ...(taken ? [holdEvent(taken, job)] : []),
    ...(job ? await readJobEvents(job) : []),
    ...(reply ? [{ at: undefined, title: 'Response stored', details: [detail('status', reply.status)] }] : []),
    ...(usage ? [createSettlementEvent(usage)] : []),
    ...(hold && !usage
      ? [{ at: undefined, title: 'Charge pending', details: [detail('held', formatCredits(hold.cost))] }]
      : []),
    ...(refund ? [refundEvent(refund)] : []),
    ...(logged && !usage ? [createLoggedEvent(logged)] : []),
  ];
  return {
    requestId,
    account: entry?.account ?? open?.account ?? job?.data.account ?? refund?.account,
    endpoint: taken?.endpoint ?? entry?.endpoint ?? job?.name,
    key: taken?.key ?? entry?.key ?? undefined,
    queue: job?.queueName,
    outcome: entry ? { at: entry.at, ...toRequestOutcome(entry) } : undefined,
    timeline,
    refundable: usage?.state === 'spent' && !refund,
  };
}

/** Format of the ids of requests. BullMQ has keys with other names, such as `id` and `meta`, where the jobs are. */
const REQUEST_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Finds the job of a request in all queues. */
async function findJob(
  { queues }: QueueInfrastructure,
  requestId: string,
): Promise<QueuedJob<Job, JobResult> | undefined> {
  if (!REQUEST_ID.test(requestId)) return undefined;
  const found = await Promise.all(queues.map(({ queue }) => queue.getJob(requestId)));
  return found.find((job) => job !== undefined);
}

/** Finds the open hold of a request, by the index of the open holds' age: few wallets have any. */
async function findOpenHold({ wallets }: Store, requestId: string) {
  const wallet = await wallets.findOne({ 'open.at': { $gt: new Date(0) }, 'open.id': requestId });
  const hold = wallet?.open.find(({ id }) => id === requestId);
  return wallet && hold && { account: wallet._id, hold };
}

const detail = (name: string, value: string | number): Detail => [name, String(value)];
const formatCredits = (micro: number): string => `${toCredits(micro)} credits`;

function holdEvent(taken: Hold | Usage, job: QueuedJob<Job, JobResult> | undefined): TimelineEvent {
  // A usage entry has the time of the settlement only; that of the hold is known from an open hold, or about from the job.
  const at = 'state' in taken ? (job ? new Date(job.timestamp) : undefined) : taken.at;
  return {
    at,
    title: 'Credits held',
    details: [
      detail('cost', formatCredits(taken.cost)),
      detail('key', taken.key),
      ...taken.parts.map(({ lot, amount }) => detail(`from lot ${lot}`, formatCredits(amount))),
    ],
  };
}

async function readJobEvents(job: QueuedJob<Job, JobResult>): Promise<TimelineEvent[]> {
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

function describeSettlement(state: Usage['state'], status: number): string {
  if (state === 'void') return 'Credits refunded: the request failed on our side';
  return status >= 500 ? 'Credits charged: the request was stopped because of its input' : 'Credits charged';
}

const createSettlementEvent = ({ state, status, cost, at, call }: Usage): TimelineEvent => ({
  at,
  title: describeSettlement(state, status),
  details: [
    detail('responded with', call?.type === undefined ? status : `${status} ${call.type}`),
    ...(call ? [detail('took', `${call.ms} ms`)] : []),
    detail(state === 'spent' ? 'spent' : 'refunded', formatCredits(cost)),
  ],
});

const refundEvent = ({ at, cost, reason }: Refund): TimelineEvent => ({
  at,
  title: 'Refunded by an operator',
  details: [detail('refunded', formatCredits(cost)), detail('reason', reason)],
});

const LOGGED_TITLES: Record<LoggedRequest['state'], string> = {
  refused: 'Request refused: nothing was charged',
  test: 'Response sent to a test key',
  replayed: 'Earlier response sent again for the Idempotency-Key',
};

const createLoggedEvent = ({ at, state, status, call, requests, last }: LoggedRequest): TimelineEvent => ({
  at,
  title: LOGGED_TITLES[state],
  details: [
    detail('responded with', call.type === undefined ? status : `${status} ${call.type}`),
    detail('took', `${call.ms} ms`),
    ...(requests > 1 ? [detail('requests like it', `${requests - 1} more until ${last.toISOString()}`)] : []),
  ],
});
