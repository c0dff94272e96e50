import type { IncomingMessage } from 'node:http';
import { isServerFault } from '../../shared/contract/api-error.js';
import { asApiError, errors } from '../../shared/contract/errors.js';
import type { Config } from '../../shared/process/config.js';
import { baseUrl } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import type { Step } from '../call.js';

/** Longest rest of an unread body that is read and discarded, in bytes: twice the largest body that any endpoint accepts. */
const LARGEST_DISCARDED = 16 * 1024 * 1024;

/** Server faults that need no look: they are counted, or chosen by the operator. */
const EXPECTED: ReadonlySet<string> = new Set([errors.serviceBusy.type, errors.readOnly.type]);

/**
 * Responds to errors with the error body, and logs server faults except for expected ones. A 401 names a scheme
 * (RFC 9110), `Bearer` unless a step has set another challenge.
 */
export const handleErrors = ({
  log,
  config,
}: {
  readonly log: Logger;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
}): Step =>
  async function handleErrors(ctx, next) {
    try {
      await next();
    } catch (thrown) {
      const error = asApiError(thrown);
      const { requestId } = ctx.state;
      ctx.state.isServerFault = isServerFault(error);
      if (ctx.state.isServerFault && !EXPECTED.has(error.type)) log.error({ requestId, err: error }, error.message);
      ctx.state.errorType = error.type;
      ctx.status = error.status;
      if (error.status === 401 && !ctx.response.get('WWW-Authenticate')) ctx.set('WWW-Authenticate', 'Bearer');
      if (error.retryAfterSeconds !== undefined && !ctx.response.get('Retry-After')) {
        ctx.set('Retry-After', String(error.retryAfterSeconds));
      }
      if (!ctx.req.complete) discardBody(ctx.req);
      ctx.body = error.body(requestId, baseUrl(config));
    }
  };

/**
 * Reads and discards the rest of a body, as many clients do not read the response before they have sent theirs. A connection that sends
 * more than any endpoint accepts is closed.
 */
function discardBody(req: IncomingMessage): void {
  let bytes = 0;
  req.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > LARGEST_DISCARDED) req.socket.destroy();
  });
  req.resume();
}
