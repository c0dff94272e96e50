import { ApiError } from '../../shared/contract/api-error.js';
import type { HeaderGroup } from '../../shared/contract/endpoint.js';
import { readInput, refusing } from '../../shared/contract/input.js';
import type { CallContext, Step } from '../call.js';
import { handleUnknownFields } from './unknown-fields.js';

/** Validates the fields of a request. An invalid request is charged too, so the next step throws the error. */
export const validate: Step = async function validate(ctx, next) {
  try {
    validateInput(ctx);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    ctx.state.invalid = error;
  }
  return next();
};

/**
 * Validates the fields of a request against the endpoint's contract. Unknown fields are named in a header, and refused if the client
 * prefers strict handling.
 *
 * @throws ApiError with the input status of the endpoint's group
 */
export function validateInput(ctx: CallContext): void {
  const { endpoint, body } = ctx.state;
  const { api_key: _, ...sent } = body;
  const refused = handleUnknownFields(ctx, endpoint.request, sent);
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null && value !== ''));
  const fromHeaders = Object.entries(endpoint.fromHeaders).map(([field, source]) => [
    field,
    readHeaders(ctx, source, given),
  ]);
  const input = { ...Object.fromEntries(fromHeaders), ...given };
  ctx.state.input = refusing(refused, endpoint.group.inputStatus, () => readInput(endpoint, input));
}

function readHeaders(ctx: CallContext, source: string | HeaderGroup, given: object): unknown {
  if (typeof source === 'string') return source === ':ip' ? ctx.ip : ctx.get(source);
  if (source.unless.some((field) => Object.hasOwn(given, field))) return undefined;
  const present = source.names.map((name) => [name, ctx.get(name)]).filter(([, value]) => value !== '');
  return present.length === 0 ? undefined : Object.fromEntries(present);
}
