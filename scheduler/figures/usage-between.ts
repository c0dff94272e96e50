import { COUNTED_FIELDS } from '../../shared/figures/tally.js';
import type { Usage } from '../../shared/ledger/documents.js';
import type { Collections } from '../../shared/store/collections.js';

export type CountedUsage = Pick<Usage, 'account' | 'endpoint' | 'at' | 'status' | 'state' | 'cost' | 'call'>;

/** Few enough that a store which does one thing after another is not kept from the calls. */
const TOGETHER = 1_000;

/** The calls decided in a stretch of time, its end not included, in no order. The index of the states leads to them. */
export async function* usageBetween(
  { usage }: Pick<Collections, 'usage'>,
  from: Date,
  to: Date,
): AsyncGenerator<CountedUsage> {
  for (const state of ['spent', 'void'] as const) {
    const calls = usage.find(
      { state, at: { $gte: from, $lt: to } },
      { projection: COUNTED_FIELDS, batchSize: TOGETHER },
    );
    yield* calls;
  }
}

/** When the first call was decided of which the store knows; undefined while there was none. */
export async function firstUsage({ usage }: Pick<Collections, 'usage'>, since: Date): Promise<Date | undefined> {
  const firsts = await Promise.all(
    (['spent', 'void'] as const).map((state) =>
      usage.find({ state, at: { $gte: since } }, { projection: { at: 1 }, sort: { at: 1 }, limit: 1 }).toArray(),
    ),
  );
  return firsts
    .flat()
    .map(({ at }) => at)
    .sort((a, b) => a.getTime() - b.getTime())[0];
}
