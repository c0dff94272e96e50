import { readInput, refusing } from '../../shared/contract/input.js';
import type { Step } from '../call.js';
import { heedUnknown } from './heed-unknown.js';

/**
 * Turns what was sent into what the endpoint's contract asks for. Fields that it does not have are named in a header,
 * and refused where the caller prefers strict handling.
 *
 * @throws ApiError as the contract names it
 */
export const validate: Step = async (ctx, next) => {
  const { endpoint, body } = ctx.state;
  const { api_key: _, ...sent } = body;
  const refused = heedUnknown(ctx, endpoint.request, sent);
  const fromHeaders = Object.entries(endpoint.fromHeaders).map(([field, header]) => [
    field,
    header === ':ip' ? ctx.ip : ctx.get(header),
  ]);
  const given = Object.entries(sent).filter(([, value]) => value !== null && value !== '');
  const input = { ...Object.fromEntries(fromHeaders), ...Object.fromEntries(given) };
  ctx.state.input = refusing(refused, endpoint.group.inputStatus, () => readInput(endpoint, input));
  return next();
};
