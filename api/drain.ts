import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import type { Step } from './call.js';

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
    await within(SHUTDOWN_GRACE_MS, listener.close());
  }
}
