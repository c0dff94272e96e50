import type { RouterContext } from '@koa/router';
import type compose from 'koa-compose';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import { jobSubject, operations, queueSubject } from '../operations/index.js';
import { authorize, type Role, runAudited } from '../operators/index.js';
import type { ConsoleServices, OperatorState } from './pages.js';

/** Actions of the dashboard on a queue. In other paths a job id follows the name of the queue. */
const QUEUE_ACTIONS = new Set([
  ...['add', 'retry', 'promote', 'clean', 'pause', 'resume', 'concurrency', 'rate-limit'],
  ...['empty', 'obliterate', 'job-schedulers'],
]);

/** Actions without an operation that support may run. */
const SUPPORT_ACTIONS = new Set(['queues promote', 'jobs promote']);

/** Returns the minimum role for an action: that of the equivalent operation, admin if there is none. */
const findRole = (command: string): Role =>
  operations.find((one) => one.command === command)?.role ?? (SUPPORT_ACTIONS.has(command) ? 'support' : 'admin');

const ALL_QUEUES = '*';

/** Parses a path of the dashboard's API. */
function parseAction(path: string): { command: string; queue: string; job: string | undefined } {
  const [queue = '', second, third = ''] = path.split('/').map(decodeURIComponent);
  if (second === undefined) return { command: `queues ${queue}`, queue: ALL_QUEUES, job: undefined };
  if (QUEUE_ACTIONS.has(second)) return { command: `queues ${second}`, queue, job: undefined };
  return { command: `jobs ${third}`, queue, job: second };
}

/**
 * Authorizes requests to the queue dashboard: reading for all operators, retries for support, the rest for admins. Records changes
 * in the audit trail.
 *
 * @param apiPath path of the dashboard's API, with a slash at its end
 */
export function auditQueueActions(
  apiPath: string,
  services: ConsoleServices & { readonly infrastructure: QueueInfrastructure },
): compose.Middleware<RouterContext<OperatorState>> {
  return async (ctx, next) => {
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return next();
    if (!ctx.path.startsWith(apiPath)) throw errors.pathUnknown();
    const { command, queue: name, job } = parseAction(ctx.path.slice(apiPath.length));
    const actor = { ...ctx.state.actor, via: 'queues' as const };
    authorize({ command, role: findRole(command) }, actor);
    const subject = job === undefined ? queueSubject : jobSubject;
    let refused: ApiError | undefined;
    const action = runAudited(services, actor, {
      operation: command,
      input: { path: ctx.path.slice(apiPath.length), ...ctx.query },
      type: subject.type,
      idOf: () => job ?? name,
      read: (id) => subject.read(services.store, id, services.infrastructure),
      async run() {
        await next();
        if (ctx.status < 400) return;
        refused = new ApiError('not_done', ctx.status, `The dashboard responded with ${ctx.status}`);
        throw refused;
      },
    });
    // The dashboard has responded to what it refuses.
    await action.catch((error: unknown) => {
      if (error !== refused) throw error;
    });
  };
}
