const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
/** Maximum `Retry-After` that is waited for, in ms. */
const LONGEST_ASKED_MS = 30_000;

/** Refused before any work: may be asked again whatever it was. */
const REFUSED: ReadonlySet<number> = new Set([429, 503]);
/** Something between may have failed when the work was done. */
const UNCERTAIN: ReadonlySet<number> = new Set([502, 504]);
/** An earlier try of a call is still running. */
const STILL_RUNNING = 409;

/** Result of one attempt: the status of the response, or none without a response. */
export interface Ended {
  status: number | undefined;
  /** The pause that the service asked for. */
  retryAfterSeconds: number | undefined;
  /** Which try it was, from 1. */
  tries: number;
  /** True if the request is safe to repeat. */
  isRepeatable: boolean;
  /** True if it has an Idempotency-Key. */
  hasKey: boolean;
}

/** Returns the delay before the next attempt, in ms; undefined if there is none. */
export function pauseBeforeRetry(ended: Ended): number | undefined {
  if (!mayHelp(ended)) return undefined;
  const { retryAfterSeconds, tries } = ended;
  if (retryAfterSeconds === undefined) return backOff(tries);
  const asked = retryAfterSeconds * 1_000;
  return asked <= LONGEST_ASKED_MS ? asked : undefined;
}

function mayHelp({ status, tries, isRepeatable, hasKey }: Ended): boolean {
  if (status === undefined || UNCERTAIN.has(status)) return isRepeatable;
  // Only a try before this one can have used the key.
  if (status === STILL_RUNNING) return hasKey && tries > 1;
  return REFUSED.has(status);
}

/** Doubles with each try, and is spread at random so that clients do not return all at once. */
const backOff = (tries: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
