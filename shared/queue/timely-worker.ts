import { type BackendFactory, type Job, type Processor, Worker, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { LaneServing } from './lane-serving.js';
import type { LanePlaces } from './places.js';
import type { ReplyingBackend } from './replying-backend.js';

export type NextJob = Parameters<Worker['nextJobFromJobData']>;

/** How a worker is started. */
export interface StartOptions extends WorkerOptions {
  connection: Redis;
  /** What it has of the places of a process that serves several lanes; as many as its concurrency where it is alone. */
  places?: LanePlaces;
}

/**
 * BullMQ's worker, for jobs that are dated by the clock of Redis. BullMQ tells by the date of its beginning, and this machine's
 * clock, when the lock of a job is to be renewed: for that it has been begun now.
 */
export class TimelyWorker<Data, Result, Backend extends ReplyingBackend = ReplyingBackend> extends Worker<
  Data,
  Result,
  string,
  Backend
> {
  /** Undefined for a worker that is alone: BullMQ has it take as many jobs as its concurrency is. */
  protected readonly serving: LaneServing<Job<Data, Result>> | undefined;
  /** Jobs that are computed elsewhere. */
  readonly #away = new WeakSet<Job<Data, Result>>();
  #fetches = 0;

  constructor(
    name: string,
    processor: Processor<Data, Result>,
    { places, ...opts }: StartOptions,
    makeBackend: BackendFactory<Backend>,
  ) {
    super(name, processor, opts, makeBackend);
    if (!places) return;
    this.serving = new LaneServing(opts.connection, places, {
      isOpen: () => !this.closing && !this.paused,
      fetch: () => this.#fetch(),
      // Private, but the only thing that knows of limits that an operator has set.
      // biome-ignore lint/complexity/useLiteralKeys: the other notation is refused for what is private
      untilAllowed: () => this['waitForRateLimit'](),
      untilCalled: (seconds) => this.#untilCalled(seconds),
      run: async (job, wantsNext) => (await this.processJob(job, job.token ?? '', wantsNext)) ?? undefined,
      failed: (error) => this.emit('error', error instanceof Error ? error : new Error(String(error))),
    });
  }

  override async run(): Promise<void> {
    if (!this.serving) return super.run();
    if (this.closing || this.running) return;
    this.running = true;
    await this.startStalledCheckTimer();
    this.lockManager.start();
    this.mainLoopRunning = this.serving.run();
    await this.mainLoopRunning;
    this.running = false;
  }

  override async close(force?: boolean): Promise<void> {
    this.serving?.stop();
    return super.close(force);
  }

  /** Has another job begun in the place of one that is computed elsewhere, and only has to be ended here. */
  leavePlace(job: Job<Data, Result>): void {
    this.serving?.leavePlace(job);
    if (this.serving || this.#away.has(job)) return;
    this.#away.add(job);
    this.concurrency += 1;
    // The main loop may wait for one of those to end that it has; what has come to nothing has it look again.
    // biome-ignore lint/complexity/useLiteralKeys: private, and the only way to wake it
    this['mainLoopQueue']?.add(Promise.resolve(undefined));
  }

  protected override async callProcessJob(
    job: Job<Data, Result>,
    token: string,
    signal?: AbortSignal,
  ): Promise<Result> {
    try {
      return await super.callProcessJob(job, token, signal);
    } finally {
      if (this.#away.delete(job)) this.concurrency -= 1;
      this.serving?.computed(job);
    }
  }

  protected override async nextJobFromJobData(...given: NextJob): Promise<Job<Data, Result>> {
    const job = await super.nextJobFromJobData(...given);
    // Whatever its type says, it is undefined where there is none.
    if (job) job.processedOn = Date.now();
    return job;
  }

  /** As BullMQ does: a connection that waits in vain is given up, and taken up anew. */
  async #untilCalled(seconds: number): Promise<Awaited<ReturnType<ReplyingBackend['waitForJob']>>> {
    const backend = this.getBackend();
    try {
      return await backend.waitForJob(seconds);
    } catch (error) {
      if (!this.closing) await backend.reconnectBlocking();
      throw error;
    }
  }

  /** Whatever its type says, there may be none. */
  #fetch(): Promise<Job<Data, Result> | undefined> {
    this.#fetches += 1;
    return this.moveToActive(`${this.id}:${this.#fetches}`, this.opts.name);
  }
}
