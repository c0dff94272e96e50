import type { Config } from '../../../shared/process/config.js';
import { type Dated, type Memory, recall, remember } from '../upstream/remember.js';
import type { Source } from './source.js';
import type { RateTable } from './table.js';

/** A rate older than this is no longer given to anyone, in ms. */
const OLDEST_MS = 24 * 3_600_000;

const keyOf = ({ upstream }: Source, config: Config): string => `rates:last:${upstream.name}:${upstream.realm(config)}`;

type Place = Pick<Memory, 'redis' | 'clock'> & { readonly config: Config };

/** Keeps a table for the time when no source answers. */
export async function keepAsLastKnown(place: Place, source: Source, table: Dated<RateTable>): Promise<void> {
  await remember(place, keyOf(source, place.config), OLDEST_MS, { at: table.at.toISOString(), table: table.value });
}

/** The last table of a source, if it is younger than 24 hours. */
export async function lastKnown(place: Place, source: Source): Promise<Dated<RateTable> | undefined> {
  const kept = await recall<{ at: string; table: RateTable }>(place, keyOf(source, place.config));
  if (!kept) return undefined;
  const at = new Date(kept.value.at);
  return place.clock.now().getTime() - at.getTime() < OLDEST_MS ? { at, value: kept.value.table } : undefined;
}
