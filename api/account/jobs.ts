import { errors } from '../../shared/contract/errors.js';
import { integer, nullable, object, oneOf, Type, text } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import { baseUrl } from '../../shared/process/config.js';
import { errorReply } from '../../shared/queue/job.js';
import { answer } from './answer.js';

export const job = answer(
  route({
    name: 'job',
    title: 'Job',
    method: 'GET',
    path: '/v1/jobs/{job_id}',
    summary: 'How a call made with `Prefer: respond-async` stands, and its answer once there is one (kept for an hour)',
    request: object({ job_id: text({ maxLength: 100 }) }),
    response: object({
      job_id: text(),
      state: oneOf(['queued', 'running', 'finished']),
      status: nullable(integer({ description: 'The status that the call would have had' })),
      body: Type.Unknown({ description: 'The body that the call would have had; base64 text when it is a file' }),
    }),
    errors: [errors.jobUnknown],
    example: { request: { job_id: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11' } },
  }),
  async ({ job_id }, { results, sender, key, config }) => {
    const owner = await results.ownerOf(job_id);
    if (!owner || owner.account !== key.account) throw errors.jobUnknown();
    const lost = async () =>
      (await results.isOverdue(job_id, owner))
        ? results.keep(job_id, errorReply(errors.serviceBusy(), job_id, baseUrl(config)))
        : undefined;
    const reply = (await results.replyTo(job_id, owner)) ?? (await lost());
    if (reply) {
      const body: unknown = reply.encoding === 'base64' ? reply.body : JSON.parse(reply.body);
      return { job_id, state: 'finished' as const, status: reply.status, body };
    }
    const state = (await sender.stateOf(owner.pool, job_id)) === 'active' ? ('running' as const) : ('queued' as const);
    return { job_id, state, status: null, body: null };
  },
);
