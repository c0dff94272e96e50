import { redisKey } from '../../../shared/process/redis-keys.js';
import { type CacheContext, type Dated, readCache, writeCache } from '../upstream/cache.js';
import type { UpstreamDeclaration } from '../upstream/declarations.js';
import type { UpstreamContext, Upstreams } from '../upstream/upstreams.js';
import { centralBank } from './central-bank.js';
import { currencyApi } from './currency-api.js';
import { openExchangeRates } from './open-exchange-rates.js';
import type { DailyTables, RateTable, SourceName } from './table.js';

/** A service that publishes exchange rates, whatever its interface. */
export interface Source {
  readonly name: SourceName;
  readonly upstream: UpstreamDeclaration;
  /**
   * The rates of now.
   *
   * @param anew asks even when a table younger than 15 minutes is cached
   * @throws ApiError when the source cannot be asked or fails
   */
  latest(call: UpstreamContext, anew?: boolean): Promise<Dated<RateTable>>;
  /**
   * The rates of the days from `first` to `last` (YYYY-MM-DD), at least those of `codes`. Days on which the source
   * published nothing are missing; days around the range may be there too.
   *
   * @throws ApiError when the source cannot be asked or fails
   */
  daily(call: UpstreamContext, codes: readonly string[], first: string, last: string): Promise<DailyTables>;
}

/** The sources of rates, in the order in which they are believed. */
export const sources: readonly Source[] = [openExchangeRates, currencyApi, centralBank];

export const configuredSources = (upstreams: Upstreams): Source[] =>
  sources.filter(({ upstream }) => upstreams.of(upstream).isConfigured);

/** A rate older than this is no longer given to anyone, in ms. */
const OLDEST_MS = 24 * 3_600_000;

type LastKnownContext = CacheContext & Pick<UpstreamContext, 'upstreams'>;

const keyOf = ({ upstream }: Source, upstreams: Upstreams): string =>
  redisKey('rates', 'last', upstream.name, upstreams.of(upstream).realm);

/** Keeps a table for the time when no source answers. */
export async function keepAsLastKnown(call: LastKnownContext, source: Source, table: Dated<RateTable>): Promise<void> {
  const kept = { at: table.at.toISOString(), table: table.value };
  await writeCache(call, keyOf(source, call.upstreams), OLDEST_MS, kept);
}

/** The last table of a source, if it is younger than 24 hours. */
export async function lastKnown(call: LastKnownContext, source: Source): Promise<Dated<RateTable> | undefined> {
  const kept = await readCache<{ at: string; table: RateTable }>(call, keyOf(source, call.upstreams));
  if (!kept) return undefined;
  const at = new Date(kept.value.at);
  return call.clock.now().getTime() - at.getTime() < OLDEST_MS ? { at, value: kept.value.table } : undefined;
}
