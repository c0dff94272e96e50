import { JsonStream } from '../../shared/contract/download.js';
import { errors } from '../../shared/contract/errors.js';
import {
  instant,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  Type,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import { ANY_KEY } from '../../shared/contract/service-scopes.js';
import type { Config } from '../../shared/process/config.js';
import { baseUrl } from '../../shared/process/config.js';
import { errorReply } from '../../shared/queue/job.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import { ALL, includesService, type Key, modeOf } from '../keys/index.js';
import { accountRoute, type Caller } from '../web/index.js';
import type { AsyncResults, JobOwner } from './async-results.js';
import type { ReadableBody } from './reply-store.js';
import { toStream } from './send-reply.js';

interface Dependencies {
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly key: Key;
  readonly results: AsyncResults;
  readonly sender: JobClient;
}

type Context = Dependencies & Caller;

const MAX_PER_PAGE = 100;

const jobId = text({ maxLength: 100, description: 'Id of the job, from the 202 response' });
const state = oneOf(['queued', 'running', 'finished']);
const example = { request: { job_id: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11' } };

export const job = accountRoute(
  route({
    name: 'job',
    title: 'Get a job',
    method: 'GET',
    path: '/v1/jobs/{job_id}',
    scope: ANY_KEY,
    forTestKeys: true,
    summary:
      'Returns the state of an asynchronous request, and its response once it has finished. Responses are stored for an hour',
    request: object({ job_id: jobId }),
    response: object({
      job_id: text(),
      state,
      status: nullable(integer({ description: 'Status of the response' })),
      body: Type.Unknown({ description: 'Body of the response; base64 if it is a file' }),
    }),
    errors: [errors.jobUnknown],
    example,
  }),
  async ({ job_id }, context: Context) => {
    const owner = await findReadableJob(job_id, context);
    const reply = await findReply(job_id, owner, context);
    if (!reply) return { job_id, state: await readState(job_id, owner, context), status: null, body: null };
    const { status, body, encoding } = reply;
    const finished = { job_id, state: 'finished' as const, status };
    if (typeof body === 'object') return withStoredBody(finished, body, encoding === 'base64' ? '"' : '');
    return { ...finished, body: encoding === 'base64' ? body : JSON.parse(body) };
  },
);

/**
 * Adds a stored body to a JSON object, without parsing it.
 *
 * @param quote set around the body: it is JSON already, or base64, which has nothing to escape
 */
function withStoredBody(head: object, { bytes, read }: ReadableBody, quote: '' | '"'): JsonStream {
  const before = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"body":${quote}`);
  const after = Buffer.from(`${quote}}`);
  const pieces = async function* () {
    yield before;
    yield* read();
    yield after;
  };
  return new JsonStream(toStream(pieces()), before.length + bytes + after.length);
}

export const listJobs = accountRoute(
  route({
    name: 'jobs',
    title: 'List jobs',
    method: 'GET',
    path: '/v1/jobs',
    scope: ANY_KEY,
    summary:
      'Lists the asynchronous requests of the last hour, newest first. Keys with `account:read` see those of all keys',
    request: object({
      limit: withDefault(integer({ minimum: 1, maximum: MAX_PER_PAGE, description: 'Jobs per page' }), 20),
      after: optional(text({ maxLength: 100, description: 'Value of `next` from the previous page' })),
    }),
    response: object({
      jobs: list(
        object({
          job_id: text(),
          endpoint: text({ description: 'Id of the endpoint, e.g. `qr-code/generate`' }),
          submitted_at: instant({ description: 'Time of the request' }),
          state,
          status: nullable(integer({ description: 'Status of the response, once it has finished' })),
        }),
      ),
      next: nullable(text({ description: 'Cursor of the next page; null on the last' })),
    }),
    example: { request: { limit: 2 } },
  }),
  async ({ limit, after }, context: Context) => {
    const { results, key } = context;
    const by = { account: key.account, ...(!includesService(key.scopes, 'account:read') && { key: key.id }) };
    const listed = await results.list(by, limit, after);
    const jobs = await Promise.all(
      listed.map(async ({ id, at }) => {
        const owner = await results.findOwner(id);
        if (!owner) return [];
        const outcome = await results.findOutcome(id);
        const { endpoint } = owner;
        const state = outcome ? ('finished' as const) : await readState(id, owner, context);
        return { job_id: id, endpoint, submitted_at: at.toISOString(), state, status: outcome?.status ?? null };
      }),
    );
    return { jobs: jobs.flat(), next: listed.length === limit ? (listed.at(-1)?.id ?? null) : null };
  },
);

export const cancelJob = accountRoute(
  route({
    name: 'cancelJob',
    title: 'Cancel a job',
    method: 'DELETE',
    path: '/v1/jobs/{job_id}',
    scope: ANY_KEY,
    summary:
      'Cancels an asynchronous request that has not started, and refunds its credits. A key can cancel its own jobs; a key ' +
      'with `*` can also cancel those of other keys',
    request: object({ job_id: jobId }),
    response: object({ job_id: text(), state: oneOf(['cancelled']) }),
    errors: [errors.jobUnknown, errors.jobBegun],
    example,
  }),
  async ({ job_id }, context: Context) => {
    const { pool, key } = await findReadableJob(job_id, context);
    if (key !== context.key.id && !context.key.scopes.includes(ALL)) throw errors.apiKeyNotAllowed();
    const reply = errorReply(errors.jobCancelled(), job_id, baseUrl(context.config));
    if (!(await context.sender.cancel(pool, job_id, reply))) throw errors.jobBegun();
    // The front that waits for the job stores the reply too, unless it has died.
    await context.results.store(job_id, reply);
    return { job_id, state: 'cancelled' as const };
  },
  'nothing',
);

/**
 * Finds the owner of a job that the key may read: one that it created, or one of its account with `account:read`.
 *
 * @throws ApiError 404 for any other job
 */
async function findReadableJob(id: string, { results, key }: Context): Promise<JobOwner> {
  const owner = await results.findOwner(id);
  if (!owner || owner.account !== key.account) throw errors.jobUnknown();
  if (owner.key !== key.id && !includesService(key.scopes, 'account:read')) throw errors.jobUnknown();
  if ((owner.test ?? false) !== (modeOf(key) === 'test')) throw errors.jobUnknown();
  return owner;
}

/** Finds the reply to a request. Stores an error if none came in time. */
async function findReply(id: string, owner: JobOwner, { results, config }: Context) {
  const reply = await results.readReply(id, owner);
  if (reply || !(await results.isOverdue(id, owner))) return reply;
  return results.store(id, errorReply(errors.serviceBusy(), id, baseUrl(config)));
}

const readState = async (id: string, { pool }: JobOwner, { sender }: Context) =>
  (await sender.readState(pool, id)) === 'active' ? ('running' as const) : ('queued' as const);
