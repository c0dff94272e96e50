import { type Doc, decode, encode } from './language/values.js';

const HEADER = 16;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const MORE_TO_COME = 2;
const CHECKSUM = 1;

/** Maximum size of a message, in bytes, as in MongoDB. */
export const MAX_MESSAGE = 48_000_000;

/** A message of MongoDB's wire protocol, as far as this store supports it (mongodb.com/docs, "MongoDB Wire Protocol"). */
export interface Message {
  id: number;
  command: Doc;
  /** True if the sender expects a reply. */
  wantsReply: boolean;
  /** True for the legacy greeting, which expects the legacy reply. */
  isGreeting: boolean;
}

/** Error of a message that violates the protocol. The connection is closed. */
export class ProtocolError extends Error {}

/** Splits a stream of bytes into messages. */
export class MessageReader {
  #chunks: Buffer[] = [];
  #held = 0;
  #wanted = HEADER;

  /** Adds received bytes, and returns the complete messages. @throws ProtocolError */
  *read(chunk: Buffer): Generator<Message> {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    while (this.#held >= this.#wanted) {
      const bytes = this.#chunks.length === 1 ? (this.#chunks[0] ?? chunk) : Buffer.concat(this.#chunks);
      const length = bytes.readInt32LE(0);
      if (length < HEADER || length > MAX_MESSAGE) throw new ProtocolError(`a message of ${length} bytes`);
      const whole = bytes.length >= length;
      const rest = whole ? bytes.subarray(length) : bytes;
      this.#chunks = [rest];
      this.#held = rest.length;
      this.#wanted = whole ? HEADER : length;
      if (whole) yield parse(bytes.subarray(0, length));
    }
  }
}

function parse(message: Buffer): Message {
  const id = message.readInt32LE(4);
  const code = message.readInt32LE(12);
  if (code === OP_MSG) return parseMsg(id, message);
  if (code === OP_QUERY) return parseQuery(id, message);
  throw new ProtocolError(`the operation ${code} is not supported`);
}

function parseMsg(id: number, message: Buffer): Message {
  const flags = message.readUInt32LE(HEADER);
  const end = message.length - (flags & CHECKSUM ? 4 : 0);
  const sequences: Doc = {};
  let command: Doc = {};
  for (let at = HEADER + 4; at < end; ) {
    const kind = message.readUInt8(at);
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (kind === 0) command = decode(section);
    else if (kind === 1) readSequence(section, sequences);
    else throw new ProtocolError(`a section of kind ${kind}`);
    at += 1 + size;
  }
  return {
    id,
    command: Object.assign(command, sequences),
    wantsReply: (flags & MORE_TO_COME) === 0,
    isGreeting: false,
  };
}

function readSequence(section: Buffer, into: Doc): void {
  const nameEnd = section.indexOf(0, 4);
  const documents: Doc[] = [];
  for (let at = nameEnd + 1; at < section.length; ) {
    const size = section.readInt32LE(at);
    documents.push(decode(section.subarray(at, at + size)));
    at += size;
  }
  into[section.toString('utf8', 4, nameEnd)] = documents;
}

function parseQuery(id: number, message: Buffer): Message {
  const nameEnd = message.indexOf(0, HEADER + 4);
  const name = message.toString('utf8', HEADER + 4, nameEnd);
  if (!name.endsWith('.$cmd')) throw new ProtocolError('OP_QUERY is supported only for the first greeting');
  const command = decode(message.subarray(nameEnd + 9));
  return { id, command: { ...command, $db: name.slice(0, -5) }, wantsReply: true, isGreeting: true };
}

/** Encodes the reply to a message. @param id id of the reply */
export function encodeReply(message: Message, reply: Doc, id: number): Buffer {
  const body = encode(reply);
  const preamble = message.isGreeting ? 20 : 5;
  const bytes = Buffer.allocUnsafe(HEADER + preamble + body.length);
  bytes.fill(0, 0, HEADER + preamble);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(id, 4);
  bytes.writeInt32LE(message.id, 8);
  bytes.writeInt32LE(message.isGreeting ? OP_REPLY : OP_MSG, 12);
  if (message.isGreeting) bytes.writeInt32LE(1, HEADER + 16);
  bytes.set(body, HEADER + preamble);
  return bytes;
}
