import type { Logger } from './log.js';

/** A process cannot start, for a reason that its operator can fix. The message is all that they need to see. */
export class StartError extends Error {}

/** A process that has started. */
export interface Running {
  /** Sent to the launcher once the process is ready, e.g. its port. */
  facts?: Record<string, string | number>;
  stop(): Promise<void>;
}

/** umask(2) bits that deny everything to users outside of the process's group. */
const OTHERS = 0o007;

/**
 * Runs a process until SIGTERM or SIGINT, or until the launcher that started it is gone. Its files are for its user, and for its group as
 * far as the umask allows. The exit code is 0 after a clean stop, and 1, after one line with the reason, if it could not start.
 *
 * @param graceMs time for which it may stop, before it exits anyway
 * @param start receives a signal that is aborted when the process begins to stop
 */
export async function runProcess(
  log: Logger,
  graceMs: number,
  start: (stopping: AbortSignal) => Promise<Running>,
): Promise<void> {
  process.umask(process.umask() | OTHERS);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  const stopping = new AbortController();
  let running: Running | undefined;
  const stop = (reason: string) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.debug({ reason }, 'stopping');
    setTimeout(() => process.exit(1), graceMs + 1_000).unref();
    Promise.resolve(running?.stop()).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('disconnect', () => stop('the launcher is gone'));
  try {
    running = await start(stopping.signal);
    process.send?.({ ready: true, ...running.facts });
  } catch (error) {
    if (!(error instanceof StartError)) log.fatal({ err: error }, 'could not start');
    const reason = error instanceof Error ? error.message : String(error);
    if (process.send) process.send({ failed: reason }, () => process.exit(1));
    else {
      process.stderr.write(`${reason}\n`);
      process.exit(1);
    }
  }
}
