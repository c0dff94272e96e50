import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Reply } from '../../shared/queue/job.js';
import type { ReadableReply } from './reply-store.js';

/** Writes a reply to the response, byte for byte. */
export function sendReply(
  ctx: Pick<Context, 'status' | 'type' | 'length' | 'body' | 'set'>,
  { status, headers, body, encoding }: Reply | ReadableReply,
): void {
  ctx.status = status;
  ctx.type = 'application/json';
  ctx.set(headers);
  if (typeof body === 'string') {
    const bytes = Buffer.from(body, encoding);
    ctx.body = bytes;
    ctx.length = bytes.length;
  } else if (encoding === 'base64') {
    ctx.body = toStream(decodeBase64(body.read()));
  } else {
    ctx.body = toStream(body.read());
    ctx.length = body.bytes;
  }
}

/** Converts pieces to a stream that reads the next one only when the client has read the one before. */
export const toStream = (pieces: AsyncIterable<Buffer>): Readable =>
  Readable.from(pieces, { objectMode: false, highWaterMark: 0 });

async function* decodeBase64(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece.toString('latin1');
    const whole = text.length - (text.length % 4);
    yield Buffer.from(text.slice(0, whole), 'base64');
    rest = text.slice(whole);
  }
  if (rest !== '') yield Buffer.from(rest, 'base64');
}
