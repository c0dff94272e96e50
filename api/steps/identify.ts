import { randomUUID } from 'node:crypto';
import { describeFailure } from '../../features/requests/index.js';
import type { Logger } from '../../shared/process/log.js';
import { stripPort } from '../../shared/process/network.js';
import { findRoute } from '../../shared/process/redact.js';
import type { CallContext, Step } from '../call.js';

/**
 * Assigns the id of a request, and logs one line when it has its response. That of a failed or refused request has the prefix of its key
 * and the network of its client.
 *
 * @param onResponse called for every request as well
 */
export const identify = (log: Logger, onResponse: (ctx: CallContext, ms: number) => void = () => {}): Step =>
  async function identify(ctx, next) {
    const started = performance.now();
    const requestId = randomUUID();
    ctx.state.requestId = requestId;
    ctx.state.began = started;
    ctx.request.ip = stripPort(ctx.request.ip);
    ctx.set('X-Request-Id', requestId);
    await next();
    const ms = performance.now() - started;
    onResponse(ctx, ms);
    const { endpoint, key, errorType } = ctx.state;
    const failure = describeFailure(ctx, ctx.status);
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
        ...(failure && { type: errorType, prefix: failure.prefix ?? undefined, network: failure.network }),
      },
      'call',
    );
  };
