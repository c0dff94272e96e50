import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  renameSync,
  write,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { encode } from '../language/values.js';
import { createFrame, encodeEntry, FILE_HEADER } from './format.js';

interface Batch {
  entries: Uint8Array[];
  waiting: (() => void)[];
}

/**
 * An append-only file with group commit: entries that arrive during a write are written together by the next one. A write returns
 * when its data is on disk.
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
   * @param end end of its complete frames
   * @param failed called after a failed write; no later change is acknowledged
   */
  constructor(path: string, end: number, failed: (error: Error) => void) {
    this.#file = openDurable(path);
    this.#offset = end;
    this.#failed = failed;
  }

  /** Size of the file for the next write, in bytes. */
  get size(): number {
    return this.#next?.end ?? this.#offset;
  }

  append(entry: Uint8Array): void {
    if (this.#pending.entries.push(entry) === 1 && !this.#underway) setImmediate(() => this.#write());
  }

  /** Calls back when all appended entries are on disk. */
  whenDurable(callback: () => void): void {
    const batch = this.#pending.entries.length > 0 ? this.#pending : this.#underway;
    if (batch) batch.waiting.push(callback);
    else callback();
  }

  /** Switches to another file with the next write. @param end end of its complete frames */
  switchTo(path: string, end: number): void {
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
    this.#writeAll(createFrame(batch.entries, this.#offset), 0, batch);
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

const FRAME_BYTES = 256 * 1024;

/** A journal that is being written. It gets its name when it is complete. */
export class Draft {
  /** Bytes written so far. */
  size: number;
  readonly #path: string;
  readonly #file: number;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  /** @param path name of the complete journal */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(`${path}.new`, 'w', 0o600);
    this.size = writeSync(this.#file, FILE_HEADER);
  }

  /** Adds an entry. @returns true if a frame was full and was written */
  add(entry: Uint8Array): boolean {
    this.#parts.push(entry);
    this.#bytes += entry.length;
    if (this.#bytes < FRAME_BYTES) return false;
    this.#write();
    return true;
  }

  /** Marks the end of the snapshot. */
  endSnapshot(): void {
    this.add(encodeEntry('end', '', encode({})));
    this.#write();
  }

  /** Resolves when all written frames are on disk. */
  sync(): Promise<void> {
    return promisify(fdatasync)(this.#file);
  }

  /** Writes the rest and gives the file its name, so that both survive a loss of power. */
  finish(): void {
    this.#write();
    fdatasyncSync(this.#file);
    renameSync(`${this.#path}.new`, this.#path);
    const folder = openSync(dirname(this.#path), 'r');
    fsyncSync(folder);
    closeSync(folder);
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(): void {
    if (this.#parts.length === 0) return;
    const whole = createFrame(this.#parts, this.size);
    for (let at = 0; at < whole.length; ) at += writeSync(this.#file, whole, at);
    this.size += whole.length;
    [this.#parts, this.#bytes] = [[], 0];
  }
}

/** Creates the journal of an empty store. */
export function createJournal(path: string): void {
  const draft = new Draft(path);
  draft.endSnapshot();
  draft.finish();
  draft.close();
}
