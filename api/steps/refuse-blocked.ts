import type { BlockList } from '../../features/blocks/index.js';
import { errors } from '../../shared/contract/errors.js';
import type { Config } from '../../shared/process/config.js';
import { count, startAtZero } from '../../shared/process/metrics/measure.js';
import { isInRanges } from '../../shared/process/network.js';
import type { Step } from '../call.js';
import { parseOperatorNetworks } from './restrict-operators.js';
import { PROBES } from './separate-origins.js';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/**
 * Refuses requests from blocked networks before anything else is done for them. Probes are served, and so are the addresses of
 * OPERATOR_NETWORKS and of the machine itself.
 *
 * @throws ApiError 403
 */
export function refuseBlocked({
  blocks,
  config,
}: {
  readonly blocks: Pick<BlockList, 'has'>;
  readonly config: Pick<Config, 'OPERATOR_NETWORKS'>;
}): Step {
  startAtZero('blockedRequests', [{}]);
  const exempt = [...LOOPBACK, ...(parseOperatorNetworks(config) ?? [])];
  return async function refuseBlocked(ctx, next) {
    if (blocks.has(ctx.ip) && !PROBES.includes(ctx.path) && !isInRanges(exempt, ctx.ip)) {
      count('blockedRequests', {});
      throw errors.addressBlocked();
    }
    await next();
  };
}
