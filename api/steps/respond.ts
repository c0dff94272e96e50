import { isOurs } from '../../shared/contract/api-error.js';
import type { ReceivedReply } from '../../shared/queue/job.js';
import type { CallContext, Step } from '../call.js';

/** Sends the worker's reply on as it is. */
export const respond: Step = async (ctx) => {
  const { reply } = ctx.state;
  if (!reply) return;
  ctx.state.ours = isOurs(reply);
  send(ctx, reply);
};

/** Answers with a reply, byte for byte. */
export function send(ctx: CallContext, { status, headers, body, encoding }: ReceivedReply): void {
  ctx.status = status;
  ctx.type = 'application/json';
  ctx.set(headers);
  ctx.body = encoding === 'base64' ? Buffer.from(body.toString(), 'base64') : body;
}
