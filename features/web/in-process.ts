import type Koa from 'koa';
import type { Context } from 'koa';
import inject from 'light-my-request';
import { traceHeaders } from '../../shared/process/tracing.js';

/** A POST that is sent on behalf of another request, the outer one. */
export interface InProcessRequest {
  readonly path: string;
  readonly body: object;
  /** Headers in addition to those of the outer request. */
  readonly headers: Readonly<Record<string, string>>;
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
  call: InProcessRequest,
) => Promise<InProcessResponse>;

/** Headers about the outer request's body, its response, or its trace, which are not forwarded. */
const NOT_FORWARDED =
  /^(content-|accept|transfer-|connection$|expect$|prefer$|idempotency-key$|mcp-|last-event-id$|trace)/;

/**
 * Creates a sender of requests that the front handles like requests over HTTP, but without a connection to itself. Each runs through every
 * step, and has its own id, log entry and trace span.
 */
export function createInProcessSender(app: Koa): InProcessSender {
  let handleRequest: ReturnType<Koa['callback']> | undefined;
  return async ({ headers, req }, { path, body, headers: own }) => {
    // All steps are installed once the first request arrives.
    handleRequest ??= app.callback();
    const forwarded = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.test(name));
    const {
      statusCode,
      headers: received,
      payload,
    } = await inject(handleRequest, {
      method: 'POST',
      url: path,
      headers: { ...Object.fromEntries(forwarded), ...traceHeaders(), ...own, 'content-type': 'application/json' },
      ...(req.socket.remoteAddress === undefined ? {} : { remoteAddress: req.socket.remoteAddress }),
      payload: JSON.stringify(body),
    });
    return { status: statusCode, header: (name) => String(received[name] ?? ''), body: payload };
  };
}
