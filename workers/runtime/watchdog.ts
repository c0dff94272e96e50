import { Worker } from 'node:worker_threads';

const BEAT_MS = 250;
const CHECK_MS = 250;
/** Processor time without a turn of the event loop after which a process counts as hung, in ms. No handler blocks it for so long. */
const HUNG_AFTER_CPU_MS = 2_000;

/** Runs in a thread, which continues while the event loop of the process is blocked. */
const PROGRAM = `
const { workerData: { beats, hungAfterMs } } = require('node:worker_threads');
let last = -1;
let since = process.cpuUsage();
setInterval(() => {
  const beat = Atomics.load(beats, 0);
  if (beat !== last) {
    last = beat;
    since = process.cpuUsage();
    return;
  }
  const { user, system } = process.cpuUsage(since);
  if ((user + system) / 1_000 > hungAfterMs) process.kill(process.pid, 'SIGKILL');
}, ${CHECK_MS});
`;

/**
 * Kills this process when its event loop hangs, as in an endless loop, so that its supervisor starts another and its jobs are taken over.
 *
 * @param hungAfterMs processor time without a turn of the event loop, in ms: waiting for a processor does not count
 * @returns stops the watchdog
 */
export function killWhenHung(hungAfterMs: number = HUNG_AFTER_CPU_MS): () => Promise<unknown> {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const beating = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  const watchdog = new Worker(PROGRAM, {
    eval: true,
    workerData: { beats, hungAfterMs },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  watchdog.unref();
  return () => {
    clearInterval(beating);
    return watchdog.terminate();
  };
}
