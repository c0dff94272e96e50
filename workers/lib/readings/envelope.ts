import type { Call } from '../../handle.js';
import { loadCities } from '../places/cities.js';
import { loadTimeZones } from '../sky/time-zones.js';
import { packFor, readingLanguages } from './words.js';

/**
 * Answers a call of the horoscope group: what was calculated, the reading, and how the call went.
 *
 * @param read calculates, and writes the reading
 */
export async function envelope<Answer extends { computed_data: object; reading: object }>(
  read: () => Promise<Answer>,
): Promise<Answer & { response_code: number; response_time_ms: number }> {
  const started = performance.now();
  const answer = await read();
  return { ...answer, response_code: 200, response_time_ms: Math.round(performance.now() - started) };
}

/** Loads every table and pack that readings need, so that the first call does not wait for them. */
export function warmUp(): void {
  loadCities();
  loadTimeZones();
  for (const language of readingLanguages) packFor(language);
}

/** Today's UTC day. */
export const today = ({ clock }: Pick<Call, 'clock'>): string => clock.now().toISOString().slice(0, 10);
