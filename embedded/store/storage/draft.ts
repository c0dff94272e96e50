import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { encode } from '../language/values.js';
import { writeEntry } from './entries.js';
import { FILE_HEADER, frame } from './frames.js';

const FRAME_BYTES = 256 * 1024;

/** A journal in the making: it counts from the moment on in which it is whole and gets its name. */
export class Draft {
  /** Bytes written so far. */
  size: number;
  readonly #path: string;
  readonly #file: number;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  /** @param path the name that it is to have */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(`${path}.new`, 'w', 0o600);
    this.size = writeSync(this.#file, FILE_HEADER);
  }

  /** @returns whether so much has come together that it was written */
  add(entry: Uint8Array): boolean {
    this.#parts.push(entry);
    this.#bytes += entry.length;
    if (this.#bytes < FRAME_BYTES) return false;
    this.#write();
    return true;
  }

  /** Says that what has been added so far is the whole snapshot. */
  endSnapshot(): void {
    this.add(writeEntry('end', '', encode({})));
    this.#write();
  }

  /** Resolves when all that has been written is on the disk. */
  sync(): Promise<void> {
    return promisify(fdatasync)(this.#file);
  }

  /** Writes what is left, and lets the file have its name, so that both outlast a loss of power. */
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
    const whole = frame(this.#parts, this.size);
    for (let at = 0; at < whole.length; ) at += writeSync(this.#file, whole, at);
    this.size += whole.length;
    [this.#parts, this.#bytes] = [[], 0];
  }
}

/** Makes a journal of an empty store. */
export function createJournal(path: string): void {
  const draft = new Draft(path);
  draft.endSnapshot();
  draft.finish();
  draft.close();
}
