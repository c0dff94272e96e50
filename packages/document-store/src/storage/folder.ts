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
  /** Growth of the journal after which a snapshot is taken, in bytes, if it also exceeds the size of the last snapshot. */
  snapshotBytes?: number;
  /** Called with one line that describes a repair. */
  report: (line: string) => void;
  /** Called after a failed write. The process must exit, as no further write is durable. */
  failed: (error: Error) => void;
}

const SNAPSHOT_BYTES = 64 * 1024 * 1024;

/**
 * Data folder with one file, `journal-N`: a snapshot, then every change since it was begun. A journal that has grown too long is
 * replaced by the next one. Only one process at a time has the folder open.
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
  #changesMeanwhile: Uint8Array[] = [];

  private constructor(path: string, lock: Server, options: FolderOptions) {
    this.path = path;
    this.#lock = lock;
    this.#options = options;
    this.store = new Store((entry) => {
      this.journal.append(entry);
      if (this.#snapshot) this.#changesMeanwhile.push(entry);
      else this.#snapshotIfDue();
    });
    const { number, snapshotSize, end } = this.#recover();
    this.#number = number;
    this.#snapshotSize = snapshotSize;
    this.journal = new Journal(this.#findFile(number), end, options.failed);
  }

  /**
   * Locks the folder and reads its data.
   * @throws StartError if another process has locked it, or it is damaged or has another format
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

  /** Replaces the journal by the next one, which begins with a snapshot. */
  takeSnapshot(): Promise<void> {
    this.#snapshot ??= this.#writeNext()
      .catch((error: Error) => this.#options.failed(error))
      .finally(() => {
        this.#snapshot = undefined;
      });
    return this.#snapshot;
  }

  #snapshotIfDue(): void {
    const due = Math.max(this.#options.snapshotBytes ?? SNAPSHOT_BYTES, this.#snapshotSize);
    if (this.journal.size - this.#snapshotSize > due) void this.takeSnapshot();
  }

  async #writeNext(): Promise<void> {
    this.#changesMeanwhile = [];
    const [current, next] = [this.#findFile(this.#number), this.#findFile(this.#number + 1)];
    const draft = new Draft(next);
    try {
      for (const entry of this.store.entries()) if (draft.add(entry)) await nextTurn();
      draft.endSnapshot();
      this.#snapshotSize = draft.size;
      await draft.sync();
      // The rest is synchronous, so that no change is lost between the journals.
      for (const entry of this.#changesMeanwhile) draft.add(entry);
      draft.finish();
    } finally {
      draft.close();
    }
    this.journal.switchTo(next, draft.size);
    this.#number += 1;
    rmSync(current);
  }

  /** Reads the newest journal. @returns its number, the size of its snapshot, and the end of its data */
  #recover(): { number: number; snapshotSize: number; end: number } {
    const names = readdirSync(this.path);
    for (const name of names) if (name.endsWith('.new')) rmSync(join(this.path, name));
    const numbers = names.filter((name) => /^journal-\d+$/.test(name)).map((name) => Number(name.slice(8)));
    const number = Math.max(...numbers, 1);
    const path = this.#findFile(number);
    if (numbers.length === 0) createJournal(path);
    let snapshotSize = 0;
    const { end, size } = readFrames(path, (bytes, frameEnd) => {
      for (const entry of readEntries(bytes)) {
        if (entry.kind === 'end') snapshotSize = frameEnd;
        else this.store.replay(entry);
      }
    });
    // A journal gets its name after its snapshot is complete.
    if (snapshotSize === 0) throw new StartError(`${path} is damaged at byte ${end}. Restore the folder from a copy`);
    if (end < size) {
      truncateSync(path, end);
      this.#options.report(`${path}: removed ${size - end} bytes of an incomplete write`);
    }
    this.store.finishReplay();
    for (const old of numbers) if (old < number) rmSync(this.#findFile(old));
    return { number, snapshotSize, end };
  }

  #findFile(number: number): string {
    return join(this.path, `journal-${String(number).padStart(8, '0')}`);
  }
}

/**
 * Locks the folder by listening on a socket named after it, which the system closes however the process exits. On Linux it is an
 * abstract socket, elsewhere a file in the folder.
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
