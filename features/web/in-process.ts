import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import type { Context } from 'koa';
import inject from 'light-my-request';
import { traceHeaders } from '../../shared/process/tracing.js';

/** A GET that is sent on behalf of another request, the outer one. */
interface InProcessRead {
  readonly path: string;
}

/** A POST of JSON that is sent on behalf of another request. */
export interface InProcessRequest extends InProcessRead {
  readonly body: object;
  /** Headers in addition to those of the outer request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Aborted when the response is no longer needed. A call that no worker has started is cancelled then. */
  readonly signal?: AbortSignal;
}

export interface InProcessResponse {
  readonly status: number;
  /** Returns a header by its name in lower case; empty if there is none. */
  header(name: string): string;
  readonly body: string;
}

/** Sends a request on behalf of the client of the outer request. */
export type InProcessSender = (
  outer: Pick<Context, 'headers' | 'req'>,
  call: InProcessRequest | InProcessRead,
) => Promise<InProcessResponse>;

/** Property of an in-process request with its signal. */
const CANCELLATION = Symbol('cancellation');

/** Returns the signal that cancels an in-process request; undefined if it has none, and for other requests. */
export function readCancellation(req: IncomingMessage): AbortSignal | undefined {
  const { [CANCELLATION]: signal }: { [CANCELLATION]?: AbortSignal } = req as object;
  return signal;
}

/** Headers about the outer request's body, its response, or its trace, which are not forwarded. */
const NOT_FORWARDED =
  /^(content-|accept|if-|range$|transfer-|connection$|expect$|prefer$|idempotency-key$|mcp-|last-event-id$|trace)/;

/**
 * Creates a sender of requests that the front handles like requests over HTTP, but without a connection to itself. Each runs through every
 * step, and has its own id, log entry and trace span.
 */
export function createInProcessSender(app: Koa): InProcessSender {
  let handleRequest: ReturnType<Koa['callback']> | undefined;
  return async ({ headers, req }, call) => {
    // All steps are installed once the first request arrives.
    handleRequest ??= app.callback();
    const handle = handleRequest;
    const post = 'body' in call ? call : undefined;
    const dispatch: typeof handle = (inner, response) =>
      handle(Object.assign(inner, { [CANCELLATION]: post?.signal }), response);
    const forwarded = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.test(name));
    const {
      statusCode,
      headers: received,
      payload,
    } = await inject(dispatch, {
      method: post ? 'POST' : 'GET',
      url: call.path,
      headers: {
        ...Object.fromEntries(forwarded),
        ...traceHeaders(),
        ...(post && { ...post.headers, 'content-type': 'application/json' }),
      },
      ...(req.socket.remoteAddress === undefined ? {} : { remoteAddress: req.socket.remoteAddress }),
      ...(post && { payload: JSON.stringify(post.body) }),
    });
    return { status: statusCode, header: (name) => String(received[name] ?? ''), body: payload };
  };
}
