import { parseArgs } from 'node:util';
import { readConfig } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { type Running, runProcess, StartError } from '../../shared/process/run-process.js';
import { OUTLIVE_MS, outliveCallers } from '../outlive.js';
import { startStore } from './server.js';

const USAGE = 'usage: npm run store -- --dir <folder> [--socket <path>] [--port <number>]';
const STOP_WITHIN_MS = 10_000;

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        dir: { type: 'string' },
        socket: { type: 'string' },
        port: { type: 'string' },
        'snapshot-bytes': { type: 'string' },
      },
    });
    const { dir, socket, port, 'snapshot-bytes': snapshotBytes } = values;
    if (dir === undefined || (socket === undefined && port === undefined))
      throw new Error('a --dir and a --socket or a --port are needed');
    for (const number of [port, snapshotBytes])
      if (number !== undefined && !/^\d{1,15}$/.test(number)) throw new Error(`${number} is no number`);
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

/** Serves a data folder. Started alone, it says at which URLs. */
async function start(): Promise<Running> {
  const store = await startStore({
    ...readArguments(),
    report: (line) => console.error(line),
    failed(error) {
      console.error(`the document store ends, for its data folder cannot be written: ${error.message}`);
      process.exit(1);
    },
  });
  if (!process.send) process.stdout.write(store.urls.map((url) => `MONGODB_URL=${url}\n`).join(''));
  return {
    facts: { url: store.urls[0] ?? '' },
    async stop() {
      await outliveCallers();
      await store.stop();
    },
  };
}

await runProcess(createLogger('store', readConfig()), OUTLIVE_MS + STOP_WITHIN_MS, start);
