const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
/** What asks for a longer pause than this is not waited for: the caller decides. */
const LONGEST_ASKED_MS = 30_000;

/** Refused before any work: may be asked again whatever it was. */
const REFUSED: ReadonlySet<number> = new Set([429, 503]);
/** Something between may have failed when the work was done. */
const UNCERTAIN: ReadonlySet<number> = new Set([502, 504]);
/** An earlier try of a call is still running. */
const STILL_RUNNING = 409;

/** How one try of a request ended: with an answer's status, or with none when there was no answer. */
export interface Ended {
  status: number | undefined;
  /** The pause that the service asked for. */
  retryAfterSeconds: number | undefined;
  /** Which try it was, from 1. */
  tries: number;
  /** Whether asking twice does no more than asking once. */
  isRepeatable: boolean;
  /** Whether an Idempotency-Key went with it. */
  hasKey: boolean;
}

/** How long to wait before another try, in ms; undefined when there is none to be made. */
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
