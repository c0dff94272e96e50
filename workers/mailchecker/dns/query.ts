import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { Packet } from 'dns2';

export type RecordType = 'A' | 'AAAA' | 'MX' | 'NS' | 'TXT';

/** Where a DNS server listens. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** What is read of a reply: by RFC 6891 and the DNS flag day 2020, what passes everywhere without being cut in pieces. */
const UDP_PAYLOAD = 1232;
const RECURSION_DESIRED = 1;

/**
 * Asks one server one question, over UDP, and over TCP when the answer does not fit (RFC 1035, section 4.2).
 *
 * @throws AbortError when the signal aborts first; whatever the socket throws
 */
export async function query(
  server: ServerAddress,
  name: string,
  type: RecordType,
  signal: AbortSignal,
): Promise<Packet> {
  const id = randomInt(0x10000);
  const question = encode(id, name, type);
  const answer = await overUdp(server, question, (reply) => answers(reply, id, name), signal);
  return answer.header.tc ? overTcp(server, question, (reply) => answers(reply, id, name), signal) : answer;
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

/** Whether a packet answers this very question: anyone may send to an open port. */
const answers = (reply: Packet, id: number, name: string): boolean =>
  reply.header.id === id && reply.header.qr === 1 && reply.questions[0]?.name.toLowerCase() === name.toLowerCase();

type Matches = (reply: Packet) => boolean;

function overUdp({ host, port }: ServerAddress, question: Buffer, matches: Matches, signal: AbortSignal) {
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
    // Connected, the socket takes packets from this server only, and learns at once when nothing listens there.
    socket.connect(port, host, () => socket.send(question));
  });
}

function overTcp({ host, port }: ServerAddress, question: Buffer, matches: Matches, signal: AbortSignal) {
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

function decode(message: Buffer): Packet | undefined {
  try {
    return Packet.parse(message);
  } catch {
    return undefined;
  }
}
