import { setTimeout as pause } from 'node:timers/promises';
import { withTimeout } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import type { Step } from './call.js';

/** Graceful shutdown of a front: announces it, serves on until load balancers have noticed, then finishes the requests in flight. */
export class Drain {
  #begun = false;

  constructor(private readonly config: Pick<Config, 'SHUTDOWN_NOTICE_MS' | 'SHUTDOWN_GRACE_MS'>) {}

  /** True once the shutdown is announced, so that load balancers choose another front. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Closes connections after their response once the shutdown is announced. */
  readonly closeConnections: Step = async (ctx, next) => {
    await next();
    if (this.#begun) ctx.set('Connection', 'close');
  };

  /** Announces the shutdown, waits, then stops accepting connections and lets requests finish. */
  async run(listener: { close(): Promise<void> }): Promise<void> {
    const { SHUTDOWN_NOTICE_MS, SHUTDOWN_GRACE_MS } = this.config;
    this.#begun = true;
    await pause(SHUTDOWN_NOTICE_MS);
    await withTimeout(SHUTDOWN_GRACE_MS, listener.close());
  }
}
