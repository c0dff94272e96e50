import type { Doc } from '../language/values.js';

/** A stored document: its place in the collection stays the same while updates put new documents into it. */
export interface Record {
  /** The number of its insertion, which orders records with equal keys. */
  readonly number: number;
  /** The key of its `_id`. */
  readonly key: string;
  doc: Doc;
}

/** A record under one of its keys. */
export interface Entry {
  key: string;
  record: Record;
}

const CHUNK = 512;

/** Entries in the order of their keys, in chunks small enough that an insertion moves little. */
export class SortedEntries {
  readonly #chunks: Entry[][] = [];
  size = 0;

  insert(entry: Entry): void {
    this.size += 1;
    const [at, place] = this.#find(entry.key, entry.record.number);
    const chunk = this.#chunks[at] ?? this.#chunks[at - 1];
    if (!chunk) {
      this.#chunks.push([entry]);
      return;
    }
    if (chunk === this.#chunks[at]) chunk.splice(place, 0, entry);
    else chunk.push(entry);
    if (chunk.length > 2 * CHUNK) {
      const from = this.#chunks.indexOf(chunk, Math.max(at - 1, 0));
      // What is always inserted at the end leaves full chunks behind it.
      this.#chunks.splice(from + 1, 0, chunk.splice(place > CHUNK * 1.9 || at !== from ? chunk.length - 1 : CHUNK));
    }
  }

  /** Takes all entries of an index at once. */
  fill(entries: Entry[]): void {
    entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.record.number - b.record.number));
    for (let from = 0; from < entries.length; from += CHUNK) this.#chunks.push(entries.slice(from, from + CHUNK));
    this.size = entries.length;
  }

  remove(key: string, record: Record): void {
    const [at, place] = this.#find(key, record.number);
    const chunk = this.#chunks[at];
    if (chunk?.[place]?.record !== record) return;
    this.size -= 1;
    chunk.splice(place, 1);
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** The entries from a key on, up to and without another. */
  *range(from: string, to: string): Generator<Entry> {
    let [at, place] = this.#find(from, -1);
    for (let chunk = this.#chunks[at]; chunk; chunk = this.#chunks[++at]) {
      for (; place < chunk.length; place++) {
        const entry = chunk[place];
        if (!entry || entry.key >= to) return;
        yield entry;
      }
      place = 0;
    }
  }

  /** The same entries, the last one first. */
  *backwards(from: string, to: string): Generator<Entry> {
    let [at, place] = this.#find(to, -1);
    for (; at >= 0; at--) {
      const chunk = this.#chunks[at] ?? [];
      for (place = Math.min(place, chunk.length) - 1; place >= 0; place--) {
        const entry = chunk[place];
        if (!entry || entry.key < from) return;
        yield entry;
      }
      place = Number.POSITIVE_INFINITY;
    }
  }

  /** The chunk and the place in it of the first entry that is not before the given one. */
  #find(key: string, number: number): [number, number] {
    const before = (entry: Entry | undefined): boolean =>
      entry !== undefined && (entry.key < key || (entry.key === key && entry.record.number < number));
    const at = bisect(this.#chunks.length, (i) => before(this.#chunks[i]?.at(-1)));
    const chunk = this.#chunks[at];
    return [at, chunk ? bisect(chunk.length, (i) => before(chunk[i])) : 0];
  }
}

function bisect(length: number, before: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (before(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
