import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync, truncateSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StartError } from '../errors.js';
import { isInUse, listenOn } from '../listen.js';
import { readEntries, readFrames } from './format.js';
import { createJournal, Draft, Journal } from './journal.js';
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

/**
 * The folder that holds the data in one file, `journal-N`: a snapshot of all there was when it was begun, then every
 * change since. When it has grown too long, the next one is written beside it and takes its place. Only one process at a
 * time has the folder open.
 */
export class DataFolder {
  readonly path: string;
  readonly store: Store;
  readonly journal: Journal;
  readonly #lock: Server;
  readonly #options: FolderOptions;
  #number: number;
  /** Bytes of the snapshot at the beginning of the file. */
  #snapshotSize: number;
  #snapshot: Promise<void> | undefined;
  /** Changes since the start of a running snapshot. */
  #meanwhile: Uint8Array[] = [];

  private constructor(path: string, lock: Server, options: FolderOptions) {
    this.path = path;
    this.#lock = lock;
    this.#options = options;
    this.store = new Store((entry) => {
      this.journal.append(entry);
      if (this.#snapshot) this.#meanwhile.push(entry);
      else this.#snapshotWhenDue();
    });
    const { number, snapshotSize, end } = this.#recover();
    this.#number = number;
    this.#snapshotSize = snapshotSize;
    this.journal = new Journal(this.#file(number), end, options.failed);
  }

  /**
   * Takes the folder and reads what is in it.
   * @throws StartError when another process has it, or when it is damaged or of another format
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

  /** Releases the folder once everything is written to disk. */
  async close(): Promise<void> {
    await this.#snapshot;
    await new Promise<void>((resolve) => this.journal.whenDurable(resolve));
    this.journal.close();
    this.#lock.close();
  }

  /** Begins the next file with a snapshot of everything; the one before it is not needed any more. */
  takeSnapshot(): Promise<void> {
    this.#snapshot ??= this.#writeNext()
      .catch((error: Error) => this.#options.failed(error))
      .finally(() => {
        this.#snapshot = undefined;
      });
    return this.#snapshot;
  }

  #snapshotWhenDue(): void {
    const due = Math.max(this.#options.snapshotBytes ?? SNAPSHOT_BYTES, this.#snapshotSize);
    if (this.journal.size - this.#snapshotSize > due) void this.takeSnapshot();
  }

  async #writeNext(): Promise<void> {
    this.#meanwhile = [];
    const [held, next] = [this.#file(this.#number), this.#file(this.#number + 1)];
    const draft = new Draft(next);
    try {
      for (const entry of this.store.entries()) if (draft.add(entry)) await nextTurn();
      draft.endSnapshot();
      this.#snapshotSize = draft.size;
      await draft.sync();
      // Nothing else runs from here on, until the new journal has taken the place of the old one.
      for (const entry of this.#meanwhile) draft.add(entry);
      draft.finish();
    } finally {
      draft.close();
    }
    this.journal.goOnIn(next, draft.size);
    this.#number += 1;
    rmSync(held);
  }

  /** Reads the newest file. @returns its number, the size of its snapshot, and where it ends */
  #recover(): { number: number; snapshotSize: number; end: number } {
    const names = readdirSync(this.path);
    for (const name of names) if (name.endsWith('.new')) rmSync(join(this.path, name));
    const numbers = names.filter((name) => /^journal-\d+$/.test(name)).map((name) => Number(name.slice(8)));
    const number = Math.max(...numbers, 1);
    const path = this.#file(number);
    if (numbers.length === 0) createJournal(path);
    let snapshotSize = 0;
    const { end, size } = readFrames(path, (bytes, frameEnd) => {
      for (const entry of readEntries(bytes)) {
        if (entry.kind === 'end') snapshotSize = frameEnd;
        else this.store.replay(entry);
      }
    });
    // A file has its name only since its snapshot is whole.
    if (snapshotSize === 0) throw new StartError(`${path} is damaged at byte ${end}. Restore the folder from a copy`);
    if (end < size) {
      truncateSync(path, end);
      this.#options.report(`${path}: cut ${size - end} bytes of a write that was not finished`);
    }
    this.store.finishReplay();
    for (const old of numbers) if (old < number) rmSync(this.#file(old));
    return { number, snapshotSize, end };
  }

  #file(number: number): string {
    return join(this.path, `journal-${String(number).padStart(8, '0')}`);
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
    if (isInUse(error)) throw new StartError(`the data folder ${path} is in use by another document store`);
    throw error;
  }
  return lock;
}
