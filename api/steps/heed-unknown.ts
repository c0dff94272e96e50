import type { Problem } from '../../shared/contract/api-error.js';
import { unknownFields, unknownHeader, unknownProblems } from '../body/unknown-fields.js';
import type { CallContext } from '../call.js';
import { granted, preferencesOf } from '../preferences.js';

/**
 * Names the fields of a request that its contract does not have in a header.
 *
 * @returns what is wrong with them where the caller prefers strict handling, else nothing
 */
export function heedUnknown(
  ctx: Pick<CallContext, 'get' | 'set' | 'append'>,
  contract: object,
  sent: object,
): readonly Problem[] {
  const unknown = unknownFields(contract, sent);
  if (unknown.length > 0) ctx.set('X-Unknown-Fields', unknownHeader(unknown));
  if (!preferencesOf(ctx).isStrict) return [];
  granted(ctx, 'handling=strict');
  return unknownProblems(unknown);
}
