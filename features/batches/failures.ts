import { stringify } from 'csv-stringify/sync';
import type { Batch, BatchCollections } from './collections.js';
import type { Mapping, storeUpload } from './csv/index.js';
import { flatten, readDefaults, readItemsInOrder } from './items.js';
import { readBody } from './results.js';

/** An item whose response is an error. */
export interface FailedItem {
  readonly index: number;
  readonly values: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Reads the first failed items of a batch, with the columns of their input. */
export async function listFailures(store: BatchCollections, batch: Batch, limit: number): Promise<FailedItem[]> {
  const bodies = new Map<number, unknown>();
  const failed = { account: batch.account, batch: batch._id, status: { $gte: 400 } };
  for await (const result of store.batchResults.find(failed, { sort: { index: 1 }, limit }))
    bodies.set(result.index, JSON.parse(await readBody(result)));
  const found: FailedItem[] = [];
  if (bodies.size === 0) return found;
  for await (const { index, item, values = flatten(item) } of readItemsInOrder(store, batch)) {
    if (bodies.has(index)) found.push({ index, values, body: bodies.get(index) });
    if (found.length === bodies.size) break;
  }
  return found;
}

/** Copies the failed items of a batch into an upload with the same mapping; undefined if there are none. */
export async function copyFailedItems(
  store: BatchCollections,
  batch: Batch,
): Promise<Parameters<typeof storeUpload>[1] | undefined> {
  const { account, endpoint, name, header, separator = ',', mapped } = batch;
  const failures = await listFailures(store, batch, batch.items);
  if (failures.length === 0) return undefined;
  const rows = failures.map(({ values }) => header.map((column) => values[column] ?? ''));
  const defaults = flatten(await readDefaults(store, batch));
  const mapping: Mapping = {
    columns: Object.fromEntries(mapped ?? header.map((column) => [column, column])),
    defaults,
  };
  const csv = stringify([header, ...rows], { delimiter: separator });
  return { account, endpoint, name, header, separator, mapping, csv, rows: rows.length };
}
