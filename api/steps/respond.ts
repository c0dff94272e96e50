import { sendReply } from '../../features/requests/index.js';
import { isServerFault } from '../../shared/contract/api-error.js';
import type { Step } from '../call.js';

/** Responds with the worker's reply as it is. */
export const respond: Step = async function respond(ctx) {
  const { reply } = ctx.state;
  if (!reply) return;
  ctx.state.isServerFault = isServerFault(reply);
  ctx.state.errorType = reply.type;
  sendReply(ctx, reply);
};

/** Returns the header for the `etag` of a response, where it has one. */
export function createEtagHeader(output: unknown): Record<string, string> {
  const { etag }: { etag?: unknown } = Object(output);
  return typeof etag === 'string' ? { ETag: etag } : {};
}
