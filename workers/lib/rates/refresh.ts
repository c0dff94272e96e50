import { ApiError } from '../../../shared/contract/errors.js';
import { UpstreamFailure } from '../upstream/failure.js';
import type { Asking } from '../upstream/upstream.js';
import { compareTables } from './disagreement.js';
import { keepAsLastKnown } from './last-known.js';
import type { Source } from './source.js';
import { sources } from './sources.js';
import type { RateTable, SourceName } from './table.js';

/** All sources together are given up on after this, in ms. */
const LONGEST_MS = 30_000;

/** What became of each source: how many currencies it quoted, or why it did not. */
export type RefreshReport = Partial<Record<SourceName, { currencies: number } | { failed: string }>>;

/**
 * Asks every configured source of rates anew, so that callers find fresh tables, and logs where primary and
 * secondary disagree. Meant to run every 15 minutes; a source that fails does not keep the others from being asked.
 */
export async function refreshRates(place: Omit<Asking, 'header' | 'signal'>): Promise<RefreshReport> {
  const { config, log, redis, clock } = place;
  const asking: Asking = {
    config,
    log,
    redis,
    clock,
    signal: AbortSignal.timeout(LONGEST_MS),
    header: () => undefined,
  };
  const configured = sources.filter(({ upstream }) => upstream.isConfigured(config));
  const answers = await Promise.all(configured.map((source) => refresh(asking, source)));

  const tables = new Map(answers.flatMap(({ name, table }) => (table ? [[name, table]] : [])));
  compareTables(log, tables.get('primary'), tables.get('secondary'));
  return Object.fromEntries(answers.map(({ name, outcome }) => [name, outcome]));
}

async function refresh(
  call: Asking,
  source: Source,
): Promise<{ name: SourceName; table?: RateTable; outcome: { currencies: number } | { failed: string } }> {
  const { name } = source;
  try {
    const table = await source.latest(call, true);
    await keepAsLastKnown(call, source, table);
    return { name, table: table.value, outcome: { currencies: Object.keys(table.value.units).length } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      name,
      outcome: { failed: error instanceof UpstreamFailure ? `${error.upstream}: ${error.reason}` : error.type },
    };
  }
}
