import { getServers } from 'node:dns';
import { isIP } from 'node:net';
import type { ServerAddress } from './query.js';

/** The setting DNS_SERVERS makes no sense. */
export class ServersError extends Error {}

/**
 * The servers of the setting DNS_SERVERS, or the system's when it is not set.
 *
 * @throws ServersError for an entry that is no address with an optional port
 */
export function serversOf(setting: string | undefined): ServerAddress[] {
  const entries = setting?.split(',').map((entry) => entry.trim()) ?? getServers();
  return entries.filter((entry) => entry !== '').map(readServer);
}

function readServer(entry: string): ServerAddress {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
  const host = bracketed ?? plain ?? entry;
  const port = Number(digits ?? 53);
  if (isIP(host) === 0 || port < 1 || port > 65_535) {
    throw new ServersError(`DNS_SERVERS: "${entry}" is no address such as 9.9.9.9:53 or [2620:fe::fe]:53`);
  }
  return { host, port };
}
