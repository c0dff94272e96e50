import { ApiError } from '../../shared/contract/api-error.js';
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
  const fromHeaders = Object.entries(endpoint.fromHeaders).map(([field, header]) => [
    field,
    header === ':ip' ? ctx.ip : ctx.get(header),
  ]);
  const given = Object.entries(sent).filter(([, value]) => value !== null && value !== '');
  const input = { ...Object.fromEntries(fromHeaders), ...Object.fromEntries(given) };
  ctx.state.input = refusing(refused, endpoint.group.inputStatus, () => readInput(endpoint, input));
}
