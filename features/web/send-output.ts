import type { Context } from 'koa';
import { Download, JsonStream } from '../../shared/contract/download.js';
import type { Route } from '../../shared/contract/route.js';

/** Sends the output of a route: a file, a stream, or JSON with its ETag. */
export function sendOutput(ctx: Context, { file, status }: Pick<Route, 'file' | 'status'>, output: unknown): void {
  if (status !== undefined) ctx.status = status;
  if (output instanceof Download) {
    if (output.shown) ctx.set({ ...output.shown });
    else ctx.attachment(output.filename);
    ctx.type = output.type ?? file ?? 'bin';
    ctx.body = output.content;
  } else if (output instanceof JsonStream) {
    ctx.type = 'application/json';
    ctx.body = output.content;
    ctx.length = output.bytes;
  } else {
    const { etag }: { etag?: unknown } = Object(output);
    if (typeof etag === 'string') ctx.set('ETag', etag);
    ctx.body = output;
  }
}
