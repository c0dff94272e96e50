const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
/** Maximum `Retry-After` that is waited for, in ms. */
const LONGEST_RETRY_AFTER_MS = 30_000;

/** Refused before any work: may always be sent again. */
const REJECTED: ReadonlySet<number> = new Set([429, 503]);
/** A proxy may have failed after the work was done. */
const UNCERTAIN: ReadonlySet<number> = new Set([502, 504]);
/** An earlier attempt of the request is still running. */
const STILL_RUNNING = 409;

/** Result of one attempt: the status of the response, or none without a response. */
interface Outcome {
  status: number | undefined;
  /** `Retry-After` of the response. */
  retryAfterSeconds: number | undefined;
  /** Number of attempts so far. */
  attempts: number;
  /** True if the request is safe to repeat. */
  isRepeatable: boolean;
  /** True if it has an Idempotency-Key. */
  hasKey: boolean;
}

/** Returns the delay before the next attempt, in ms; undefined if there is none. */
export function pauseBeforeRetry(outcome: Outcome): number | undefined {
  if (!mayHelp(outcome)) return undefined;
  const { retryAfterSeconds, attempts } = outcome;
  if (retryAfterSeconds === undefined) return computeBackoff(attempts);
  const requested = retryAfterSeconds * 1_000;
  return requested <= LONGEST_RETRY_AFTER_MS ? requested : undefined;
}

/** True if another attempt is safe and may succeed. */
function mayHelp({ status, attempts, isRepeatable, hasKey }: Outcome): boolean {
  if (status === undefined || UNCERTAIN.has(status)) return isRepeatable;
  // Only an earlier attempt can have used the key.
  if (status === STILL_RUNNING) return hasKey && attempts > 1;
  return REJECTED.has(status);
}

/** Doubles with each attempt, and is spread at random so that clients do not return all at once. */
const computeBackoff = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);
