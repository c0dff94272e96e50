import { type BodyOrder, readBody as read } from '../body/read-body.js';
import type { CallContext, Step } from '../call.js';

/**
 * Reads what the caller sent, unless a key was looked for in it already.
 *
 * @throws ApiError 400 for what cannot be read, 413 for too much, 415 for an unknown content type, or an encoded body
 */
export const readBody: Step = async (ctx, next) => {
  ctx.state.body ??= await readFieldsSent(ctx, { limit: ctx.state.endpoint.group.bodyLimit });
  return next();
};

/** The fields of a call: those of the body, and of the query where the group allows them (the body wins). */
export async function readFieldsSent(ctx: CallContext, order: BodyOrder): Promise<Record<string, unknown>> {
  const began = performance.now();
  const body = await read(ctx, order);
  ctx.state.readMs = performance.now() - began;
  return ctx.state.endpoint.group.readsQuery ? { ...queryWithoutKey(ctx.query), ...body } : body;
}

/** A key in the query would land in logs, so it is never read. */
function queryWithoutKey(query: Record<string, unknown>): Record<string, unknown> {
  const { api_key: _, ...fields } = query;
  return fields;
}
