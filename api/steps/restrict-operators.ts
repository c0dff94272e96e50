import { errors } from '../../shared/contract/errors.js';
import { isIpRange } from '../../shared/contract/ip-range.js';
import { type Config, ConfigError } from '../../shared/process/config.js';
import { isInRanges } from '../../shared/process/network.js';
import type { Step } from '../call.js';

/** Paths of the console, the admin API and the metrics. Routers ignore the letter case. */
const FOR_OPERATORS = /^\/(operator|v1\/admin|metrics)(\/|$)/i;

/** Parses OPERATOR_NETWORKS; undefined if it is not set. @throws ConfigError if it is invalid */
export function parseOperatorNetworks({ OPERATOR_NETWORKS }: Pick<Config, 'OPERATOR_NETWORKS'>): string[] | undefined {
  if (OPERATOR_NETWORKS === undefined) return undefined;
  const networks = OPERATOR_NETWORKS === 'none' ? [] : OPERATOR_NETWORKS.split(',').map((network) => network.trim());
  if (!networks.every(isIpRange))
    throw new ConfigError('OPERATOR_NETWORKS must be none, or addresses and networks like 10.0.0.0/8, comma-separated');
  return networks;
}

/**
 * Serves what is for operators only to the networks of OPERATOR_NETWORKS, by the client's address behind our proxies. Elsewhere these
 * paths do not exist.
 *
 * @throws ConfigError if OPERATOR_NETWORKS is invalid
 */
export function restrictOperators(config: Pick<Config, 'OPERATOR_NETWORKS'>): Step {
  const networks = parseOperatorNetworks(config);
  if (networks === undefined) return (_, next) => next();
  return async function restrictOperators(ctx, next) {
    if (FOR_OPERATORS.test(ctx.path) && !isInRanges(networks, ctx.ip)) throw errors.pathUnknown();
    await next();
  };
}
