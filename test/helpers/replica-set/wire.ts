import { BSON, type Document } from 'mongodb';

/** From MongoDB's wire protocol (mongodb.com/docs/manual/reference/mongodb-wire-protocol). */
const HEADER_BYTES = 16;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const EXHAUST_ALLOWED = 1 << 16;

/** Every value stays of the type that it was sent as. */
const EXACT = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

/** A command of a driver. */
export interface Asked {
  id: number;
  /** Lists that were sent beside it stand in it. */
  command: Document;
  /** True if the driver expects more replies after the first. */
  wantsStream: boolean;
  /** True for the first greeting in its legacy format, whose reply has that format too. */
  isOldGreeting: boolean;
}

/** Cuts a stream of bytes into messages. */
export class MessageCutter {
  #held: Buffer = Buffer.alloc(0);

  *cut(bytes: Buffer): Generator<Buffer> {
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    while (this.#held.length >= HEADER_BYTES) {
      const length = this.#held.readInt32LE(0);
      if (this.#held.length < length) return;
      yield this.#held.subarray(0, length);
      this.#held = this.#held.subarray(length);
    }
  }
}

/** @throws Error for what no driver of today sends */
export function readAsked(message: Buffer): Asked {
  const [id, kind] = [message.readInt32LE(4), message.readInt32LE(12)];
  if (kind === OP_QUERY) {
    const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
    const command = BSON.deserialize(message.subarray(nameEnd + 9), EXACT);
    return { id, command, wantsStream: false, isOldGreeting: true };
  }
  if (kind !== OP_MSG) throw new Error(`a message of kind ${kind}`);
  const flags = message.readUInt32LE(HEADER_BYTES);
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  let command: Document = {};
  const lists: Document = {};
  for (let at = HEADER_BYTES + 4; at < end; ) {
    const isBody = message.readUInt8(at) === 0;
    const section = message.subarray(at + 1, at + 1 + message.readInt32LE(at + 1));
    if (isBody) command = BSON.deserialize(section, EXACT);
    else readList(section, lists);
    at += 1 + section.length;
  }
  return { id, command: { ...command, ...lists }, wantsStream: (flags & EXHAUST_ALLOWED) !== 0, isOldGreeting: false };
}

function readList(section: Buffer, into: Document): void {
  const nameEnd = section.indexOf(0, 4);
  const documents: Document[] = [];
  for (let at = nameEnd + 1; at < section.length; ) {
    const size = section.readInt32LE(at);
    documents.push(BSON.deserialize(section.subarray(at, at + size), EXACT));
    at += size;
  }
  into[section.toString('utf8', 4, nameEnd)] = documents;
}

/** The bytes of a command for a server. */
export const asCommand = (id: number, command: Document): Buffer => asMessage({ id, to: 0, flags: 0 }, command);

/** The document in a server's reply. */
export const readReply = (message: Buffer): Document => BSON.deserialize(message.subarray(HEADER_BYTES + 5), EXACT);

/** Readdresses a server's reply to the message of another client. */
export function addressedTo(to: number, reply: Buffer): Buffer {
  const copy = Buffer.from(reply);
  copy.writeInt32LE(to, 8);
  return copy;
}

/** The bytes of a reply. */
export function asReply({ id, isOldGreeting }: Asked, reply: Document, number: number): Buffer {
  if (!isOldGreeting) return asMessage({ id: number, to: id, flags: 0 }, reply);
  const body = BSON.serialize(reply);
  // Flags, cursor and place are 0; one document follows.
  const preamble = Buffer.alloc(20);
  preamble.writeInt32LE(1, 16);
  return Buffer.concat([header(number, id, OP_REPLY, preamble.length + body.length), preamble, body]);
}

/** The bytes of a reply behind which more are to come, each to the one before. */
export const asPartOfStream = (to: number, reply: Document, number: number): Buffer =>
  asMessage({ id: number, to, flags: MORE_TO_COME }, reply);

function asMessage({ id, to, flags }: { id: number; to: number; flags: number }, document: Document): Buffer {
  const body = BSON.serialize(document, { ignoreUndefined: false });
  const preamble = Buffer.alloc(5);
  preamble.writeUInt32LE(flags, 0);
  return Buffer.concat([header(id, to, OP_MSG, preamble.length + body.length), preamble, body]);
}

function header(id: number, to: number, kind: number, length: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  for (const [index, value] of [HEADER_BYTES + length, id, to, kind].entries()) bytes.writeInt32LE(value, index * 4);
  return bytes;
}
