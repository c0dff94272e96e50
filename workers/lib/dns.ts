import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { getServers } from 'node:dns';
import { connect, isIP } from 'node:net';
import { Packet } from 'dns2';
import { LRUCache } from 'lru-cache';
import { timeLimit } from './upstream/resilience.js';

export type RecordType = 'A' | 'AAAA' | 'MX' | 'NS' | 'TXT';

interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** A record of a reply, with the fields of its type. */
export type DnsRecord = Packet['answers'][number];

/**
 * Result of a DNS lookup: the records, none of this type, no such name, or `unknown` if no server replied in time.
 */
export interface DnsResult {
  readonly state: 'records' | 'no_records' | 'no_name' | 'unknown';
  readonly records: readonly DnsRecord[];
}

const UNKNOWN: DnsResult = { state: 'unknown', records: [] };

const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

/** Timeout of one server before the next is queried, in ms. */
const ATTEMPT_MS = 600;
const ROUNDS = 2;

/** Maximum number of cached results, and their lifetimes in s: a day at most, an hour for negative results (RFC 2308). */
const CACHED = 10_000;
const LONGEST_S = 86_400;
const LONGEST_ABSENT_S = 3_600;
const ABSENT_S = 60;

interface Cached {
  readonly finding: DnsResult;
  readonly until: number;
}

/** Queries DNS servers in turn, and caches their replies by the TTL. */
export class Resolver {
  readonly #setting: string | undefined;
  #servers: readonly ServerAddress[] | undefined;
  readonly #cache = new LRUCache<string, Cached>({ max: CACHED });
  /** Lookups under way, which concurrent callers share. */
  readonly #pending = new Map<string, Promise<DnsResult>>();

  /** @param setting value of DNS_SERVERS, parsed on the first lookup */
  constructor(setting: string | undefined) {
    this.#setting = setting;
  }

  /**
   * @param name in ASCII, e.g. `xn--mller-kva.example`
   * @param signal ends the lookup: the result is `unknown` then
   * @param now the current time, in ms since the epoch
   * @throws ServersError if the setting is invalid
   */
  async find(name: string, type: RecordType, signal: AbortSignal, now: number): Promise<DnsResult> {
    const key = `${type} ${name}`;
    const cached = this.#cache.get(key);
    if (cached && cached.until > now) return cached.finding;
    if (signal.aborted) return UNKNOWN;
    let lookup = this.#pending.get(key);
    if (!lookup) {
      lookup = this.#lookUp(key, name, type, now).finally(() => this.#pending.delete(key));
      this.#pending.set(key, lookup);
    }
    return untilAborted(lookup, signal);
  }

  /** Looks up a name for all its concurrent callers. Only the timeouts of its attempts end it. */
  async #lookUp(key: string, name: string, type: RecordType, now: number): Promise<DnsResult> {
    const reply = await this.#queryServers(name, type, new AbortController().signal);
    if (!reply) return UNKNOWN;
    const { finding, ttl } = readReply(reply, type);
    this.#cache.set(key, { finding, until: now + ttl * 1000 });
    return finding;
  }

  /** Looks up a name as {@link find} does, but not in the cache: for a record that was just set. */
  async findNow(name: string, type: RecordType, signal: AbortSignal): Promise<DnsResult> {
    const reply = await this.#queryServers(name, type, signal);
    return reply ? readReply(reply, type).finding : UNKNOWN;
  }

  async #queryServers(name: string, type: RecordType, signal: AbortSignal): Promise<Packet | undefined> {
    this.#servers ??= parseServers(this.#setting);
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

/** Waits for a lookup that others wait for as well; the result is `unknown` if the signal aborts first. */
function untilAborted(lookup: Promise<DnsResult>, signal: AbortSignal): Promise<DnsResult> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(UNKNOWN);
    signal.addEventListener('abort', onAbort, { once: true });
    lookup.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function readReply({ header, answers, authorities }: Packet, type: RecordType): { finding: DnsResult; ttl: number } {
  const records = answers.filter((record) => record.type === Packet.TYPE[type]);
  if (records.length > 0) {
    const ttl = Math.min(LONGEST_S, ...answers.map((record) => record.ttl));
    return { finding: { state: 'records', records }, ttl };
  }
  const soa = authorities.find((record) => record.type === Packet.TYPE.SOA);
  const ttl = Math.min(LONGEST_ABSENT_S, soa?.ttl ?? ABSENT_S, soa?.minimum ?? ABSENT_S);
  return { finding: { state: header.rcode === NO_SUCH_NAME ? 'no_name' : 'no_records', records: [] }, ttl };
}

