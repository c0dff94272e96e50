import { randomUUID } from 'node:crypto';
import type { Logger } from '../../shared/process/log.js';
import { findRoute } from '../../shared/process/redact.js';
import type { CallState, Step } from '../call.js';

/**
 * Assigns the id of a request, and logs one line when it has its response.
 *
 * @param onResponse called for every request as well
 */
export const identify = (
  log: Logger,
  onResponse: (state: Partial<CallState>, status: number, ms: number) => void = () => {},
): Step =>
  async function identify(ctx, next) {
    const started = performance.now();
    const requestId = randomUUID();
    ctx.state.requestId = requestId;
    ctx.state.began = started;
    ctx.set('X-Request-Id', requestId);
    await next();
    const ms = performance.now() - started;
    onResponse(ctx.state, ctx.status, ms);
    const { endpoint, key } = ctx.state;
    log.info(
      {
        requestId,
        traceId: ctx.state.traceId,
        account: key?.account,
        endpoint: endpoint?.id ?? findRoute(ctx),
        status: ctx.status,
        mode: key?.mode,
        credits: ctx.response.get('X-Credits-Cost') || undefined,
        ms: Math.round(ms * 10) / 10,
      },
      'call',
    );
  };
