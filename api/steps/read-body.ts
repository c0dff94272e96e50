import { maskRequest } from '../../features/requests/index.js';
import { type BodyOptions, readBody as read } from '../../features/web/index.js';
import type { CallContext, Step } from '../call.js';

/**
 * Reads the body, unless it was read already to look for a key. That of an account that stores bodies is masked here, as later steps release
 * it.
 *
 * @throws ApiError 400 for a body that cannot be parsed, 413 for one that is too large, 415 for an unknown content type, or an encoded body
 */
export const readBody: Step = async function readBody(ctx, next) {
  ctx.state.body ??= await readFieldsSent(ctx, { limit: ctx.state.endpoint.group.bodyLimit });
  if (ctx.state.key.storesBodies) ctx.state.maskedBody = maskRequest(ctx, ctx.state.body);
  return next();
};

/** Reads the fields of a request: those of the body, and of the query where the group allows them (the body wins). */
export async function readFieldsSent(ctx: CallContext, order: BodyOptions): Promise<Record<string, unknown>> {
  const body = await read(ctx, order);
  return ctx.state.endpoint.group.readsQuery ? { ...queryWithoutKey(ctx.query), ...body } : body;
}

/** A key in the query would land in logs, so it is never read. */
function queryWithoutKey(query: Record<string, unknown>): Record<string, unknown> {
  const { api_key: _, ...fields } = query;
  return fields;
}
