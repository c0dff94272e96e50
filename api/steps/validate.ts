import { readKnownInput } from '../../shared/contract/input.js';
import { unknownFields, unknownHeader, unknownProblems } from '../body/unknown-fields.js';
import type { Step } from '../call.js';
import { granted, preferencesOf } from '../preferences.js';

/**
 * Turns what was sent into what the endpoint's contract asks for. Fields that it does not have are named in a header,
 * and refused where the caller prefers strict handling.
 *
 * @throws ApiError as the contract names it
 */
export const validate: Step = async (ctx, next) => {
  const { endpoint, body } = ctx.state;
  const { api_key: _, ...sent } = body;
  const unknown = unknownFields(endpoint.request, sent);
  if (unknown.length > 0) ctx.set('X-Unknown-Fields', unknownHeader(unknown));
  const { isStrict } = preferencesOf(ctx);
  if (isStrict) granted(ctx, 'handling=strict');
  const fromHeaders = Object.entries(endpoint.fromHeaders).map(([field, header]) => [
    field,
    header === ':ip' ? ctx.ip : ctx.get(header),
  ]);
  const given = Object.entries(sent).filter(([, value]) => value !== null && value !== '');
  const input = { ...Object.fromEntries(fromHeaders), ...Object.fromEntries(given) };
  ctx.state.input = readKnownInput(endpoint, input, isStrict ? unknownProblems(unknown) : []);
  return next();
};
