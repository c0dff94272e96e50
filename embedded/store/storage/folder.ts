import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encode } from '../language/values.js';
import { listenOn } from '../listen.js';
import { readEntries, writeEntry } from './entries.js';
import { DataFolderError, FILE_HEADER, frame, readFrames } from './frames.js';
import { createFile, Journal, renameDurably } from './journal.js';
import { Store } from './store.js';

export interface FolderOptions {
  /** A snapshot is taken when the journal has grown beyond this many bytes and beyond the last snapshot. */
  snapshotBytes?: number;
  /** Is told in one line what was repaired. */
  report: (line: string) => void;
  /** Is called when the disk refuses a write; the process must end, for nothing more can be made durable. */
  failed: (error: Error) => void;
}

const SNAPSHOT_BYTES = 64 * 1024 * 1024;
const FRAME_BYTES = 256 * 1024;

/**
 * The folder that holds the data: `snapshot-N`, the state when `journal-N` was begun, and the journals from N on.
 * Only one process at a time has it open.
 */
export class DataFolder {
  readonly path: string;
  readonly store: Store;
  readonly journal: Journal;
  readonly #lock: Server;
  readonly #options: FolderOptions;
  #number: number;
  #snapshotSize = 0;
  #snapshot: Promise<void> | undefined;

