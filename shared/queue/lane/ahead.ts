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
  readonly #fetched: { next: Fetched; token: string }[] = [];
  /** By the id of a job that was handed out, the token of its lock. */
  readonly #tokens = new Map<unknown, string>();
  #room = () => 1;

  /**
   * @param fetch brings at most so many, locked with the token but for the first
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
    const ready = this.#fetched.shift();
    if (ready) {
      if (isJob(ready.next)) this.#tokens.set(ready.next[1], ready.token);
      return ready.next;
    }
    const token = randomUUID();
    const [first = NOTHING, ...others] = await this.fetch(args, Math.max(1, this.#room()), token);
    if (first instanceof Error) throw first;
    this.#fetched.push(...others.map((next) => ({ next, token })));
    if (this.#room() === 0) await this.giveBack();
    return first;
  }

  /** The token that a job is locked with which was handed out from ahead; undefined when it is the worker's own. */
  takeToken(id: string | undefined): string | undefined {
    const token = this.#tokens.get(id);
    this.#tokens.delete(id);
    return token;
  }

  /**
   * Takes note of whether the end of a job found a next one. When nothing waits, that is the answer to the next question:
   * what comes later sets the queue's marker, for which a worker waits that was told that there is nothing.
   */
  ended(foundNext: boolean): void {
    if (!foundNext && this.#fetched.length === 0) this.#fetched.push({ next: NOTHING, token: '' });
    if (foundNext && this.#fetched.length === 1 && !this.#fetched.some(({ next }) => isJob(next))) this.#fetched.pop();
  }

  /** Puts back what has not been handed out, in its order. */
  async giveBack(): Promise<void> {
    const jobs = this.#fetched.splice(0).filter(({ next }) => isJob(next));
    // The last first: each goes to the head of those that wait.
    const put = jobs.reverse().map(({ next, token }) => this.putBack(String(next[1]), token).catch(this.onError));
    await Promise.all(put);
  }
}

const isJob = ([fields]: Fetched): boolean => Array.isArray(fields);
