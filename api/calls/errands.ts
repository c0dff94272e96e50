import Type from 'typebox';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { conforms } from '../../shared/contract/input.js';
import type { Errand, Fetched, Ordered } from '../../shared/queue/errands.js';
import type { Reply } from '../../shared/queue/job.js';
import type { Services } from '../call.js';

/** What of an error's body says which it was. */
const refusal = Type.Object({
  error: Type.String(),
  type: Type.String(),
  param: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Array(Type.Object({ param: Type.String(), type: Type.String(), message: Type.String() }))),
});

/** For whom an errand is run, and the request that it is a part of. */
interface Asker {
  readonly account: string;
  readonly requestId: string;
}

/**
 * Has a worker do what a route needs and a front cannot.
 *
 * @throws ApiError what the worker refuses it with, or 503 or 504, see JobClient
 */
export async function runErrand<E extends Errand>(
  { sender }: Pick<Services, 'sender'>,
  errand: E,
  input: Ordered<E>,
  asker: Asker,
): Promise<Fetched<E>> {
  const reply = await sender.send(errand.pool, { endpoint: errand.id, input, ...asker });
  // Nothing is charged for it: there is no settlement that would need it again.
  sender.settled(asker.requestId);
  const answered: unknown = JSON.parse(reply.body);
  if (reply.status !== 200) throw errorIn(reply, answered);
  if (!conforms<E['answer']>(errand.answer, answered))
    throw errors.internalError({}, `${errand.id} answered otherwise`);
  return answered;
}

function errorIn({ status, fault }: Reply, body: unknown): ApiError {
  if (!conforms(refusal, body)) return errors.internalError({}, body);
  const { type, error, param, errors: problems = [] } = body;
  return new ApiError(type, status, error, { param, problems, ...(fault && { fault }) });
}
