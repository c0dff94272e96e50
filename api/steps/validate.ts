import { readInput } from '../../shared/contract/input.js';
import type { Step } from '../call.js';

/**
 * Turns what was sent into what the endpoint's contract asks for.
 *
 * @throws ApiError as the contract names it
 */
export const validate: Step = async (ctx, next) => {
  const { endpoint, body } = ctx.state;
  const fromHeaders = Object.entries(endpoint.fromHeaders).map(([field, header]) => [
    field,
    header === ':ip' ? ctx.ip : ctx.get(header),
  ]);
  const given = Object.entries(body).filter(([, value]) => value !== null && value !== '');
  ctx.state.input = readInput(endpoint, { ...Object.fromEntries(fromHeaders), ...Object.fromEntries(given) });
  return next();
};
