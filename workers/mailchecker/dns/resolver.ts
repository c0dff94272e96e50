import { Packet } from 'dns2';
import { LRUCache } from 'lru-cache';
import { timeLimit } from '../../lib/time-limit.js';
import { query, type RecordType, type ServerAddress } from './query.js';
import { serversOf } from './servers.js';

/** A record of an answer, with the fields that its type has. */
export type DnsRecord = Packet['answers'][number];

/**
 * What the DNS says of a name: its records, that it has none of this type, that it does not exist; or `unknown` when no
 * server said anything in time.
 */
export interface Finding {
  readonly state: 'records' | 'no_records' | 'no_name' | 'unknown';
  readonly records: readonly DnsRecord[];
}

const NOTHING: Finding = { state: 'unknown', records: [] };

const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

/** How long one server may take before the next is asked, in ms. */
const ATTEMPT_MS = 600;
const ROUNDS = 2;

/** Names remembered, and for how long at most: a day, as resolvers do; of what is not there an hour (RFC 2308). */
const REMEMBERED = 10_000;
const LONGEST_S = 86_400;
const LONGEST_ABSENT_S = 3_600;
const ABSENT_S = 60;

interface Remembered {
  readonly finding: Finding;
  readonly until: number;
}

/** Asks DNS servers in turn, and remembers what they say for as long as they allow. */
export class Resolver {
  readonly #servers: readonly ServerAddress[];
  readonly #remembered = new LRUCache<string, Remembered>({ max: REMEMBERED });

  constructor(servers: readonly ServerAddress[]) {
    this.#servers = servers;
  }

  /**
   * @param name in ASCII, e.g. `xn--mller-kva.example`
   * @param signal ends the search: the finding is `unknown` then
   * @param now the current time, in ms since the epoch
   */
  async find(name: string, type: RecordType, signal: AbortSignal, now: number): Promise<Finding> {
    const key = `${type} ${name}`;
    const remembered = this.#remembered.get(key);
    if (remembered && remembered.until > now) return remembered.finding;
    const reply = await this.#ask(name, type, signal);
    if (!reply) return NOTHING;
    const { finding, ttl } = readReply(reply, type);
    this.#remembered.set(key, { finding, until: now + ttl * 1000 });
    return finding;
  }

  async #ask(name: string, type: RecordType, signal: AbortSignal): Promise<Packet | undefined> {
    for (let round = 0; round < ROUNDS; round++) {
      for (const server of this.#servers) {
        if (signal.aborted) return undefined;
        const attempt = timeLimit(ATTEMPT_MS, signal);
        const reply = await query(server, name, type, attempt).catch(() => undefined);
        if (reply?.header.rcode === NO_ERROR || reply?.header.rcode === NO_SUCH_NAME) return reply;
      }
    }
    return undefined;
  }
}

function readReply({ header, answers, authorities }: Packet, type: RecordType): { finding: Finding; ttl: number } {
  const records = answers.filter((record) => record.type === Packet.TYPE[type]);
  if (records.length > 0) {
    const ttl = Math.min(LONGEST_S, ...answers.map((record) => record.ttl));
    return { finding: { state: 'records', records }, ttl };
  }
  const soa = authorities.find((record) => record.type === Packet.TYPE.SOA);
  const ttl = Math.min(LONGEST_ABSENT_S, soa?.ttl ?? ABSENT_S, soa?.minimum ?? ABSENT_S);
  return { finding: { state: header.rcode === NO_SUCH_NAME ? 'no_name' : 'no_records', records: [] }, ttl };
}

const resolvers = new Map<string, Resolver>();

/** This process's resolver for a value of the setting DNS_SERVERS. */
export function resolverFor(setting: string | undefined): Resolver {
  const key = setting ?? '';
  let resolver = resolvers.get(key);
  if (!resolver) {
    resolver = new Resolver(serversOf(setting));
    resolvers.set(key, resolver);
  }
  return resolver;
}
