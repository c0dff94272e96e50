import { Duration } from 'luxon';

/** The seconds of an ISO 8601 duration such as PT4M13S; 0 when it is none, as with a live broadcast. */
export function secondsOf(duration: string): number {
  const seconds = Duration.fromISO(duration).as('seconds');
  return Number.isFinite(seconds) ? Math.round(seconds) : 0;
}
