import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { StartError } from '../errors.js';
import { type Doc, decode } from '../language/values.js';

/** Version of the file format. Other versions are refused. */
const FORMAT = 2;
const TITLE = 'utility-api document store, format ';
export const FILE_HEADER = Buffer.from(`${TITLE}${FORMAT}\n`);

const FRAME_HEADER = 16;

/**
 * Wraps the data of one write to disk. An incomplete frame is ignored: the header contains the length of the payload, its position in
 * the file, and a checksum of all.
 */
export function createFrame(parts: readonly Uint8Array[], offset: number): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = Buffer.allocUnsafe(FRAME_HEADER + length);
  bytes.writeUInt32LE(length, 0);
  bytes.writeDoubleLE(offset, 4);
  let at = FRAME_HEADER;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  bytes.writeUInt32LE(computeChecksum(bytes), 12);
  return bytes;
}

function computeChecksum(bytes: Buffer): number {
  return crc32(bytes.subarray(FRAME_HEADER), crc32(bytes.subarray(0, 12)));
}

/** Result of reading a file: the end of its last complete frame, and its length. */
export interface FileEnd {
  end: number;
  size: number;
}

/**
 * Reads a file frame by frame.
 * @param payload called with the payload of each complete frame, and the position of its end
 * @returns the end of the complete frames, which an incomplete one may follow
 * @throws StartError for another format, or if complete frames follow a damaged one
 */
export function readFrames(path: string, payload: (bytes: Buffer, end: number) => void): FileEnd {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    checkFormat(path, readAt(file, 0, Math.min(size, 80)));
    let at = FILE_HEADER.length;
    for (;;) {
      const bytes = readWholeFrame(file, at, size);
      if (!bytes) break;
      at += bytes.length;
      payload(bytes.subarray(FRAME_HEADER), at);
    }
    if (at < size) refuseBrokenMiddle(path, file, at, size);
    return { end: at, size };
  } finally {
    closeSync(file);
  }
}

function checkFormat(path: string, start: Buffer): void {
  if (start.subarray(0, FILE_HEADER.length).equals(FILE_HEADER)) return;
  const found = new RegExp(`^${TITLE}(\\d+)\n`).exec(start.toString('latin1'))?.[1];
  if (found === undefined) throw new StartError(`${path} is not a file of this document store`);
  const age = Number(found) > FORMAT ? 'newer' : 'older';
  throw new StartError(`${path} has the ${age} format ${found}; this version of the store reads format ${FORMAT}`);
}

function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(file, bytes, done, length - done, at + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

function readWholeFrame(file: number, at: number, size: number): Buffer | undefined {
  if (at + FRAME_HEADER > size) return undefined;
  const header = readAt(file, at, FRAME_HEADER);
  const length = header.readUInt32LE(0);
  if (header.readDoubleLE(4) !== at || at + FRAME_HEADER + length > size) return undefined;
  const bytes = readAt(file, at, FRAME_HEADER + length);
  return bytes.readUInt32LE(12) === computeChecksum(bytes) ? bytes : undefined;
}

/** Refuses a file with a complete frame after a damaged one: the damaged one was once complete. */
function refuseBrokenMiddle(path: string, file: number, broken: number, size: number): void {
  const rest = readAt(file, broken, size - broken);
  for (let i = 1; i + FRAME_HEADER <= rest.length; i++) {
    if (rest.readDoubleLE(i + 4) === broken + i && readWholeFrame(file, broken + i, size)) {
      throw new StartError(
        `${path} is damaged at byte ${broken}: what follows at byte ${broken + i} is whole. Restore the folder from a copy`,
      );
    }
  }
}

/** Kinds of entries, stored as their index in this list; `end` closes a snapshot. */
const kinds = ['put', 'remove', 'create', 'drop', 'createIndex', 'dropIndex', 'end'] as const;

export type EntryKind = (typeof kinds)[number];

/** A change of the data in a journal. */
export interface Entry {
  kind: EntryKind;
  namespace: string;
  /** Document to put, `_id` to remove, specification of a collection or an index, or `name` of the index to drop. */
  doc: Doc;
  /** Bytes of the document in BSON. */
  bytes: number;
}

/** Encodes an entry: one byte for its kind, the length and text of the namespace, a BSON document. */
export function encodeEntry(kind: EntryKind, namespace: string, body: Uint8Array): Uint8Array {
  const name = Buffer.from(namespace);
  const bytes = Buffer.allocUnsafe(3 + name.length + body.length);
  bytes.writeUInt8(kinds.indexOf(kind), 0);
  bytes.writeUInt16LE(name.length, 1);
  bytes.set(name, 3);
  bytes.set(body, 3 + name.length);
  return bytes;
}

/** Reads the entries of one frame. */
export function* readEntries(bytes: Buffer): Generator<Entry> {
  let at = 0;
  while (at < bytes.length) {
    const kind = kinds[bytes.readUInt8(at)];
    const body = at + 3 + bytes.readUInt16LE(at + 1);
    const namespace = bytes.toString('utf8', at + 3, body);
    const end = body + bytes.readInt32LE(body);
    if (kind === undefined) throw new Error(`unknown entry at ${at}`);
    yield { kind, namespace, doc: decode(bytes.subarray(body, end)), bytes: end - body };
    at = end;
  }
}
