import { type Doc, decode } from '../language/values.js';

/** What can happen to the data, as the journal and the snapshots tell it. */
export type Happening = 'put' | 'remove' | 'create' | 'drop' | 'createIndex' | 'dropIndex' | 'end';

const codes: readonly Happening[] = ['put', 'remove', 'create', 'drop', 'createIndex', 'dropIndex', 'end'];

export interface Entry {
  what: Happening;
  namespace: string;
  /** The document put; `_id` of the one removed; the collection's or index's specification; `name` of the index dropped. */
  doc: Doc;
}

/** Writes an entry: one byte for what happened, the length and text of the namespace, a BSON document. */
export function writeEntry(what: Happening, namespace: string, body: Uint8Array): Uint8Array {
  const name = Buffer.from(namespace);
  const bytes = Buffer.allocUnsafe(3 + name.length + body.length);
  bytes.writeUInt8(codes.indexOf(what), 0);
  bytes.writeUInt16LE(name.length, 1);
  bytes.set(name, 3);
  bytes.set(body, 3 + name.length);
  return bytes;
}

/** Reads the entries of one frame. */
export function* readEntries(bytes: Buffer): Generator<Entry> {
  let at = 0;
  while (at < bytes.length) {
    const what = codes[bytes.readUInt8(at)];
    const body = at + 3 + bytes.readUInt16LE(at + 1);
    const namespace = bytes.toString('utf8', at + 3, body);
    const end = body + bytes.readInt32LE(body);
    if (what === undefined) throw new Error(`unknown entry at ${at}`);
    yield { what, namespace, doc: decode(bytes.subarray(body, end)) };
    at = end;
  }
}
