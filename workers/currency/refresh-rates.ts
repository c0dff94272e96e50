import { ApiError } from '../../shared/contract/api-error.js';
import { type ResultOf, refreshRates } from '../../shared/queue/internal-jobs.js';
import { handleInternal } from '../handle.js';
import { listConfiguredSources, storeLastKnown } from '../lib/rates/sources.js';
import { compareTables, type RateTable, type Source, type SourceName } from '../lib/rates/table.js';
import { UpstreamFailure } from '../lib/upstream/failure.js';
import type { UpstreamContext } from '../lib/upstream/upstreams.js';

/**
 * Fetches the rates of every configured source into the cache, and logs where primary and secondary disagree. A source that fails
 * does not affect the others.
 */
export default handleInternal(refreshRates, async (_, context) => {
  const answers = await Promise.all(listConfiguredSources(context.upstreams).map((source) => refresh(context, source)));
  const tables = new Map(answers.flatMap(({ name, table }) => (table ? [[name, table]] : [])));
  compareTables(context.log, tables.get('primary'), tables.get('secondary'));
  return Object.fromEntries(answers.map(({ name, outcome }) => [name, outcome]));
});

interface Refreshed {
  readonly name: SourceName;
  readonly table?: RateTable;
  readonly outcome: ResultOf<typeof refreshRates>[string];
}

async function refresh(context: UpstreamContext, source: Source): Promise<Refreshed> {
  const { name } = source;
  try {
    const table = await source.latest(context, true);
    await storeLastKnown(context, source, table);
    await source.refreshHistory?.(context, table.value);
    return { name, table: table.value, outcome: { currencies: Object.keys(table.value.units).length } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { name, outcome: { failed: error instanceof UpstreamFailure ? error.summary : error.message } };
  }
}
