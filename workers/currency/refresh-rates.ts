import { ApiError } from '../../shared/contract/api-error.js';
import { type ReportOf, refreshRates } from '../../shared/queue/chores.js';
import { handleChore } from '../handle.js';
import { configuredSources, keepAsLastKnown, type Source } from '../lib/rates/sources.js';
import { compareTables, type RateTable, type SourceName } from '../lib/rates/table.js';
import { UpstreamFailure } from '../lib/upstream/failure.js';
import type { UpstreamContext } from '../lib/upstream/upstreams.js';

/**
 * Asks every configured source of rates anew, so that callers find fresh tables, and logs where primary and secondary
 * disagree. A source that fails does not keep the others from being asked.
 */
export default handleChore(refreshRates, async (context) => {
  const asking: UpstreamContext = { ...context, header: () => undefined };
  const answers = await Promise.all(configuredSources(context.upstreams).map((source) => refresh(asking, source)));
  const tables = new Map(answers.flatMap(({ name, table }) => (table ? [[name, table]] : [])));
  compareTables(context.log, tables.get('primary'), tables.get('secondary'));
  return Object.fromEntries(answers.map(({ name, outcome }) => [name, outcome]));
});

interface Refreshed {
  readonly name: SourceName;
  readonly table?: RateTable;
  readonly outcome: ReportOf<typeof refreshRates>[string];
}

async function refresh(context: UpstreamContext, source: Source): Promise<Refreshed> {
  const { name } = source;
  try {
    const table = await source.latest(context, true);
    await keepAsLastKnown(context, source, table);
    return { name, table: table.value, outcome: { currencies: Object.keys(table.value.units).length } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { name, outcome: { failed: error instanceof UpstreamFailure ? error.reasonInFull : error.message } };
  }
}
