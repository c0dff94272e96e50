import { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublic, type Targets } from '../targets.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** Idle connections close soon, so that the next one resolves the name again. */
const KEEP_ALIVE_MS = 4_000;
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

/** The host of a receiver resolves to a private address. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress';

  constructor(hostname: string) {
    super(`${hostname} resolves to a private address`);
  }
}

interface Address {
  address: string;
  family: number;
}

/**
 * Creates an HTTP client that connects to public addresses only, and to hosts that operators allow. It checks the addresses that it
 * connects to, not those of an earlier lookup, so that DNS rebinding gains nothing.
 *
 * @param dnsServers the setting WEBHOOK_DNS_SERVERS; the resolver of the system without it
 */
export function createGuardedAgent(targets: Targets, dnsServers: string | undefined): Agent {
  const resolve = dnsServers === undefined ? resolveBySystem : createResolver(dnsServers);
  const guarded = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: createGuardedLookup(resolve) });
  const unguarded = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: toLookup(resolve) });
  return new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: 16 * 1_024,
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (targets.isAllowed(options.hostname, Number(options.port || 443))) return unguarded(options, callback);
      // A literal address is not looked up.
      if (isIP(host) && !isPublic(host)) return callback(new PrivateAddress(host), null);
      return guarded(options, callback);
    },
  });
}

type Resolve = (hostname: string) => Promise<Address[]>;

const resolveBySystem: Resolve = (hostname) =>
  new Promise((fulfil, reject) =>
    systemLookup(hostname, { all: true }, (error, found) => (error ? reject(error) : fulfil(found))),
  );

function createResolver(setting: string): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  resolver.setServers(setting.split(',').map((server) => server.trim()));
  return async (hostname) => {
    const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = results.flatMap((result, at) =>
      result.status === 'fulfilled' ? result.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
    );
    if (found.length === 0)
      throw results[0].status === 'rejected' ? results[0].reason : new Error(`no address of ${hostname}`);
    return found;
  };
}

/** Returns a lookup for sockets that refuses a name if any of its addresses is private. */
const createGuardedLookup = (resolve: Resolve): LookupFunction =>
  toLookup(async (hostname) => {
    const found = await resolve(hostname);
    if (found.some(({ address }) => !isPublic(address))) throw new PrivateAddress(hostname);
    return found;
  });

const toLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, { all }, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first = { address: '', family: 0 }] = found;
        if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
