import { Worker } from 'node:worker_threads';

const BEAT_MS = 250;
const LOOK_MS = 250;
/** No single step of a call takes a process so much processor time, in ms. On a busy machine that takes longer to pass. */
const HANGS_AFTER_CPU_MS = 4_000;

/** Runs in a thread of its own, which goes on while the event loop of the process does not. */
const PROGRAM = `
const { workerData: { beats, hangsAfterMs } } = require('node:worker_threads');
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
  if ((user + system) / 1_000 > hangsAfterMs) process.kill(process.pid, 'SIGKILL');
}, ${LOOK_MS});
`;

/**
 * Kills this process when its event loop hangs, as over an endless loop: then it does nothing any more, and whoever supervises it
 * takes it for alive.
 *
 * @param hangsAfterMs processor time that it has spent without coming back to its event loop, in ms
 * @returns ends the watch
 */
export function killWhenHung(hangsAfterMs: number = HANGS_AFTER_CPU_MS): () => Promise<unknown> {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const beating = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  const watchdog = new Worker(PROGRAM, {
    eval: true,
    workerData: { beats, hangsAfterMs },
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
