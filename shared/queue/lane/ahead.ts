import { randomUUID } from 'node:crypto';

/** What a fetch brings: a job's fields, or 0 for none; its id; how long a rate limit lasts; when a delayed job is due. */
export type Fetched = readonly [fields: unknown, id: unknown, limitedMs: unknown, dueAt: unknown];

const NOTHING: Fetched = [0, 0, 0, 0];

/** Fetches at most so many jobs and locks them with the token; what comes last may be no job. */
export type Fetch = (wanted: number, token: string) => Promise<readonly Fetched[]>;

/**
 * What was fetched for a worker in one command, and is handed out one by one. The jobs of a fetch have a lock of their own,
 * with which whoever takes them has to go on.
 */
export class Ahead {
  readonly #jobs: { job: Fetched; token: string }[] = [];
  /** By the id of a job that was handed out, the token of its lock. */
  readonly #tokens = new Map<unknown, string>();
  /** What the last look at the queue found, where that was no job: the answer to a worker that asks right after it. */
  #nothing: Fetched | undefined;
  #fetching = 0;
  #room = () => 1;

  /** @param putBack puts a job that is locked with the token back where it was fetched */
  constructor(
    private readonly putBack: (id: string, token: string) => Promise<unknown>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** @param room how many jobs the worker can begin now; 0 when it is to begin none */
  serve(room: () => number): void {
    this.#room = room;
  }

  get hasJobs(): boolean {
    return this.#jobs.length > 0;
  }

  /** The next job, as BullMQ's script gives it; none for a worker that is to begin none. */
  async next(fetch: Fetch): Promise<Fetched> {
    if (this.#room() === 0) await this.giveBack();
    else if (!this.hasJobs && !this.#nothing) await this.#takeIn(fetch);
    const ready = this.#jobs.shift();
    if (ready) {
      this.#tokens.set(ready.job[1], ready.token);
      return ready.job;
    }
    const nothing = this.#nothing ?? NOTHING;
    this.#nothing = undefined;
    return nothing;
  }

  /** Fetches as many jobs as there is room for, and puts them back when there is none any more. */
  async #takeIn(fetch: Fetch): Promise<void> {
    const token = randomUUID();
    this.#fetching += 1;
    try {
      const fetched = await fetch(Math.max(1, this.#room()), token);
      // Newer than all that was known of the queue.
      this.#nothing = undefined;
      for (const one of fetched) {
        if (one instanceof Error) throw one;
        if (isJob(one)) this.#jobs.push({ job: one, token });
        else this.#nothing = one;
      }
    } finally {
      this.#fetching -= 1;
    }
    if (this.#room() === 0) await this.giveBack();
  }

  /** The token that a job is locked with which was handed out from ahead; undefined when it is the worker's own. */
  takeToken(id: string | undefined): string | undefined {
    const token = this.#tokens.get(id);
    this.#tokens.delete(id);
    return token;
  }

  /**
   * Takes note of whether the end of a job found a next one. Not while a fetch is under way, which looks after the end did.
   */
  ended(foundNext: boolean): void {
    if (this.#fetching === 0) this.#nothing = foundNext ? undefined : NOTHING;
  }

  /**
   * Takes note that the queue's marker has called the worker. It told of all that came since nothing was found, and it is
   * gone now: whoever asks next has to look.
   */
  called(): void {
    this.#nothing = undefined;
  }

  /** Puts back what has not been handed out, in its order. */
  async giveBack(): Promise<void> {
    this.#nothing = undefined;
    // The last first: each goes to the head of those that wait.
    const jobs = this.#jobs.splice(0).reverse();
    await Promise.all(jobs.map(({ job, token }) => this.putBack(String(job[1]), token).catch(this.onError)));
  }
}

const isJob = ([fields]: Fetched): boolean => Array.isArray(fields);
