import { Readable } from 'node:stream';
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
  const pieces = typeof body === 'string' ? [Buffer.from(body)] : body;
  const bytes = encoding === 'base64' ? pieces.map((piece) => Buffer.from(piece.toString('latin1'), 'base64')) : pieces;
  ctx.body = bytes.length === 1 ? bytes[0] : Readable.from(bytes);
  ctx.length = bytes.reduce((sum, { length }) => sum + length, 0);
}
