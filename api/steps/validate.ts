import { readInput, refusing } from '../../shared/contract/input.js';
import { handleUnknownFields } from '../body/unknown-fields.js';
import type { Step } from '../call.js';

/**
 * Validates the fields of a request against the endpoint's contract. Unknown fields are named in a header,
 * and refused where the caller prefers strict handling.
 *
 * @throws ApiError with the input status of the endpoint's group
 */
export const validate: Step = async function validate(ctx, next) {
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
  return next();
};
