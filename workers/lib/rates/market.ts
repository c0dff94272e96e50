import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../shared/contract/api-error.js';
import { errors } from '../../../shared/contract/errors.js';
import { redisKey } from '../../../shared/process/redis-keys.js';
import { type Dated, readCache, writeCache } from '../upstream/cache.js';
import { primaryRates } from '../upstream/declarations.js';
import { discloseSandbox, type UpstreamContext } from '../upstream/upstreams.js';
import { findLastKnown, listConfiguredSources, sources, storeLastKnown } from './sources.js';
import { compareRates, computeCrossRate, type RateTable, type Source, type SourceName } from './table.js';

/** Rate of a pair, with its source and time. */
interface PairRate {
  readonly rate: number;
  readonly source: SourceName | 'last_known';
  readonly fetchedAt: Date;
}

/** Cache lifetime of the rate of a pair, in ms. */
const PAIR_LIFETIME_MS = 5 * 60_000;

/** Maximum time for which a response waits for the check against the secondary source, in ms. */
const LONGEST_CHECK_MS = 250;

interface Quote {
  readonly source: Source;
  readonly rate: number;
  readonly at: Date;
}

/**
 * Current mid-market rates for one call: from the primary source, else the secondary, the central bank, or the last known rate if it
 * is younger than 24 hours. Primary and secondary are fetched concurrently, so that one checks the other.
 */
export class Market {
  readonly #call: UpstreamContext;
  readonly #tables = new Map<Source, Promise<Dated<RateTable> | undefined>>();

  constructor(call: UpstreamContext) {
    this.#call = call;
  }

  /**
   * Returns the rate of a pair.
   *
   * @throws ApiError 404 if no source knows it, 502 if no source is configured
   */
  async rate(from: string, to: string): Promise<PairRate> {
    const call = this.#call;
    const urlHashes = sources.map(({ upstream }) => call.upstreams.get(upstream).urlHash).join('.');
    const key = redisKey('rates', 'pair', urlHashes, from, to);
    const cached = await readCache<{ source: SourceName; rate: number; at: string }>(call, key);
    if (cached) {
      const { source, rate, at } = cached.value;
      const cachedFrom = sources.find(({ name }) => name === source);
      if (cachedFrom) discloseSandbox(cachedFrom.upstream, call);
      return { source, rate, fetchedAt: new Date(at) };
    }
    const live = await this.#fetchLive(from, to);
    if (live) {
      const { source, rate, at } = live;
      await writeCache(call, key, PAIR_LIFETIME_MS, { source: source.name, rate, at: at.toISOString() });
      return { source: source.name, rate, fetchedAt: at };
    }
    return this.#findLastKnown(from, to);
  }

  async #fetchLive(from: string, to: string): Promise<Quote | undefined> {
    const [primary, secondary, ...others] = sources;
    const checking = this.#quote(secondary, from, to);
    // It may still be running when this call ends.
    checking.catch(() => undefined);
    const quote = await this.#quote(primary, from, to);
    if (quote) {
      await this.#check(quote.rate, checking, `${from}/${to}`);
      return quote;
    }
    let next = await checking;
    for (const source of others) next ??= await this.#quote(source, from, to);
    return next;
  }

  /** Compares the primary's rate with the secondary's; if that is slow, only after the response. */
  async #check(primary: number, checking: Promise<Quote | undefined>, pair: string): Promise<void> {
    const checked = checking.then(
      (secondary) => secondary && compareRates(this.#call.log, pair, primary, secondary.rate),
    );
    checked.catch(() => undefined);
    await Promise.race([checked, sleep(LONGEST_CHECK_MS)]);
  }

  async #findLastKnown(from: string, to: string): Promise<PairRate> {
    for (const source of sources) {
      const last = await findLastKnown(this.#call, source);
      const rate = last && computeCrossRate(last.value, from, to);
      if (last && rate !== undefined) {
        discloseSandbox(source.upstream, this.#call);
        return { rate, source: 'last_known', fetchedAt: last.at };
      }
    }
    const { upstreams } = this.#call;
    throw listConfiguredSources(upstreams).length > 0
      ? errors.exchangeRateUnavailable({ from, to })
      : upstreams.get(primaryRates).notConfigured();
  }

  async #quote(source: Source | undefined, from: string, to: string): Promise<Quote | undefined> {
    if (!source || !this.#call.upstreams.get(source.upstream).isConfigured) return undefined;
    const table = await this.#table(source);
    const rate = table && computeCrossRate(table.value, from, to);
    return table && rate !== undefined ? { source, rate, at: table.at } : undefined;
  }

  #table(source: Source): Promise<Dated<RateTable> | undefined> {
    const table = this.#tables.get(source) ?? this.#fetchTable(source);
    this.#tables.set(source, table);
    return table;
  }

  async #fetchTable(source: Source): Promise<Dated<RateTable> | undefined> {
    try {
      const table = await source.latest(this.#call);
      await storeLastKnown(this.#call, source, table);
      return table;
    } catch (error) {
      // After any failure the next source is used; the upstream has logged it.
      if (error instanceof ApiError && !this.#call.signal.aborted) return undefined;
      throw error;
    }
  }
}
