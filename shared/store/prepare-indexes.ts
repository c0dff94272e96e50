import { setTimeout as pause } from 'node:timers/promises';
import { type Db, MongoServerError } from 'mongodb';
import type { Config } from '../process/config.js';
import type { Logger } from '../process/log.js';
import type { Redis } from '../process/redis.js';
import { redisKey } from '../process/redis-keys.js';
import { acquireLock } from '../process/redis-lock.js';
import { connectWithLongTimeouts } from './connect.js';
import {
  createDeclaredIndexes,
  type DeclaredIndexes,
  findMissingIndexes,
  IndexError,
  type IndexProblem,
  type MissingIndex,
} from './indexes.js';
import { isOutage } from './outage.js';

/** Time until the next attempt, in ms: at first, and at most. It doubles while indexes cannot be created. */
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [500, 60_000];

const LOCK = redisKey('indexes', 'creation');

interface Dependencies {
  readonly config: Config;
  readonly declared: DeclaredIndexes;
  readonly redis: Redis;
  readonly log: Logger;
}

/**
 * Creates the missing indexes in a process that starts, in the background: an index of a large collection takes minutes. Of several
 * processes one creates them, and the others wait.
 */
export class IndexPreparation {
  #work: Promise<void> | undefined;
  #isReady = false;
  #areUniqueReady = false;
  #missing: readonly MissingIndex[] = [];
  #problems: readonly IndexProblem[] = [];
  #failures = 0;
  #isWaiting = false;
  readonly #unique: DeclaredIndexes;
  readonly #stopping = new AbortController();

  constructor(private readonly dependencies: Dependencies) {
    const { declared } = dependencies;
    this.#unique = Object.fromEntries(
      Object.entries(declared).map(([name, indexes]) => [name, indexes.filter(({ unique }) => unique)]),
    );
  }

  /** @returns true once all indexes exist, false if the process stops before */
  async start(): Promise<boolean> {
    this.#work = this.#prepare();
    await this.#work;
    return this.#isReady;
  }

  /** Indexes that are missing, by collection and name; `indexes` alone before that is known, and while another process creates them. */
  get missing(): string[] {
    if (this.#isReady) return [];
    return this.#missing.length === 0 ? ['indexes'] : this.#missing.map(({ name }) => `indexes:${name}`);
  }

  /** True if writes are safe, since all unique indexes exist. */
  get areUniqueReady(): boolean {
    return this.#areUniqueReady;
  }

  /** Why indexes cannot be created, as far as this process has tried. */
  get problems(): string[] {
    return this.#isReady ? [] : this.#problems.map(({ index, reason }) => `${index}: ${reason}`);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#work;
  }

  async #prepare(): Promise<void> {
    const { signal } = this.#stopping;
    const { db, close } = connectWithLongTimeouts(this.dependencies.config);
    // A creation that is interrupted is begun again by the next process.
    signal.addEventListener('abort', () => void close().catch(() => {}));
    while (!signal.aborted && !this.#isReady) {
      this.#isReady = await this.#attempt(db).catch((error: unknown) => this.#report(error));
      if (!this.#isReady) await pause(this.#retryMs, undefined, { ref: false, signal }).catch(() => {});
    }
    await close().catch(() => {});
  }

  get #retryMs(): number {
    return Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS);
  }

  /** @returns true if all indexes exist, false if another process is creating them */
  async #attempt(db: Db): Promise<boolean> {
    const { declared, redis, log } = this.dependencies;
    this.#missing = await findMissingIndexes(db, declared);
    if (!this.#areUniqueReady && !this.#missing.some(({ isUnique }) => isUnique)) {
      await this.#awaitCreation(db, this.#unique);
      this.#areUniqueReady = true;
    }
    if (this.#missing.length === 0) {
      await this.#awaitCreation(db, declared);
      return true;
    }
    const release = await acquireLock(redis, LOCK);
    if (!release) {
      if (!this.#isWaiting) log.info('waiting for another process, which creates the indexes');
      this.#isWaiting = true;
      return false;
    }
    try {
      const started = performance.now();
      const level = this.#failures === 0 ? 'info' : 'debug';
      log[level]({ indexes: this.#missing.map(({ name }) => name) }, 'creating indexes');
      await createDeclaredIndexes(db, declared);
      this.#areUniqueReady = true;
      log.info({ ms: Math.round(performance.now() - started) }, 'indexes created');
      this.#failures = 0;
      return true;
    } catch (error) {
      this.#missing = await findMissingIndexes(db, declared);
      throw error;
    } finally {
      // After a failure, the next attempt of any process has to wait.
      await release(this.#retryMs).catch(() => {});
    }
  }

  /**
   * Waits for indexes that another process is still creating, which are not missing. To create an index that exists does nothing, so a refusal
   * says nothing: this process has no right to create any, or an equal one has another name.
   */
  async #awaitCreation(db: Db, indexes: DeclaredIndexes): Promise<void> {
    await createDeclaredIndexes(db, indexes).catch((error: unknown) => {
      if (isOutage(error)) throw error;
    });
  }

  /** Logs why indexes could not be created, once for each reason. */
  #report(error: unknown): false {
    const { log } = this.dependencies;
    if (this.#stopping.signal.aborted || isOutage(error)) return false;
    this.#failures += 1;
    const problems = error instanceof IndexError ? error.problems : [toProblem(error)];
    const isNew = JSON.stringify(problems) !== JSON.stringify(this.#problems);
    if (isNew) log.error(error instanceof IndexError ? { problems } : { err: error }, 'indexes cannot be created');
    this.#problems = problems;
    return false;
  }
}

/** Describes any other error of the store, such as a missing right, without the message, which has parts of the command. */
const toProblem = (error: unknown): IndexProblem => {
  const reason =
    error instanceof MongoServerError && error.codeName ? `MongoDB answers ${error.codeName}` : 'see the log';
  return { index: 'indexes', reason, duplicates: [] };
};
