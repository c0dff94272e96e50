import { closeSync, constants, openSync, write } from 'node:fs';
import { frame } from './frames.js';

interface Batch {
  entries: Uint8Array[];
  waiting: (() => void)[];
}

/**
 * An append-only file. What arrives while one write is under way goes to disk together with the next (group commit);
 * the file is opened so that a write returns when its data is on the disk.
 */
export class Journal {
  #file: number;
  #offset: number;
  #next: { path: string; end: number } | undefined;
  #pending: Batch = { entries: [], waiting: [] };
  #underway: Batch | undefined;
  readonly #failed: (error: Error) => void;

  /**
   * @param path an existing file of frames
   * @param end where its whole frames end
   * @param failed is called when a write fails, after which nothing more is acknowledged
   */
  constructor(path: string, end: number, failed: (error: Error) => void) {
    this.#file = openDurable(path);
    this.#offset = end;
    this.#failed = failed;
  }

  /** Bytes in the file that is written to, or will be next. */
  get size(): number {
    return this.#next?.end ?? this.#offset;
  }

  append(entry: Uint8Array): void {
    if (this.#pending.entries.push(entry) === 1 && !this.#underway) setImmediate(() => this.#write());
  }

  /** Calls back as soon as all that has been appended is on the disk. */
  whenDurable(callback: () => void): void {
    const batch = this.#pending.entries.length > 0 ? this.#pending : this.#underway;
    if (batch) batch.waiting.push(callback);
    else callback();
  }

  /** Goes on in another file, from the next write on. @param end where its whole frames end */
  goOnIn(path: string, end: number): void {
    this.#next = { path, end };
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(): void {
    if (this.#underway || this.#pending.entries.length === 0) return;
    const batch = this.#pending;
    this.#underway = batch;
    this.#pending = { entries: [], waiting: [] };
    if (this.#next) {
      closeSync(this.#file);
      this.#file = openDurable(this.#next.path);
      this.#offset = this.#next.end;
      this.#next = undefined;
    }
    this.#writeAll(frame(batch.entries, this.#offset), 0, batch);
  }

  #writeAll(bytes: Buffer, from: number, batch: Batch): void {
    write(this.#file, bytes, from, bytes.length - from, this.#offset + from, (error, count) => {
      if (error) return this.#failed(error);
      if (from + count < bytes.length) return this.#writeAll(bytes, from + count, batch);
      this.#offset += bytes.length;
      this.#underway = undefined;
      for (const callback of batch.waiting) callback();
      this.#write();
    });
  }
}

function openDurable(path: string): number {
  return openSync(path, constants.O_WRONLY | constants.O_DSYNC);
}
