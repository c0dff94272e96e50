import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { type Running, StartError } from '../../shared/process/run-process.js';

const START_WITHIN_MS = 60_000;
const RESTART_AFTER_MS = 500;

/** The processes that a primary process runs. */
export interface Processes extends Running {
  /** Returns the processes that are serving. */
  serving(): Worker[];
}

/** True if a primary process runs this process. */
export const isOneOfMany = cluster.isWorker;

/**
 * Runs several processes of this program with its arguments, and restarts those that end. When this process is killed they end as
 * well, and other workers take over their jobs.
 *
 * @param onEnd called with the exit code or signal of each process that ended
 * @throws StartError if a process cannot start at first; all are ended then
 */
export async function runProcesses(number: number, onEnd: (how: string) => void): Promise<Processes> {
  cluster.setupPrimary({ args: process.argv.slice(2) });
  let stopping = false;
  const running = new Set<Worker>();
  const serving = new Set<Worker>();
  const start = async (): Promise<void> => {
    const worker = cluster.fork();
    running.add(worker);
    const exited = once(worker, 'exit').then(([code, signal]) => {
      running.delete(worker);
      serving.delete(worker);
      return String(signal ?? code);
    });
    await untilReady(worker, exited);
    serving.add(worker);
    void exited.then((how) => {
      if (!stopping) replace(how);
    });
  };
  const replace = (how: string): void => {
    onEnd(how);
    setTimeout(() => {
      if (!stopping) start().catch((error: Error) => replace(error.message));
    }, RESTART_AFTER_MS);
  };
  const stop = async () => {
    stopping = true;
    await Promise.all(
      [...running].map(async (worker) => {
        const exited = once(worker, 'exit');
        worker.process.kill('SIGTERM');
        await exited;
      }),
    );
  };
  try {
    await Promise.all(Array.from({ length: number }, start));
  } catch (error) {
    for (const worker of running) worker.process.kill('SIGKILL');
    throw error;
  }
  return {
    facts: { processes: number },
    serving: () => [...serving].filter((worker) => worker.isConnected()),
    stop,
  };
}

/** Waits until a process is ready. */
async function untilReady(worker: Worker, exited: Promise<string>): Promise<void> {
  let limit: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      limit = setTimeout(() => reject(new StartError('a process did not start in time')), START_WITHIN_MS);
      void exited.then((how) => reject(new StartError(`a process ended (${how}) while starting`)));
      worker.on('message', (message: unknown) => {
        if (typeof message !== 'object' || message === null) return;
        if ('failed' in message) reject(new StartError(String(message.failed)));
        if ('ready' in message) resolve();
      });
    });
  } catch (error) {
    worker.process.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(limit);
  }
}
