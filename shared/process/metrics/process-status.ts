import type { Clock } from '../clock.js';
import { every } from '../every.js';
import type { Redis } from '../redis.js';

const WRITE_EVERY_MS = 2_000;
/** What a process wrote longer ago than this is not true any more; it goes after a while. */
const TRUE_FOR_MS = 7_000;
const BOARD_LIFE_MS = 60_000;

/** What a process says of itself. */
export interface Posted<Fact> {
  /** Its kind, a space, its instance. */
  name: string;
  fact: Fact;
}

/**
 * A board in Redis, on which each process writes something of itself for as long as it lives, so that the operator console,
 * which is served by a front, can show it for all of them.
 */
export class Board<Fact> {
  constructor(private readonly key: string) {}

  /**
   * Writes what a process says of itself, again and again; nothing while that is undefined.
   *
   * @param name of the process: its kind, a space, its instance
   * @param clock of Redis
   * @returns takes it off
   */
  publish(
    redis: Redis,
    clock: Clock,
    name: string,
    say: () => Fact | undefined,
    onError: (error: unknown) => void,
  ): () => Promise<void> {
    const write = () => {
      const fact = say();
      if (fact === undefined || redis.status !== 'ready') return;
      const entry = JSON.stringify({ at: clock.now().getTime(), fact });
      redis.multi().hset(this.key, name, entry).pexpire(this.key, BOARD_LIFE_MS).exec().catch(onError);
    };
    write();
    const stop = every(WRITE_EVERY_MS, write);
    return async () => {
      stop();
      await redis.hdel(this.key, name).catch(onError);
    };
  }

  /**
   * What all living processes say; what dead ones said is cleared away.
   *
   * @param clock of Redis
   */
  async read(redis: Redis, clock: Clock): Promise<Posted<Fact>[]> {
    const board = Object.entries(await redis.hgetall(this.key)).map(([name, text]) => {
      const { at, fact }: { at: number; fact: Fact } = JSON.parse(text);
      return { name, at, fact };
    });
    const since = clock.now().getTime() - TRUE_FOR_MS;
    const dead = board.filter(({ at }) => at < since).map(({ name }) => name);
    if (dead.length > 0) await redis.hdel(this.key, ...dead);
    return board.filter(({ at }) => at >= since).map(({ name, fact }) => ({ name, fact }));
  }
}

/** The kind of a process, by its name on a board. */
export const kindOf = (name: string): string => name.split(' ')[0] ?? name;
