import { randomUUID } from 'node:crypto';
import type { ScriptArgs } from '../replying-backend.js';

/** What a fetch brings: a job's fields, or 0 for none; its id; how long a rate limit lasts; when a delayed job is due. */
export type Fetched = readonly [fields: unknown, id: unknown, limitedMs: unknown, dueAt: unknown];

const NOTHING: Fetched = [0, 0, 0, 0];

/**
 * What was fetched for a worker in one command, and is handed out one by one. The first job has the lock that the worker
 * asked for; the others have one of this fetch, with which whoever takes them has to go on.
 */
export class Ahead {
  readonly #jobs: { job: Fetched; token: string }[] = [];
  /** By the id of a job that was handed out, the token of its lock. */
  readonly #tokens = new Map<unknown, string>();
  /** What the last look at the queue found, where that was no job: the answer to a worker that asks right after it. */
  #nothing: Fetched | undefined;
  #fetching = 0;
  #room = () => 1;

  /**
   * @param fetch brings at most so many, locked with the token but for the first; what is last may be no job
   * @param putBack puts a job that is locked with the token back where it was fetched
   */
  constructor(
    private readonly fetch: (args: ScriptArgs, wanted: number, token: string) => Promise<readonly Fetched[]>,
    private readonly putBack: (id: string, token: string) => Promise<unknown>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** @param room how many jobs the worker can begin now; 0 when it is to begin none */
  serve(room: () => number): void {
    this.#room = room;
  }

  /** The next job, as BullMQ's script gives it. */
  async next(args: ScriptArgs): Promise<Fetched> {
    const ready = this.#jobs.shift();
    if (ready) {
      this.#tokens.set(ready.job[1], ready.token);
      return ready.job;
    }
    const nothing = this.#nothing;
    this.#nothing = undefined;
    return nothing ?? this.#fetchMore(args);
  }

  async #fetchMore(args: ScriptArgs): Promise<Fetched> {
    const token = randomUUID();
    this.#fetching += 1;
    try {
      const [first = NOTHING, ...others] = await this.fetch(args, Math.max(1, this.#room()), token);
      if (first instanceof Error) throw first;
      for (const other of others) {
        if (isJob(other)) this.#jobs.push({ job: other, token });
        else this.#nothing = other;
      }
      if (this.#room() === 0) await this.giveBack();
      return first;
    } finally {
      this.#fetching -= 1;
    }
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
