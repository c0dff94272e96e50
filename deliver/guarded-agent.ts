import { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublic, type Targets } from '../shared/webhooks/targets.js';

const CONNECT_WITHIN_MS = 5_000;
/** A connection that nobody uses is closed soon: the next one is made to what the name leads to then. */
const KEEP_ALIVE_MS = 4_000;
const ASK_WITHIN_MS = 2_000;
const ASK_TIMES = 2;

/** A receiver is not called, as its name leads to a private address. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress';

  constructor(hostname: string) {
    super(`${hostname} leads to a private address`);
  }
}

interface Address {
  address: string;
  family: number;
}

/**
 * An HTTP client that connects to public addresses only, and to what operators allow by name. It is the addresses that are
 * connected to that are looked at, and not those of an earlier look-up, so that no name can lead elsewhere in between.
 *
 * @param dnsServers the setting WEBHOOK_DNS_SERVERS; without it the system is asked
 */
export function guardedAgent(targets: Targets, dnsServers: string | undefined): Agent {
  const find = dnsServers === undefined ? askSystem : askServers(dnsServers);
  const guarded = buildConnector({ timeout: CONNECT_WITHIN_MS, lookup: guardedLookup(find) });
  const free = buildConnector({ timeout: CONNECT_WITHIN_MS, lookup: lookupBy(find) });
  return new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: 16 * 1_024,
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (targets.isAllowed(options.hostname, Number(options.port || 443))) return free(options, callback);
      // Of an address that stands in the URL itself nobody asks where it leads.
      if (isIP(host) && !isPublic(host)) return callback(new PrivateAddress(host), null);
      return guarded(options, callback);
    },
  });
}

type Find = (hostname: string) => Promise<Address[]>;

const askSystem: Find = (hostname) =>
  new Promise((resolve, reject) =>
    systemLookup(hostname, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  );

function askServers(setting: string): Find {
  const resolver = new Resolver({ timeout: ASK_WITHIN_MS, tries: ASK_TIMES });
  resolver.setServers(setting.split(',').map((server) => server.trim()));
  return async (hostname) => {
    const asked = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = asked.flatMap((answer, at) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
    );
    if (found.length === 0)
      throw asked[0].status === 'rejected' ? asked[0].reason : new Error(`no address of ${hostname}`);
    return found;
  };
}

/** A look-up of the shape that sockets ask by. A name of which a single address is private counts as private. */
const guardedLookup = (find: Find): LookupFunction =>
  lookupBy(async (hostname) => {
    const found = await find(hostname);
    if (found.some(({ address }) => !isPublic(address))) throw new PrivateAddress(hostname);
    return found;
  });

const lookupBy =
  (find: Find): LookupFunction =>
  (hostname, { all }, callback) => {
    find(hostname).then(
      (found) => {
        const [first = { address: '', family: 0 }] = found;
        if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
