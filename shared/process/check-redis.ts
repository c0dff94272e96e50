import type { Logger } from './log.js';
import type { Redis } from './redis.js';

/** Oldest supported version: GETDEL, XADD with NOMKSTREAM and XTRIM with MINID came with it. */
const OLDEST = '6.2';

/** Warns if Redis may lose data, or is too old. Skips what Redis does not permit to read, as managed ones forbid CONFIG. */
export async function warnAboutRedis(redis: Redis, log: Logger): Promise<void> {
  const [info, save] = await Promise.all([
    redis.info().catch(() => ''),
    redis.config('GET', 'save').then(
      (answer) => Object(answer)[1],
      () => undefined,
    ),
  ]);
  for (const warning of findWarnings(info, save)) log.warn(`redis: ${warning}`);
}

/**
 * @param info response to INFO
 * @param save the setting `save`, empty without snapshots; undefined if unknown
 */
export function findWarnings(info: string, save: unknown): string[] {
  const read = (name: string): string | undefined => new RegExp(`^${name}:(\\S*)`, 'm').exec(info)?.[1];
  const [policy, append, version] = [read('maxmemory_policy'), read('aof_enabled'), read('redis_version')];
  const warnings: string[] = [];
  if (policy !== undefined && policy !== 'noeviction')
    warnings.push(`it evicts keys (maxmemory-policy ${policy}), so jobs get lost: set maxmemory-policy noeviction`);
  if (append === '0' && save === '')
    warnings.push('it stores nothing on disk, so a restart loses jobs and asynchronous results: set appendonly yes');
  if (version !== undefined && version.localeCompare(OLDEST, 'en', { numeric: true }) < 0)
    warnings.push(`version ${version} is not supported: upgrade to ${OLDEST} or newer`);
  return warnings;
}
