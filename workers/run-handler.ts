import type { Redis } from 'ioredis';
import type { Db } from 'mongodb';
import { asApiError, errors, isOurs } from '../shared/contract/errors.js';
import type { Clock } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import { baseUrl } from '../shared/process/config.js';
import type { Logger } from '../shared/process/log.js';
import { errorReply, jsonReply, type Reply, type Work } from '../shared/queue/job.js';
import { type Call, FileAnswer, type Handler } from './handle.js';

/** What all calls of a worker process share. */
export interface Resources {
  config: Config;
  clock: Clock;
  log: Logger;
  redis: Redis;
  store(): Promise<Db>;
}

/** Runs the handler of a task and turns whatever comes of it into a reply. */
export async function compute(handlers: Map<string, Handler>, resources: Resources, work: Work): Promise<Reply> {
  const headers: Record<string, string> = {};
  const call = callOf(work, resources, headers);
  try {
    const handler = handlers.get(work.endpoint);
    if (!handler) throw errors.internalError({}, `this pool has no handler of ${work.endpoint}`);
    const running = handler.run(work.input as never, call);
    const answer = running instanceof Promise ? await beforeDeadline(call, running) : running;
    return answer instanceof FileAnswer ? fileReply(answer, headers) : jsonReply(200, answer as object, headers);
  } catch (caught) {
    const error = asApiError(caught);
    if (isOurs(error)) call.log.error({ err: error }, error.message);
    return errorReply(error, work.requestId, baseUrl(resources.config), headers);
  }
}

/** What costs time to make is made when a handler asks for it. */
function callOf(work: Work, { log, ...shared }: Resources, headers: Record<string, string>): Call {
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

/** @throws ApiError 504 when the deadline comes first */
async function beforeDeadline<T>({ deadline }: Call, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(errors.deadlineExceeded()), Math.max(0, deadline.getTime() - Date.now()));
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
