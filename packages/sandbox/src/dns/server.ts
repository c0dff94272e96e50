import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import dns2, { Packet } from 'dns2';
import { sandboxZone, type Zone, type ZoneEntry } from './zone.js';

export interface SandboxDns {
  /** Address and port, e.g. `127.0.0.1:5353`. */
  readonly address: string;
  /** Number of queries received. */
  readonly queryCount: number;
  close(): Promise<void>;
}

const NO_ERROR = 0;
const SERVFAIL = 2;
const NXDOMAIN = 3;
const REFUSED = 5;
const TTL = 300;

/**
 * Serves a zone on the loopback interface, over UDP and TCP on the same port.
 *
 * @param port 0 lets the system choose
 * @param zone synthetic zone of the sandbox by default
 */
export async function startSandboxDns({
  port = 0,
  zone = sandboxZone,
}: {
  port?: number;
  zone?: Zone;
} = {}): Promise<SandboxDns> {
  let queryCount = 0;
  const handle = (request: Packet, send: (response: Packet) => unknown) => {
    queryCount++;
    const response = respond(zone, request);
    if (response) send(response);
  };
  const { udp, tcp, address } = await listen(handle, port);
  return {
    address,
    get queryCount() {
      return queryCount;
    },
    async close() {
      await Promise.all([
        new Promise<void>((resolve) => void udp.close(() => resolve())),
        new Promise<void>((resolve) => void tcp.close(() => resolve())),
      ]);
    },
  };
}

type Handle = (request: Packet, send: (response: Packet) => unknown) => void;

/** Listens on the same port for UDP and TCP. If a port that the system has chosen for UDP is in use for TCP, tries another one. */
async function listen(handle: Handle, port: number, triesLeft = 10) {
  const udp = dns2.createUDPServer(handle);
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  const { port: chosen } = udp.address() as AddressInfo;
  const tcp = dns2.createTCPServer(handle);
  tcp.listen(chosen, '127.0.0.1');
  try {
    await once(tcp, 'listening');
    return { udp, tcp, address: `127.0.0.1:${chosen}` };
  } catch (error) {
    udp.close();
    if (port !== 0 || triesLeft === 0) throw error;
    return listen(handle, port, triesLeft - 1);
  }
}

function respond(zone: Zone, request: Packet): Packet | undefined {
  const response = Packet.createResponseFromRequest(request);
  const [question] = request.questions;
  if (!question) return undefined;
  const name = question.name.toLowerCase();
  const entry = Object.hasOwn(zone, name) ? zone[name] : undefined;
  if (entry?.fault === 'silent') return undefined;
  response.header.rcode = findStatus(zone, name, entry);
  const records = entry && !entry.fault ? listRecords(entry, question.type) : [];
  for (const record of records) {
    response.answers.push(
      Object.assign(new Packet.Resource(question.name, question.type, Packet.CLASS.IN, entry?.ttl ?? TTL), record),
    );
  }
  return response;
}

function findStatus(zone: Zone, name: string, entry: ZoneEntry | undefined): number {
  if (entry?.fault === 'servfail') return SERVFAIL;
  if (entry?.fault === 'absent') return NXDOMAIN;
  // A name with names below it exists, even without records (RFC 8020).
  if (entry || Object.keys(zone).some((key) => key.endsWith(`.${name}`))) return NO_ERROR;
  const isResponsible = name.endsWith('.example') || Object.keys(zone).some((key) => name.endsWith(`.${key}`));
  return isResponsible ? NXDOMAIN : REFUSED;
}

function listRecords({ mx = [], a = [], aaaa = [], txt = [], ns = [] }: ZoneEntry, type: number): object[] {
  switch (type) {
    case Packet.TYPE.MX:
      return mx.map(([priority, exchange]) => ({ priority, exchange }));
    case Packet.TYPE.A:
      return a.map((address) => ({ address }));
    case Packet.TYPE.AAAA:
      return aaaa.map((address) => ({ address }));
    case Packet.TYPE.TXT:
      // A string of a TXT record has at most 255 characters (RFC 1035, section 3.3.14); longer texts are split.
      return txt.map((data) => ({ data: data.match(/.{1,255}/g) ?? [] }));
    case Packet.TYPE.NS:
      return ns.map((name) => ({ ns: name }));
    default:
      return [];
  }
}
