import type { BackendFactory, Job, Processor } from 'bullmq';
import { type NextJob, type StartOptions, TimelyWorker } from '../timely-worker.js';
import type { Lane } from './lane.js';

/** The worker that has the lane fetch as many jobs as it can begin and goes on with the locks that these have. */
export class LaneWorker<Data, Result> extends TimelyWorker<Data, Result, Lane> {
  constructor(name: string, processor: Processor<Data, Result>, opts: StartOptions, makeBackend: BackendFactory<Lane>) {
    super(name, processor, opts, makeBackend);
    this.getBackend().ahead.serve(() => this.#room());
  }

  protected override nextJobFromJobData(...[fields, id, token]: NextJob): Promise<Job<Data, Result>> {
    return super.nextJobFromJobData(fields, id, this.getBackend().ahead.takeToken(id) ?? token);
  }

  override async pause(doNotWaitActive?: boolean): Promise<void> {
    const paused = super.pause(doNotWaitActive);
    await this.getBackend().ahead.giveBack();
    return paused;
  }

  override async close(force?: boolean): Promise<void> {
    const closed = super.close(force);
    await this.getBackend().ahead.giveBack();
    return closed;
  }

  /** How many jobs can be begun, with the one that is being asked for; 0 when none is to be. */
  #room(): number {
    if (this.closing || this.paused) return 0;
    if (this.serving) return Math.max(1, this.serving.room);
    // Private, but the only count of what is being fetched, waits to be begun, or is under way.
    // biome-ignore lint/complexity/useLiteralKeys: the other notation is refused for what is private
    const inHand = this['mainLoopQueue']?.numTotal() ?? 0;
    return Math.max(1, this.concurrency - inHand + 1);
  }
}
