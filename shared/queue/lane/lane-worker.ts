import { type BackendFactory, type Job, type Processor, Worker, type WorkerOptions } from 'bullmq';
import type { Lane } from './lane.js';

type NextJob = Parameters<Worker['nextJobFromJobData']>;

/** BullMQ's worker, which has the lane fetch as many jobs as it can begin and goes on with the locks that these have. */
export class LaneWorker<Data, Result> extends Worker<Data, Result, string, Lane> {
  constructor(
    name: string,
    processor: Processor<Data, Result>,
    opts: WorkerOptions,
    makeBackend: BackendFactory<Lane>,
  ) {
    super(name, processor, opts, makeBackend);
    const isIdle = () => this.#inHand <= 1;
    this.getBackend().ahead.serve(() => this.#room(), isIdle);
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
    return Math.max(1, this.concurrency - this.#inHand + 1);
  }

  /** How many jobs are under way or wait to be begun, with the one that is being asked for. */
  get #inHand(): number {
    // Private, but the only count of them.
    // biome-ignore lint/complexity/useLiteralKeys: the other notation is refused for what is private
    return this['mainLoopQueue']?.numTotal() ?? 0;
  }
}
