import { redisKey } from '../../../shared/process/redis-keys.js';
import { type CacheContext, type Dated, readCache, writeCache } from '../upstream/cache.js';
import type { UpstreamContext, Upstreams } from '../upstream/upstreams.js';
import { centralBank } from './central-bank.js';
import { currencyApi } from './currency-api.js';
import { openExchangeRates } from './open-exchange-rates.js';
import type { RateTable, Source } from './table.js';

/** The sources of rates, by precedence. */
export const sources: readonly Source[] = [openExchangeRates, currencyApi, centralBank];

export const listConfiguredSources = (upstreams: Upstreams): Source[] =>
  sources.filter(({ upstream }) => upstreams.get(upstream).isConfigured);

/** Returns the configured sources with the central bank first, whose rates are official. */
export const sortOfficialFirst = (upstreams: Upstreams): Source[] => {
  const rank = (source: Source) => Number(source !== centralBank);
  return listConfiguredSources(upstreams).sort((a, b) => rank(a) - rank(b));
};

/** Maximum age of a rate, in ms. */
const OLDEST_MS = 24 * 3_600_000;

type LastKnownContext = CacheContext & Pick<UpstreamContext, 'upstreams'>;

const lastKnownKey = ({ upstream }: Source, upstreams: Upstreams): string =>
  redisKey('rates', 'last', upstream.name, upstreams.get(upstream).urlHash);

/** Stores a table for when no source responds. */
export async function storeLastKnown(call: LastKnownContext, source: Source, table: Dated<RateTable>): Promise<void> {
  const stored = { at: table.at.toISOString(), table: table.value };
  await writeCache(call, lastKnownKey(source, call.upstreams), OLDEST_MS, stored);
}

/** Returns the last table of a source if it is younger than 24 hours. */
export async function findLastKnown(call: LastKnownContext, source: Source): Promise<Dated<RateTable> | undefined> {
  const stored = await readCache<{ at: string; table: RateTable }>(call, lastKnownKey(source, call.upstreams));
  if (!stored) return undefined;
  const at = new Date(stored.value.at);
  return call.clock.now().getTime() - at.getTime() < OLDEST_MS ? { at, value: stored.value.table } : undefined;
}
