import type { RouterContext } from '@koa/router';
import type compose from 'koa-compose';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Machinery } from '../../shared/queue/infrastructure.js';
import { jobSubject, queueSubject } from '../monitoring/index.js';
import { operations } from '../operations/index.js';
import { authorize, type OperatorCollections, type Role, runAudited } from '../operators/index.js';
import type { OperatorState } from './pages.js';

/** What the dashboard does to a queue; else what stands behind its name is the id of a job. */
const OF_QUEUES = new Set([
  ...['add', 'retry', 'promote', 'clean', 'pause', 'resume', 'concurrency', 'rate-limit'],
  ...['empty', 'obliterate', 'job-schedulers'],
]);

/** What support may do there besides what is declared as an operation. */
const OF_SUPPORT = new Set(['queues promote', 'jobs promote']);

/** The role that a deed takes: that of the operation which does the same, and an admin's for what there is none of. */
const roleFor = (command: string): Role =>
  operations.find((one) => one.command === command)?.role ?? (OF_SUPPORT.has(command) ? 'support' : 'admin');

const ALL_QUEUES = '*';

/** What is asked of the dashboard by a path of its API. */
function deedAt(path: string): { command: string; queue: string; job: string | undefined } {
  const [queue = '', second, third = ''] = path.split('/').map(decodeURIComponent);
  if (second === undefined) return { command: `queues ${queue}`, queue: ALL_QUEUES, job: undefined };
  if (OF_QUEUES.has(second)) return { command: `queues ${second}`, queue, job: undefined };
  return { command: `jobs ${third}`, queue, job: second };
}

/**
 * Lets through to the queue dashboard what an operator may do there: everybody may look, support has jobs tried again, admins do the
 * rest. What changes something is entered in the audit trail.
 *
 * @param apiPath where the dashboard has its API, with a slash at its end
 */
export function enterQueueDeeds(
  apiPath: string,
  services: {
    readonly store: Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;
    readonly clock: Clock;
    readonly machinery: Machinery;
  },
): compose.Middleware<RouterContext<OperatorState>> {
  return async (ctx, next) => {
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return next();
    if (!ctx.path.startsWith(apiPath)) throw errors.pathUnknown();
    const { command, queue: name, job } = deedAt(ctx.path.slice(apiPath.length));
    const actor = { ...ctx.state.actor, via: 'queues' as const };
    authorize({ command, role: roleFor(command) }, actor);
    const subject = job === undefined ? queueSubject : jobSubject;
    const notDone = (status: number) => new ApiError('not_done', status, `The dashboard answered with ${status}`);
    let refused: ApiError | undefined;
    const deed = runAudited(services, actor, {
      operation: command,
      input: { path: ctx.path.slice(apiPath.length), ...ctx.query },
      type: subject.type,
      idOf: () => job ?? name,
      read: (id) => subject.read(services.store, id, services.machinery),
      async run() {
        await next();
        if (ctx.status < 400) return;
        refused = notDone(ctx.status);
        throw refused;
      },
    });
    // What the dashboard refuses it has answered itself.
    await deed.catch((error: unknown) => {
      if (error !== refused) throw error;
    });
  };
}
