import { BATCHES } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import type { Batch, BatchCollections, BatchItems } from './collections.js';
import { mapInSteps } from './in-steps.js';

/** An item of a batch: the fields of its request, and for CSV the columns of its row. */
export interface Item {
  readonly item: Readonly<Record<string, unknown>>;
  /** Values by column; absent for JSON, whose columns are its fields. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Maximum number of items, and bytes of JSON unless one item has more, of a stored part. */
const [ITEMS_PER_PART, BYTES_PER_PART] = [100, 256 * 1024];

/** Default values are stored as the part before the first. */
const DEFAULTS = -1;

/**
 * Returns the documents of the items of a batch and of their default values.
 *
 * @throws ApiError 422 for the items of a CSV that are many times larger than it: a column may be mapped to several fields
 */
export async function toParts(
  { _id: batch, account }: Pick<Batch, '_id' | 'account'>,
  items: readonly Item[],
  defaults: object,
  expires: Date,
): Promise<BatchItems[]> {
  const part = (from: number, json: string): BatchItems => ({
    _id: `${batch}/${from}`,
    account,
    batch,
    from,
    json,
    expires,
  });
  const parts = [part(DEFAULTS, JSON.stringify(defaults))];
  let total = 0;
  const write = (item: Item): string => {
    const text = JSON.stringify(item);
    total += text.length;
    if (total > BATCHES.itemBytes)
      throw errors.csvInvalid({
        problem: `with the names of columns and fields, its rows are larger than ${BATCHES.itemBytes / 1024 ** 2} MiB`,
      });
    return text;
  };
  let [from, bytes, texts]: [number, number, string[]] = [0, 0, []];
  const close = (next: number) => {
    if (texts.length > 0) parts.push(part(from, `[${texts.join(',')}]`));
    [from, bytes, texts] = [next, 0, []];
  };
  for (const [index, text] of (await mapInSteps(items, write)).entries()) {
    if (texts.length >= ITEMS_PER_PART || (texts.length > 0 && bytes + text.length > BYTES_PER_PART)) close(index);
    texts.push(text);
    bytes += text.length;
  }
  close(items.length);
  return parts;
}

/** Reads the default values of all items. */
export async function readDefaults(
  { batchItems }: Pick<BatchCollections, 'batchItems'>,
  { _id: batch, account }: Pick<Batch, '_id' | 'account'>,
): Promise<Readonly<Record<string, unknown>>> {
  const found = await batchItems.findOne({ account, batch, from: DEFAULTS });
  return found ? JSON.parse(found.json) : {};
}

/** Reads the items of a batch in their order, a part at a time. */
export async function* readItemsInOrder(
  { batchItems }: Pick<BatchCollections, 'batchItems'>,
  { _id: batch, account }: Pick<Batch, '_id' | 'account'>,
): AsyncGenerator<Item & { readonly index: number }> {
  const found = batchItems.find({ account, batch, from: { $gte: 0 } }, { sort: { from: 1 }, batchSize: 2 });
  for await (const { from, json } of found) {
    const items: readonly Item[] = JSON.parse(json);
    for (const [at, item] of items.entries()) yield { ...item, index: from + at };
  }
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds the default values that an item does not have itself, also inside of nested objects. Empty values count as absent. */
export function withDefaults(
  defaults: Readonly<Record<string, unknown>>,
  item: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  // Own fields only, whatever their names: "__proto__" is a field like any other.
  const merged = new Map(Object.entries(defaults));
  for (const [name, value] of Object.entries(item)) {
    if (value === null || value === undefined || value === '') continue;
    const other = merged.get(name);
    merged.set(name, isPlainObject(value) && isPlainObject(other) ? withDefaults(other, value) : value);
  }
  return Object.fromEntries(merged);
}

/** Flattens nested objects into columns such as `content.iban`; lists stay JSON. */
export function flatten(value: Readonly<Record<string, unknown>>, prefix = ''): Record<string, string> {
  // Without a prototype: a missing column "constructor" is missing.
  const columns: Record<string, string> = Object.create(null);
  for (const [name, field] of Object.entries(value)) {
    const column = prefix + name;
    if (isPlainObject(field)) Object.assign(columns, flatten(field, `${column}.`));
    else if (field === null || field === undefined) columns[column] = '';
    else columns[column] = typeof field === 'object' ? JSON.stringify(field) : String(field);
  }
  return columns;
}
