import { ConfigError } from '../../../shared/process/config.js';

/** Random share that is added to each wait, so that deliveries that failed together are not repeated together. */
const JITTER = 0.1;
const MAX_WAITS = 30;
const LONGEST_WAIT_S = 7 * 24 * 3_600;

/** Backoff of deliveries, from the setting WEBHOOK_RETRY_SECONDS. */
export class RetrySchedule {
  readonly #waits: readonly number[];

  /**
   * @param setting comma-separated waits, in seconds
   * @param random from 0 to 1
   * @throws ConfigError for an invalid setting
   */
  constructor(
    setting: string,
    private readonly random: () => number = Math.random,
  ) {
    this.#waits = setting.split(',').map(Number);
    const isValid = this.#waits.every((wait) => wait >= 0 && wait <= LONGEST_WAIT_S);
    if (!isValid || this.#waits.length > MAX_WAITS)
      throw new ConfigError('WEBHOOK_RETRY_SECONDS must be up to 30 numbers of seconds, comma-separated');
  }

  /**
   * Returns the time of the next attempt; undefined after the last one.
   *
   * @param tries attempts before the one that has failed
   */
  nextAttempt(tries: number, failedAt: Date): Date | undefined {
    const wait = this.#waits[tries];
    if (wait === undefined) return undefined;
    return new Date(failedAt.getTime() + wait * 1_000 * (1 + this.random() * JITTER));
  }
}
