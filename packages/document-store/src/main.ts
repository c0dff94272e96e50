import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type RunningStore, StartError, startStore } from './server.js';

/**
 * Serves a data folder until SIGTERM or SIGINT. Without a parent process it prints its URLs. With an IPC channel it sends
 * `{ ready: true, url }` or `{ failed: reason }`, and stops after the channel has closed.
 * The exit code is 0 after a clean stop; 1, with one line that says why, if it cannot start or write.
 */

const USAGE =
  'usage: document-store --dir <folder> [--socket <path>] [--port <number>] [--snapshot-bytes <number>] | --version';
/** Time that the store continues after its parent has exited, in ms, for other processes that still use it. */
const OUTLIVES_PARENT_MS = 4_000;
/** Timeout of a shutdown, that time included, in ms. */
const STOP_WITHIN_MS = 15_000;

const hasParent = process.connected === true;

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        dir: { type: 'string' },
        socket: { type: 'string' },
        port: { type: 'string' },
        'snapshot-bytes': { type: 'string' },
        version: { type: 'boolean' },
      },
    });
    if (values.version) printVersion();
    const { dir, socket, port, 'snapshot-bytes': snapshotBytes } = values;
    if (dir === undefined || (socket === undefined && port === undefined))
      throw new Error('--dir and either --socket or --port are required');
    for (const number of [port, snapshotBytes])
      if (number !== undefined && !/^\d{1,15}$/.test(number)) throw new Error(`${number} is not a number`);
    return {
      dir,
      ...(socket === undefined ? {} : { socket }),
      ...(port === undefined ? {} : { port: Number(port) }),
      ...(snapshotBytes === undefined ? {} : { snapshotBytes: Number(snapshotBytes) }),
    };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

/** Reads the version of the package that contains this file: the store, or the platform. */
function readVersion(): string {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder);
  return JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).version;
}

function printVersion(): never {
  process.stdout.write(`${readVersion()}\n`);
  process.exit(0);
}

async function start(): Promise<RunningStore> {
  const store = await startStore({
    ...readArguments(),
    report: (line) => console.error(line),
    failed(error) {
      console.error(`the document store ends, for its data folder cannot be written: ${error.message}`);
      process.exit(1);
    },
  });
  if (process.send) process.send({ ready: true, url: store.urls[0] ?? '' });
  else process.stdout.write(store.urls.map((url) => `MONGODB_URL=${url}\n`).join(''));
  return store;
}

function failToStart(error: unknown): void {
  if (!(error instanceof StartError)) console.error(error);
  const reason = error instanceof Error ? error.message : String(error);
  if (process.send) process.send({ failed: reason }, () => process.exit(1));
  else {
    if (error instanceof StartError) console.error(reason);
    process.exit(1);
  }
}

/** Stops the process, also one that has not started yet. */
async function stop(store: RunningStore | undefined): Promise<void> {
  const isOrphan = hasParent && !process.connected;
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  try {
    if (store && isOrphan) await new Promise((resolve) => setTimeout(resolve, OUTLIVES_PARENT_MS));
    await store?.stop();
    process.exit(0);
  } catch (error) {
    console.error('could not stop cleanly:', error);
    process.exit(1);
  }
}

let store: RunningStore | undefined;
let stopping = false;
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.on(event, () => {
    if (!stopping) void stop(store);
    stopping = true;
  });
process.on('unhandledRejection', (error) => console.error('unhandled rejection:', error));
start().then((started) => {
  store = started;
}, failToStart);
