import { readConfig } from '../shared/process/config.js';
import { connectStore, type Store } from '../shared/store/connect.js';

/** Lends a command the store for as long as it works. */
export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = connectStore(readConfig());
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
