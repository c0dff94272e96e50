import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../shared/contract/api-error.js';
import { errors } from '../../../shared/contract/errors.js';
import { redisKey } from '../../../shared/process/redis-keys.js';
import { type Dated, readCache, writeCache } from '../upstream/cache.js';
import { primaryRates } from '../upstream/declarations.js';
import { discloseSandbox, type UpstreamContext } from '../upstream/upstreams.js';
import { configuredSources, keepAsLastKnown, lastKnown, type Source, sources } from './sources.js';
import { compareRates, crossRate, type RateTable, type SourceName } from './table.js';

/** The rate of a pair, where it comes from and when that was asked. */
export interface PairRate {
  readonly rate: number;
  readonly source: SourceName | 'last_known';
  readonly fetchedAt: Date;
}

/** The lookup of a pair is cached this long, in ms. */
const PAIR_LIFETIME_MS = 5 * 60_000;

/** How long a caller's rate waits for being checked, in ms. */
const LONGEST_CHECK_MS = 250;

interface Quote {
  readonly source: Source;
  readonly rate: number;
  readonly at: Date;
}

/**
 * The mid-market rates of now, for the time of one call: primary, else secondary, else central bank, else the last
 * one known if younger than 24 hours. Primary and secondary are asked side by side, so that one checks the other.
 */
export class Market {
  readonly #call: UpstreamContext;
  readonly #tables = new Map<Source, Promise<Dated<RateTable> | undefined>>();

  constructor(call: UpstreamContext) {
    this.#call = call;
  }

  /**
   * The rate of a pair.
   *
   * @throws ApiError 404 when no source knows it, 502 when no source is configured
   */
  async rate(from: string, to: string): Promise<PairRate> {
    const call = this.#call;
    const realm = sources.map(({ upstream }) => call.upstreams.of(upstream).realm).join('.');
    const key = redisKey('rates', 'pair', realm, from, to);
    const known = await readCache<{ source: SourceName; rate: number; at: string }>(call, key);
    if (known) {
      const { source, rate, at } = known.value;
      const asked = sources.find(({ name }) => name === source);
      if (asked) discloseSandbox(asked.upstream, call);
      return { source, rate, fetchedAt: new Date(at) };
    }
    const live = await this.#live(from, to);
    if (live) {
      const { source, rate, at } = live;
      await writeCache(call, key, PAIR_LIFETIME_MS, { source: source.name, rate, at: at.toISOString() });
      return { source: source.name, rate, fetchedAt: at };
    }
    return this.#lastKnown(from, to);
  }

  async #live(from: string, to: string): Promise<Quote | undefined> {
    const [primary, secondary, ...others] = sources;
    const checking = this.#quote(secondary, from, to);
    // It may still be under way when this call is over.
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

  /** Compares the primary's rate with the secondary's. When that is slow to come, it is compared after the answer. */
  async #check(primary: number, checking: Promise<Quote | undefined>, pair: string): Promise<void> {
    const checked = checking.then(
      (secondary) => secondary && compareRates(this.#call.log, pair, primary, secondary.rate),
    );
    checked.catch(() => undefined);
    await Promise.race([checked, sleep(LONGEST_CHECK_MS)]);
  }

  async #lastKnown(from: string, to: string): Promise<PairRate> {
    for (const source of sources) {
      const kept = await lastKnown(this.#call, source);
      const rate = kept && crossRate(kept.value, from, to);
      if (kept && rate !== undefined) {
        discloseSandbox(source.upstream, this.#call);
        return { rate, source: 'last_known', fetchedAt: kept.at };
      }
    }
    const { upstreams } = this.#call;
    throw configuredSources(upstreams).length > 0
      ? errors.exchangeRateUnavailable({ from, to })
      : upstreams.of(primaryRates).notConfigured();
  }

  async #quote(source: Source | undefined, from: string, to: string): Promise<Quote | undefined> {
    if (!source || !this.#call.upstreams.of(source.upstream).isConfigured) return undefined;
    const table = await this.#table(source);
    const rate = table && crossRate(table.value, from, to);
    return table && rate !== undefined ? { source, rate, at: table.at } : undefined;
  }

  #table(source: Source): Promise<Dated<RateTable> | undefined> {
    const asked = this.#tables.get(source) ?? this.#ask(source);
    this.#tables.set(source, asked);
    return asked;
  }

  async #ask(source: Source): Promise<Dated<RateTable> | undefined> {
    try {
      const table = await source.latest(this.#call);
      await keepAsLastKnown(this.#call, source, table);
      return table;
    } catch (error) {
      // The next source is the answer to any failure of this one; the upstream has logged it.
      if (error instanceof ApiError && !this.#call.signal.aborted) return undefined;
      throw error;
    }
  }
}
