/** Declaration of a metric: its name and description for Prometheus, and the labels of its series. */
export interface Declared {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper edges of a histogram, in seconds. */
  readonly buckets?: readonly number[];
  /** Value that counts of the gauges of several processes; the highest by default. */
  readonly aggregator?: 'min' | 'max';
}

const CALL_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
const STEP_SECONDS = [0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 25];

/**
 * Every metric of the platform, declared once. Those of the last section are about the platform as a whole: every front reports the same
 * figure, so use their `max` and not their sum.
 */
export const declared = {
  // Fronts
  calls: {
    kind: 'counter',
    name: 'utility_api_calls_total',
    help: 'Calls, by the status that they were answered with; not_configured is a 502 for lack of an upstream',
    labels: ['endpoint', 'status'],
  },
  callSeconds: {
    kind: 'histogram',
    name: 'utility_api_call_seconds',
    help: 'Time from the first byte of a call to its answer',
    labels: ['endpoint'],
    buckets: CALL_SECONDS,
  },
  stepSeconds: {
    kind: 'histogram',
    name: 'utility_api_step_seconds',
    help: "Time in each step of a call, without the steps after it; `enqueue` is the wait for the worker's reply",
    labels: ['step'],
    buckets: STEP_SECONDS,
  },
  awaitedReplies: {
    kind: 'gauge',
    name: 'utility_api_replies_awaited',
    help: 'Calls of this front that are waiting for a reply',
    labels: [],
  },
  missingReplies: {
    kind: 'counter',
    name: 'utility_api_replies_missing_total',
    help: 'Requests that failed because their job had finished, or was gone, and no reply had come',
    labels: ['pool'],
  },
  callsInFlight: {
    kind: 'gauge',
    name: 'utility_api_calls_in_flight',
    help: 'Requests of this front in flight, asynchronous ones until their job is done',
    labels: ['pool'],
  },
  concurrencyLimit: {
    kind: 'gauge',
    name: 'utility_api_concurrency_limit',
    help: 'Requests in flight that can be served within half of the deadline of the pool, at the measured throughput',
    labels: ['pool'],
  },
  blockedRequests: {
    kind: 'counter',
    name: 'utility_api_blocked_requests_total',
    help: 'Requests refused with 403 because an operator has blocked their address',
    labels: [],
  },
  callsShed: {
    kind: 'counter',
    name: 'utility_api_calls_shed_total',
    help: 'Requests refused with 503 by the concurrency limiter',
    labels: ['pool'],
  },
  droppedBodies: {
    kind: 'counter',
    name: 'utility_api_bodies_dropped_total',
    help: 'Requests whose bodies were to be stored and were dropped, under load or without the store',
    labels: [],
  },

  // Workers
  queueWaitSeconds: {
    kind: 'histogram',
    name: 'utility_api_queue_wait_seconds',
    help: 'Time from the sending of a job to its start',
    labels: ['pool'],
    buckets: CALL_SECONDS,
  },
  runSeconds: {
    kind: 'histogram',
    name: 'utility_api_run_seconds',
    help: 'Time that a handler took',
    labels: ['endpoint'],
    buckets: CALL_SECONDS,
  },
  jobs: {
    kind: 'counter',
    name: 'utility_api_jobs_total',
    help: 'Jobs computed, by the status of the reply',
    labels: ['endpoint', 'status'],
  },
  isolatedJobs: {
    kind: 'counter',
    name: 'utility_api_isolated_jobs_total',
    help: 'Jobs run in an isolated process, because their worker died or their key was flagged',
    labels: ['pool'],
  },
  crashedJobs: {
    kind: 'counter',
    name: 'utility_api_crashed_jobs_total',
    help: 'Jobs that crashed their isolated process',
    labels: ['endpoint'],
  },

  // Credits
  holds: {
    kind: 'counter',
    name: 'utility_api_holds_total',
    help: 'Attempts to hold the price of a call: taken, or refused for lack of credits or of the store',
    labels: ['outcome'],
  },
  settlements: {
    kind: 'counter',
    name: 'utility_api_settlements_total',
    help: 'Holds decided by this process: spent, or void (released)',
    labels: ['state'],
  },
  settledCredits: {
    kind: 'counter',
    name: 'utility_api_settled_credits_total',
    help: 'Credits of the holds decided by this process',
    labels: ['state'],
  },
  reconciled: {
    kind: 'counter',
    name: 'utility_api_reconciled_total',
    help: 'Holds and payments that crashes had left unfinished and the reconciler completed',
    labels: ['what'],
  },

  unknownPayments: {
    kind: 'counter',
    name: 'utility_api_unknown_payments_total',
    help: 'Payments received at the provider whose order the store does not know, each counted once',
    labels: [],
  },

  // Upstreams
  upstreamAnswers: {
    kind: 'counter',
    name: 'utility_api_upstream_answers_total',
    help: 'Requests to upstreams that may be cached: answered from the cache (hit), or sent (miss)',
    labels: ['upstream', 'memory'],
  },
  upstreamCalls: {
    kind: 'counter',
    name: 'utility_api_upstream_calls_total',
    help: 'Requests sent to upstreams, by result: ok, timeout, network, status, unreadable; `circuit open` was not sent',
    labels: ['upstream', 'result'],
  },
  upstreamSeconds: {
    kind: 'histogram',
    name: 'utility_api_upstream_seconds',
    help: 'Time that one request to an upstream took',
    labels: ['upstream'],
    buckets: CALL_SECONDS,
  },
  breakers: {
    kind: 'gauge',
    name: 'utility_api_upstream_breaker',
    help: 'Circuit breaker of an upstream in this process: 0 closed, 1 half open, 2 open',
    labels: ['upstream'],
  },

  // The language model, in workers of the content pool
  modelTokens: {
    kind: 'counter',
    name: 'utility_api_llm_tokens_total',
    help: 'Tokens that language models read and wrote, by the task that they were given',
    labels: ['task', 'model', 'kind'],
  },
  modelAnswers: {
    kind: 'counter',
    name: 'utility_api_llm_answers_total',
    help: 'Outcome of the requests to the language model: used, retried (asked once more), passed_on (to the next model), given_up',
    labels: ['task', 'outcome'],
  },
  modelTexts: {
    kind: 'counter',
    name: 'utility_api_llm_texts_total',
    help: 'Readings that a language model writes once for everybody: kept ones (hit), and those that had to be written or waited for (miss)',
    labels: ['task', 'memory'],
  },
  modelCost: {
    kind: 'counter',
    name: 'utility_api_llm_cost_total',
    help: 'What language models have cost, in the currency of LLM_PRICES',
    labels: ['task', 'model'],
  },
  modelBudgetUsed: {
    kind: 'gauge',
    name: 'utility_api_llm_budget_used_ratio',
    help: 'Share of the budget of the language model that all processes had used when this one last asked',
    labels: ['period', 'unit'],
  },
  modelBudgetRefusals: {
    kind: 'counter',
    name: 'utility_api_llm_budget_refusals_total',
    help: 'Texts left to the composer because the budget of the language model was used up',
    labels: ['period', 'unit'],
  },
  modelSeconds: {
    kind: 'histogram',
    name: 'utility_api_llm_answer_seconds',
    help: 'Time that the language model took to answer',
    labels: ['task'],
    buckets: [0.25, 0.5, 1, 2, 4, 8, 16],
  },

  // Scheduler
  runs: {
    kind: 'counter',
    name: 'utility_api_scheduler_runs_total',
    help: 'Runs of scheduled tasks by outcome: done or failed',
    labels: ['task', 'outcome'],
  },
  runDuration: {
    kind: 'histogram',
    name: 'utility_api_scheduler_run_seconds',
    help: 'Time that a run of a scheduled task took',
    labels: ['task'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
  },
  lastDone: {
    kind: 'gauge',
    name: 'utility_api_scheduler_last_done_timestamp_seconds',
    help: 'When a scheduled task was last done by this process, or the process started before that, in seconds since the epoch',
    labels: ['task'],
  },

  // Batches
  batchesEnded: {
    kind: 'counter',
    name: 'utility_api_batches_total',
    help: 'Batches that have ended: finished, canceled',
    labels: ['state'],
  },
  batchItems: {
    kind: 'counter',
    name: 'utility_api_batch_items_total',
    help: 'Items of batches whose result was stored, and repetitions of items after a temporary failure: succeeded, failed, repeated',
    labels: ['outcome'],
  },

  // Deliveries to webhooks
  deliveries: {
    kind: 'counter',
    name: 'utility_api_deliveries_total',
    help: 'Attempts at deliveries to webhooks, and deliveries given up without one: delivered, to be repeated, failed, cancelled, dropped',
    labels: ['outcome'],
  },
  deliverySeconds: {
    kind: 'histogram',
    name: 'utility_api_delivery_seconds',
    help: 'Time that an attempt at a delivery took',
    labels: [],
    buckets: CALL_SECONDS,
  },
  webhooksSwitchedOff: {
    kind: 'counter',
    name: 'utility_api_webhooks_switched_off_total',
    help: 'Webhooks that were switched off because they failed for days, or wanted no more',
    labels: [],
  },

  // Every process
  ready: {
    kind: 'gauge',
    name: 'utility_api_ready',
    help: '1 for each thing that this process needs and that is available, 0 for one that is not: redis, store, and on fronts the indexes and a worker of each pool, as in /readyz',
    labels: ['what'],
    aggregator: 'min',
  },
  buildInfo: {
    kind: 'gauge',
    name: 'utility_api_build_info',
    help: 'Always 1; the label is the version of the process',
    labels: ['version'],
  },
  clockAhead: {
    kind: 'gauge',
    name: 'utility_api_clock_ahead_seconds',
    help: "Time by which this machine's clock is ahead of that of the server, redis or store",
    labels: ['server'],
  },

  // The folder of the storage disks (DATA_DIR), as each front sees it
  storageFree: {
    kind: 'gauge',
    name: 'utility_api_storage_free_bytes',
    help: 'Free space of the disk with DATA_DIR',
    labels: [],
  },
  storageSize: {
    kind: 'gauge',
    name: 'utility_api_storage_size_bytes',
    help: 'Size of the disk with DATA_DIR',
    labels: [],
  },

  // The platform as a whole, as every front sees it
  liveWorkers: {
    kind: 'gauge',
    name: 'utility_api_live_workers',
    help: 'Workers that are alive',
    labels: ['pool'],
  },
  waitingJobs: {
    kind: 'gauge',
    name: 'utility_api_jobs_waiting',
    help: 'Jobs that no worker has started',
    labels: ['pool'],
  },
  oldestWaitSeconds: {
    kind: 'gauge',
    name: 'utility_api_oldest_job_wait_seconds',
    help: 'How long the oldest job that no worker has started has been waiting',
    labels: ['pool'],
  },
  expectedWaitSeconds: {
    kind: 'gauge',
    name: 'utility_api_expected_wait_seconds',
    help: 'How long a call that comes now would wait for a worker: jobs waiting by jobs ended per second, at most the deadline',
    labels: ['pool'],
  },
  busyShare: {
    kind: 'gauge',
    name: 'utility_api_workers_busy_ratio',
    help: 'Share of the job slots of all live workers that are in use',
    labels: ['pool'],
  },
  lastRun: {
    kind: 'gauge',
    name: 'utility_api_scheduler_last_run_timestamp_seconds',
    help: 'When any scheduler last ended a run of any task, in seconds since the epoch',
    labels: [],
  },
  redisMemoryUsed: {
    kind: 'gauge',
    name: 'utility_api_redis_memory_used_bytes',
    help: 'Memory that Redis uses; in a Cluster, its fullest master',
    labels: [],
  },
  redisMemoryMax: {
    kind: 'gauge',
    name: 'utility_api_redis_memory_max_bytes',
    help: 'Memory that Redis may use (maxmemory); 0 if it is not limited',
    labels: [],
  },
  replicas: {
    kind: 'gauge',
    name: 'utility_api_replicas',
    help: 'Replicas of redis or of the store that are connected',
    labels: ['server'],
  },
  replicationLag: {
    kind: 'gauge',
    name: 'utility_api_replication_lag_seconds',
    help: 'Time by which the slowest replica of redis or of the store is behind',
    labels: ['server'],
  },
  openHolds: {
    kind: 'gauge',
    name: 'utility_api_holds_open',
    help: 'Calls and refunds whose credits are not decided yet',
    labels: [],
  },
  abandonedHolds: {
    kind: 'gauge',
    name: 'utility_api_holds_abandoned',
    help: 'Holds that are older than any call may be, and that a scheduler should have decided',
    labels: [],
  },
  auditFindings: {
    kind: 'gauge',
    name: 'utility_api_audit_findings',
    help: 'What did not add up in the last nightly audit of the ledger and is not acknowledged',
    labels: [],
  },
  reportedPages: {
    kind: 'gauge',
    name: 'utility_api_pages_reported',
    help: 'Hosted pages that visitors have reported and no operator has looked at since',
    labels: [],
  },
  refunds: {
    kind: 'gauge',
    name: 'utility_api_refunds',
    help: 'Charged calls that operators have refunded, in the console, by the API or on the command line',
    labels: [],
  },
  deliveriesDue: {
    kind: 'gauge',
    name: 'utility_api_deliveries_due',
    help: 'Deliveries to webhooks whose next attempt is due, and messages that have no deliveries yet',
    labels: [],
  },
  oldestDeliverySeconds: {
    kind: 'gauge',
    name: 'utility_api_oldest_delivery_due_seconds',
    help: 'How long the delivery that has been due longest has been',
    labels: [],
  },
  failingWebhooks: {
    kind: 'gauge',
    name: 'utility_api_webhooks_failing',
    help: 'Webhooks that have failed since their last success, those switched off among them',
    labels: [],
  },
  availability: {
    kind: 'gauge',
    name: 'utility_api_availability_ratio',
    help: 'Share of the calls of the last 30 days that had no server fault (5xx)',
    labels: [],
  },
  availabilityTarget: {
    kind: 'gauge',
    name: 'utility_api_availability_target_ratio',
    help: 'The share that is promised',
    labels: [],
  },
} as const satisfies Record<string, Declared>;

type MetricName = keyof typeof declared;
export type NameOfKind<Kind extends Declared['kind']> = {
  [Name in MetricName]: (typeof declared)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
export type LabelsOf<Name extends MetricName> = Record<(typeof declared)[Name]['labels'][number], string | number>;
