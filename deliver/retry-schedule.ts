import { ConfigError } from '../shared/process/config.js';

/** A share of each wait that is added by chance, so that what failed together does not come back together. */
const JITTER = 0.1;
const MOST_WAITS = 30;
const LONGEST_WAIT_S = 7 * 24 * 3_600;

/** When a delivery is tried again. */
export class RetrySchedule {
  readonly #waits: readonly number[];

  /**
   * @param setting WEBHOOK_RETRY_SECONDS
   * @param random from 0 to 1
   * @throws ConfigError when it is no list of seconds
   */
  constructor(
    setting: string,
    private readonly random: () => number = Math.random,
  ) {
    this.#waits = setting.split(',').map(Number);
    const makesSense = this.#waits.every((wait) => wait >= 0 && wait <= LONGEST_WAIT_S);
    if (!makesSense || this.#waits.length > MOST_WAITS)
      throw new ConfigError('WEBHOOK_RETRY_SECONDS must be up to 30 numbers of seconds, comma-separated');
  }

  /**
   * When the next attempt is; undefined when there is none.
   *
   * @param tries attempts that were made before the one that has failed
   */
  after(tries: number, failedAt: Date): Date | undefined {
    const wait = this.#waits[tries];
    if (wait === undefined) return undefined;
    return new Date(failedAt.getTime() + wait * 1_000 * (1 + this.random() * JITTER));
  }
}
