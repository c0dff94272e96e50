import { asApiError, errors, isOurs } from '../shared/contract/errors.js';
import { type PoolName, pools } from '../shared/contract/pools.js';
import { baseUrl } from '../shared/process/config.js';
import type { Logger } from '../shared/process/log.js';
import { count, time } from '../shared/process/metrics/measure.js';
import { errorReply, type JobData, jsonReply, type Reply } from '../shared/queue/job.js';
import { type Call, FileAnswer, type Resources } from './handle.js';
import type { PoolHandlers } from './load-handlers.js';
import type { JobRunner } from './serve-pool.js';

/** Runs what a pool is sent with the handlers of that pool, and counts and times the calls. */
export const jobRunner = (pool: PoolName, handlers: PoolHandlers, resources: Resources): JobRunner => ({
  async answer(work) {
    // A call was sent one deadline of its pool before its deadline.
    const sentAt = work.deadline - pools[pool].deadlineMs;
    time('queueWaitSeconds', { pool }, Math.max(0, Date.now() - sentAt));
    const began = performance.now();
    const reply = await runHandler(handlers, resources, work);
    time('runSeconds', { endpoint: work.endpoint }, performance.now() - began);
    count('jobs', { endpoint: work.endpoint, status: reply.status });
    return reply;
  },
  doChore: (id) => runChore(handlers, resources, id),
});

/** Runs the handler of a call and turns whatever comes of it into a reply. */
export async function runHandler({ endpoints }: PoolHandlers, resources: Resources, work: JobData): Promise<Reply> {
  const headers: Record<string, string> = {};
  const call = callOf(work, resources, headers);
  try {
    const handler = endpoints.get(work.endpoint);
    if (!handler) throw errors.internalError({}, `this pool has no handler of ${work.endpoint}`);
    const running = handler.run(work.input, call);
    const answer = running instanceof Promise ? await within(work.deadline - Date.now(), running) : running;
    return answer instanceof FileAnswer ? fileReply(answer, headers) : jsonReply(200, answer as object, headers);
  } catch (caught) {
    const error = asApiError(caught);
    if (isOurs(error)) call.log.error({ err: error }, error.message);
    return errorReply(error, work.requestId, baseUrl(resources.config), headers);
  }
}

/**
 * Does a chore.
 *
 * @throws Error when it cannot be done in its time
 */
async function runChore({ chores }: PoolHandlers, resources: Resources, id: string): Promise<object> {
  const handler = chores.get(id);
  if (!handler) throw new Error(`this pool does no ${id}`);
  const { withinMs } = handler.chore;
  const log = resources.log.child({ chore: id });
  return within(withinMs, handler.run({ ...resources, log, signal: AbortSignal.timeout(withinMs) }));
}

/** What costs time to make is made when a handler asks for it. */
function callOf(work: JobData, { log, ...shared }: Resources, headers: Record<string, string>): Call {
  let signal: AbortSignal | undefined;
  let ownLog: Logger | undefined;
  return {
    ...shared,
    requestId: work.requestId,
    account: work.account,
    deadline: new Date(work.deadline),
    get signal() {
      signal ??= AbortSignal.timeout(Math.max(0, work.deadline - Date.now()));
      return signal;
    },
    get log() {
      ownLog ??= log.child({ requestId: work.requestId, endpoint: work.endpoint });
      return ownLog;
    },
    header(name, value) {
      headers[name] = value;
    },
  };
}

/** @throws ApiError 504 when so many milliseconds are over first */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(errors.deadlineExceeded()), Math.max(0, ms));
  });
  try {
    return await Promise.race([answer, late]);
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
