import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { LONGEST_BLOCK_MS } from '../process/notice-silence.js';
import type { LanePlaces, Place } from './places.js';

/** What a worker does to the queue of its lane. */
interface Steps<Job> {
  isOpen(): boolean;
  /** Takes the next job; undefined when none waits. */
  fetch(): Promise<Job | undefined>;
  untilAllowed(): Promise<void>;
  /** Waits until there is a job, at most so many seconds; tells when a job that is due later is. */
  untilCalled(seconds: number): Promise<{ score: number } | null | undefined>;
  /** Does a job to its end. Returns another that it was given in its place, where one is wanted then. */
  run(job: Job, wantsNext: () => boolean): Promise<Job | undefined>;
  failed(error: unknown): void;
}

/** After a failure of one of these steps, in ms. */
const RETRY_MS = 500;
/** How often it is looked whether a Redis that is away is back, in ms. */
const BACK_EVERY_MS = 100;

/**
 * The main loop of a worker that serves one of several lanes: it takes a place first, then a job. While the lane's Redis is away
 * it holds no place but those of jobs that are being computed: fetching and ending wait for that Redis, and the
 * other lanes do not.
 */
export class LaneServing<Job extends object> {
  /** Places for which jobs are being fetched. */
  #fetching: Place[] = [];
  /** By job, those of jobs that are being computed. */
  readonly #computing = new WeakMap<Job, Place>();
  /** Those of jobs that have been computed, and are being ended. */
  readonly #ending = new Set<Place>();
  readonly #inHand = new Set<Promise<void>>();

  constructor(
    private readonly redis: Redis,
    private readonly places: LanePlaces,
    private readonly steps: Steps<Job>,
  ) {
    redis.on('close', () => {
      for (const place of [...this.#fetching, ...this.#ending]) place.release();
    });
  }

  /** For how many jobs there are places that wait for one. */
  get room(): number {
    return this.#fetching.length;
  }

  /** Serves until the worker is closed or paused; returns when what it has in hand is done. */
  async run(): Promise<void> {
    while (this.steps.isOpen()) {
      try {
        if (await this.#fetchAll()) continue;
        const marker = await this.steps.untilCalled(LONGEST_BLOCK_MS / 1_000);
        const dueInMs = (marker?.score ?? 0) - Date.now();
        if (dueInMs > 0) await pause(Math.min(dueInMs, LONGEST_BLOCK_MS));
      } catch (error) {
        if (!this.steps.isOpen()) break;
        this.steps.failed(error);
        await pause(RETRY_MS);
      }
    }
    await Promise.all(this.#inHand);
  }

  /** Takes no more places. */
  stop(): void {
    this.places.leave();
  }

  /** Is told that a job is computed elsewhere: its place is another's. */
  leavePlace(job: Job): void {
    this.#computing.get(job)?.release();
  }

  /** Is told that a job has been computed and only has to be ended. */
  computed(job: Job): void {
    const place = this.#computing.get(job);
    if (!place?.isHeld) return;
    if (this.redis.status === 'ready') this.#ending.add(place);
    else place.release();
  }

  /** Takes places, and as many jobs. Returns whether there may be more. */
  async #fetchAll(): Promise<boolean> {
    if (await this.#isAway()) return true;
    await this.steps.untilAllowed();
    this.#fetching = await this.places.take();
    try {
      while (this.#fetching.length > 0) {
        if (await this.#isAway()) return true;
        const job = await this.steps.fetch();
        if (!job) return false;
        const place = this.#fetching.shift();
        const doing = this.#do(job, place).finally(() => this.#inHand.delete(doing));
        this.#inHand.add(doing);
      }
      return true;
    } finally {
      for (const place of this.#fetching.splice(0)) place.release();
    }
  }

  /** Whether what is asked of Redis now would have to wait for it; says so after a while. */
  async #isAway(): Promise<boolean> {
    if (this.redis.status === 'ready') return false;
    for (const place of this.#fetching) place.release();
    await pause(BACK_EVERY_MS);
    return true;
  }

  /** Does a job, and those that come in its place. */
  async #do(first: Job, free: Place | undefined): Promise<void> {
    let job: Job | undefined = first;
    let place = free;
    try {
      while (job) {
        place = await this.#held(place);
        if (place) this.#computing.set(job, place);
        const held = place;
        const wantsNext = () => held?.isHeld === true && !this.places.isOverShare;
        job = await this.steps.run(job, wantsNext);
        if (place) this.#ending.delete(place);
      }
    } catch (error) {
      this.steps.failed(error);
    } finally {
      if (place) this.#ending.delete(place);
      place?.release();
    }
  }

  /** A place that was let go, as its Redis was away, is taken anew; not by a worker that is closed, which does what it has begun. */
  async #held(place: Place | undefined): Promise<Place | undefined> {
    if (place?.isHeld) return place;
    const [taken, ...others] = await this.places.take();
    for (const other of others) other.release();
    return taken;
  }
}
