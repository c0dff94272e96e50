import type Koa from 'koa';
import type { Context } from 'koa';
import inject from 'light-my-request';
import { traceHeaders } from '../../shared/process/tracing.js';

/** A call that somebody makes by a request of another kind. */
export interface InnerCall {
  readonly path: string;
  readonly body: object;
  /** Headers that the outer request does not have, or not for this call. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface InnerAnswer {
  readonly status: number;
  /** A header by its name in lower case, blank when there is none. */
  header(name: string): string;
  readonly body: string;
}

/** Makes a call for whoever sent the outer request. */
export type InnerCaller = (outer: Pick<Context, 'headers' | 'req'>, call: InnerCall) => Promise<InnerAnswer>;

/** Headers that speak of the outer request's body, its answer, or its place in a trace. */
const OF_THE_OUTER =
  /^(content-|accept|transfer-|connection$|expect$|prefer$|idempotency-key$|mcp-|last-event-id$|trace)/;

/**
 * Has the front answer a call as it answers one over HTTP, without a connection to itself: the call takes every step,
 * and has its own id, its own place in the log and in the trace.
 */
export function inProcess(app: Koa): InnerCaller {
  let answerRequest: ReturnType<Koa['callback']> | undefined;
  return async ({ headers, req }, { path, body, headers: own }) => {
    // The front's steps are complete when it answers its first request.
    answerRequest ??= app.callback();
    const sender = Object.entries(headers).filter(([name]) => !OF_THE_OUTER.test(name));
    const {
      statusCode,
      headers: answered,
      payload,
    } = await inject(answerRequest, {
      method: 'POST',
      url: path,
      headers: { ...Object.fromEntries(sender), ...traceHeaders(), ...own, 'content-type': 'application/json' },
      ...(req.socket.remoteAddress === undefined ? {} : { remoteAddress: req.socket.remoteAddress }),
      payload: JSON.stringify(body),
    });
    return { status: statusCode, header: (name) => String(answered[name] ?? ''), body: payload };
  };
}
