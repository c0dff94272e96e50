import type { Collections } from '../shared/store/collections.js';

/**
 * Does once and for all what older versions' data need. It may be done twice where a scheduler dies over it, and must do
 * no harm then.
 *
 * @returns what was done, or nothing when it had been done before
 */
export async function once<Done extends object>(
  { upgrades }: Pick<Collections, 'upgrades'>,
  name: string,
  now: Date,
  work: () => Promise<Done>,
): Promise<Done | undefined> {
  if (await upgrades.findOne({ _id: name })) return undefined;
  const done = await work();
  await upgrades.updateOne({ _id: name }, { $set: { at: now } }, { upsert: true });
  return done;
}

/** What comes one by one, so many at a time. */
export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