/** The setting DNS_SERVERS is invalid. */
export class ServersError extends Error {}

/**
 * Parses the setting DNS_SERVERS; the default are the servers of the system.
 *
 * @throws ServersError if an entry is not an IP address with an optional port
 */
export function parseServers(setting: string | undefined): ServerAddress[] {
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

/** Maximum size of a reply over UDP that is not fragmented anywhere (RFC 6891, DNS flag day 2020), in bytes. */
const UDP_PAYLOAD = 1232;
const RECURSION_DESIRED = 1;

/**
 * Sends a query to a server over UDP, and over TCP if the reply is truncated (RFC 1035, section 4.2).
 *
 * @throws AbortError if the signal aborts first, and the errors of the socket
 */
async function query(server: ServerAddress, name: string, type: RecordType, signal: AbortSignal): Promise<Packet> {
  const id = randomInt(0x10000);
  const message = encode(id, name, type);
  const matches = (reply: Packet) => isReplyTo(reply, id, name);
  const reply = await queryUdp(server, message, matches, signal);
  return reply.header.tc ? queryTcp(server, message, matches, signal) : reply;
}

function encode(id: number, name: string, type: RecordType): Buffer {
  const packet = new Packet();
  packet.header.id = id;
  packet.header.rd = RECURSION_DESIRED;
  packet.questions.push(new Packet.Question(name, Packet.TYPE[type], Packet.CLASS.IN));
  const payload = Object.assign(Packet.Resource.EDNS([]), { class: UDP_PAYLOAD });
  packet.additionals.push(payload);
  return packet.toBuffer();
}

/** True if a packet is the reply to this query: anyone can send to an open port. */
const isReplyTo = (reply: Packet, id: number, name: string): boolean =>
  reply.header.id === id && reply.header.qr === 1 && reply.questions[0]?.name.toLowerCase() === name.toLowerCase();

type Matches = (reply: Packet) => boolean;

function queryUdp({ host, port }: ServerAddress, question: Buffer, matches: Matches, signal: AbortSignal) {
  return new Promise<Packet>((resolve, reject) => {
    const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', signal });
    const settle = (act: () => void) => {
      signal.removeEventListener('abort', onAbort);
      if (!signal.aborted) socket.close();
      act();
    };
    const onAbort = () => settle(() => reject(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('error', (error) => settle(() => reject(error)));
    socket.on('message', (message) => {
      const reply = decode(message);
      if (reply && matches(reply)) settle(() => resolve(reply));
    });
    // A connected socket receives packets from this server only, and fails at once if nothing listens there.
    socket.connect(port, host, () => socket.send(question));
  });
}

function queryTcp({ host, port }: ServerAddress, question: Buffer, matches: Matches, signal: AbortSignal) {
  return new Promise<Packet>((resolve, reject) => {
    const socket = connect({ host, port, signal });
    let received = Buffer.alloc(0);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The DNS server closed the connection')));
    socket.once('connect', () => socket.write(withLength(question)));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      const reply = decode(received.subarray(2, 2 + received.readUInt16BE(0)));
      if (reply && matches(reply)) resolve(reply);
      socket.destroy();
    });
  });
}

const withLength = (message: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
};

/** Minimum sizes of a header, a question and a record, in bytes (RFC 1035, section 4.1). */
const LEAST = { header: 12, question: 5, record: 11 };

/** True if a message is long enough for the entries of its header: the parser would try up to 262,140 of them. */
function isLongEnough(message: Buffer): boolean {
  if (message.length < LEAST.header) return false;
  const [questions = 0, ...records] = [4, 6, 8, 10].map((at) => message.readUInt16BE(at));
  const least = records.reduce((sum, count) => sum + count * LEAST.record, questions * LEAST.question);
  return LEAST.header + least <= message.length;
}

function decode(message: Buffer): Packet | undefined {
  if (!isLongEnough(message)) return undefined;
  try {
    return Packet.parse(message);
  } catch {
    return undefined;
  }
}