  private constructor(path: string, lock: Server, options: FolderOptions) {
    this.path = path;
    this.#lock = lock;
    this.#options = options;
    this.store = new Store((entry) => {
      this.journal.append(entry);
      this.#snapshotWhenDue();
    });
    const { number, end } = this.#recover();
    this.#number = number;
    this.journal = new Journal(this.#file('journal', number), end, options.failed);
  }

  /**
   * Takes the folder and reads what is in it.
   * @throws DataFolderError when another process has it, or when it is damaged or of another format
   */
  static async open(path: string, options: FolderOptions): Promise<DataFolder> {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
    const lock = await takeLock(path);
    try {
      return new DataFolder(path, lock, options);
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  /** Lets the folder go when all is on the disk. */
  async close(): Promise<void> {
    await this.#snapshot;
    await new Promise<void>((resolve) => this.journal.whenDurable(resolve));
    this.journal.close();
    this.#lock.close();
  }

  /** Writes a snapshot of everything; the journals before it are not needed any more. */
  takeSnapshot(): Promise<void> {
    this.#snapshot ??= this.#writeSnapshot()
      .catch((error: Error) => this.#options.failed(error))
      .finally(() => {
        this.#snapshot = undefined;
      });
    return this.#snapshot;
  }

  #snapshotWhenDue(): void {
    const due = Math.max(this.#options.snapshotBytes ?? SNAPSHOT_BYTES, this.#snapshotSize);
    if (!this.#snapshot && this.journal.size > due) void this.takeSnapshot();
  }

  async #writeSnapshot(): Promise<void> {
    const number = this.#number + 1;
    createFile(this.#file('journal', number));
    this.journal.switchTo(this.#file('journal', number));
    this.#number = number;
    const path = this.#file('snapshot', number);
    const size = await this.#writeState(`${path}.new`);
    // The snapshot may hold changes that are not in the journal yet: it must not count before they are.
    await new Promise<void>((resolve) => this.journal.whenDurable(resolve));
    renameDurably(`${path}.new`, path);
    this.#snapshotSize = size;
    this.#removeBefore(number);
  }

  async #writeState(path: string): Promise<number> {
    const file = openSync(path, 'w', 0o600);
    try {
      let size = writeSync(file, FILE_HEADER);
      let parts: Uint8Array[] = [];
      let bytes = 0;
      const flush = (): void => {
        const whole = frame(parts, size);
        for (let at = 0; at < whole.length; ) at += writeSync(file, whole, at);
        size += whole.length;
        [parts, bytes] = [[], 0];
      };
      for (const entry of this.store.entries()) {
        parts.push(entry);
        bytes += entry.length;
        if (bytes < FRAME_BYTES) continue;
        flush();
        await nextTurn();
      }
      parts.push(writeEntry('end', '', encode({})));
      flush();
      fdatasyncSync(file);
      return size;
    } finally {
      closeSync(file);
    }
  }

  /** Reads the newest snapshot and the journals since. @returns the journal to go on with and where it ends */
  #recover(): { number: number; end: number } {
    const snapshot = Math.max(0, ...this.#numbers('snapshot'));
    const journals = this.#numbers('journal')
      .filter((number) => number >= Math.max(snapshot, 1))
      .sort((a, b) => a - b);
    for (const name of readdirSync(this.path)) if (name.endsWith('.new')) rmSync(join(this.path, name));
    if (snapshot > 0) this.#readSnapshot(snapshot);
    if (journals.length === 0 && snapshot === 0) {
      createFile(this.#file('journal', 1));
      journals.push(1);
    }
    journals.unshift(...(journals[0] === Math.max(snapshot, 1) ? [] : [Math.max(snapshot, 1)]));
    journals.forEach((number, i) => {
      if (number !== (journals[0] ?? 0) + i || !existsSync(this.#file('journal', number)))
        throw new DataFolderError(`${this.#file('journal', (journals[0] ?? 0) + i)} is missing`);
    });
    let end = 0;
    let torn: string | undefined;
    for (const number of journals) {
      const path = this.#file('journal', number);
      const read = readFrames(path, (bytes) => {
        if (torn !== undefined)
          throw new DataFolderError(
            `${torn} is damaged at byte ${end}, and ${path} goes on after it. Restore the folder from a copy`,
          );
        this.#replay(bytes);
      });
      end = read.end;
      if (read.end === read.size) continue;
      torn = path;
      truncateSync(path, read.end);
      this.#options.report(`${path}: cut ${read.size - read.end} bytes of a write that was not finished`);
    }
    this.store.finishReplay();
    this.#removeBefore(snapshot);
    return { number: journals.at(-1) ?? 1, end };
  }

  #readSnapshot(number: number): void {
    const path = this.#file('snapshot', number);
    let whole = false;
    const { end, size } = readFrames(path, (bytes) => {
      whole = this.#replay(bytes);
    });
    if (end < size || !whole)
      throw new DataFolderError(`${path} is damaged at byte ${end}. Restore the folder from a copy`);
    this.#snapshotSize = statSync(path).size;
  }

  /** @returns whether the frame's last entry is the end of a snapshot */
  #replay(bytes: Buffer): boolean {
    let last = '';
    for (const entry of readEntries(bytes)) {
      this.store.replay(entry);
      last = entry.what;
    }
    return last === 'end';
  }

  #removeBefore(number: number): void {
    for (const kind of ['snapshot', 'journal'] as const)
      for (const old of this.#numbers(kind)) if (old < number) rmSync(this.#file(kind, old));
  }

  #numbers(kind: 'snapshot' | 'journal'): number[] {
    return readdirSync(this.path).flatMap((name) => {
      const number = new RegExp(`^${kind}-(\\d+)$`).exec(name)?.[1];
      return number === undefined ? [] : [Number(number)];
    });
  }

  #file(kind: 'snapshot' | 'journal', number: number): string {
    return join(this.path, `${kind}-${String(number).padStart(8, '0')}`);
  }
}

/**
 * Takes the folder for this process by listening on a socket named after it, which the system lets go of however the
 * process ends. Linux has names for that outside the file system; elsewhere it is a file in the folder.
 */
async function takeLock(path: string): Promise<Server> {
  const real = realpathSync(path);
  const { dev, ino } = statSync(real);
  const id = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32);
  const lock = createServer((socket) => socket.destroy());
  lock.unref();
  try {
    await listenOn(lock, { path: process.platform === 'linux' ? `\0utility-api-store-${id}` : join(real, 'lock') });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new DataFolderError(`the data folder ${path} is in use by another document store`);
    throw error;
  }
  return lock;
}
