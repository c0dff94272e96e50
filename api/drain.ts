import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { within } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import type { Step } from './call.js';

/** A turn of the event loop in which less time went by, in ms, had nothing to do. */
const QUIET_MS = 0.05;
/** Where no turn is so quiet, the front does not wait longer for one, in ms. */
const QUIET_WITHIN_MS = 2_000;

/** How a front ends without failing a call: it says so first, serves on until balancers have noticed, and only then leaves. */
export class Drain {
  #begun = false;

  constructor(private readonly config: Pick<Config, 'SHUTDOWN_NOTICE_MS' | 'SHUTDOWN_GRACE_MS'>) {}

  /** Whether this front is about to end, so that balancers are to choose another. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Ends the connection of whatever is answered from now on, so that its next request goes elsewhere. */
  readonly closeConnections: Step = async (ctx, next) => {
    await next();
    if (this.#begun) ctx.set('Connection', 'close');
  };

  /** Announces the end, serves on for a while, then accepts nothing new and lets what is in flight finish. */
  async run(listener: { close(): Promise<void> }): Promise<void> {
    const { SHUTDOWN_NOTICE_MS, SHUTDOWN_GRACE_MS } = this.config;
    this.#begun = true;
    await pause(SHUTDOWN_NOTICE_MS);
    await quietTurn();
    await within(SHUTDOWN_GRACE_MS, listener.close());
  }
}

/**
 * Waits for a turn of the event loop without events. What has connected, or sent a request on an idle connection, has been
 * taken in then; a server that closes a moment later resets what came meanwhile, which is not refused and so not tried
 * elsewhere.
 */
async function quietTurn(): Promise<void> {
  const limit = performance.now() + QUIET_WITHIN_MS;
  for (let began = performance.now(); began < limit; began = performance.now()) {
    await turn();
    if (performance.now() - began < QUIET_MS) return;
  }
}
