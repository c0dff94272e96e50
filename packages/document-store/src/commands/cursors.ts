import { randomBytes } from 'node:crypto';
import { refuse } from '../errors.js';
import { type Doc, measureSize, toNumber, type Value } from '../language/values.js';

/** Maximum size of a batch, in bytes of documents. */
const BATCH_BYTES = 16 * 1024 * 1024;
const FIRST_BATCH = 101;
/** Time after which an unused cursor is closed, in ms, as in MongoDB. */
const IDLE_MS = 10 * 60 * 1000;

interface Cursor {
  namespace: string;
  documents: readonly Doc[];
  at: number;
  lastUse: number;
}

/** Cursors with results that clients have not fetched yet. */
export class Cursors {
  readonly #open = new Map<bigint, Cursor>();

  get size(): number {
    return this.#open.size;
  }

  /** Returns the first documents, and a cursor for the others. */
  openCursor(namespace: string, documents: readonly Doc[], requested: Value, singleBatch = false): Doc {
    const cursor: Cursor = { namespace, documents, at: 0, lastUse: Date.now() };
    const firstBatch = nextBatch(cursor, requested === undefined ? FIRST_BATCH : readBatchSize(requested));
    const rest = cursor.at < documents.length && !singleBatch;
    const id = rest ? BigInt.asUintN(63, randomBytes(8).readBigUInt64LE()) || 1n : 0n;
    if (rest) this.#open.set(id, cursor);
    return { cursor: { firstBatch, id, ns: namespace }, ok: 1 };
  }

  /** Returns the next documents of a cursor. @throws StoreError 43 for an unknown cursor */
  nextBatch(id: bigint, namespace: string, requested: Value): Doc {
    const cursor = this.#open.get(id);
    if (!cursor) refuse(43, `cursor id ${id} not found`);
    if (cursor.namespace !== namespace)
      refuse(
        13,
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    cursor.lastUse = Date.now();
    const batch = nextBatch(
      cursor,
      requested === undefined ? Number.POSITIVE_INFINITY : readBatchSize(requested) || Number.POSITIVE_INFINITY,
    );
    const rest = cursor.at < cursor.documents.length;
    if (!rest) this.#open.delete(id);
    return { cursor: { nextBatch: batch, id: rest ? id : 0n, ns: namespace }, ok: 1 };
  }

  close(id: bigint): boolean {
    return this.#open.delete(id);
  }

  closeIdle(now: number): void {
    for (const [id, cursor] of this.#open) if (now - cursor.lastUse > IDLE_MS) this.#open.delete(id);
  }
}

function nextBatch(cursor: Cursor, most: number): Doc[] {
  const batch: Doc[] = [];
  let bytes = 0;
  for (; batch.length < most && cursor.at < cursor.documents.length; cursor.at++) {
    const document = cursor.documents[cursor.at];
    if (!document) break;
    if (cursor.documents.length > 1) bytes += measureSize(document);
    if (bytes > BATCH_BYTES && batch.length > 0) break;
    batch.push(document);
  }
  return batch;
}

function readBatchSize(requested: Value): number {
  const size = toNumber(requested);
  if (size < 0) refuse(2, `BSON field 'batchSize' value must be >= 0, actual value '${size}'`);
  return size;
}
