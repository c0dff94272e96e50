import { BATCHES } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import { formatNumber } from '../../../shared/format.js';
import { mapInSteps } from '../in-steps.js';
import { type CellFormat, convertCell } from './cell-formats.js';
import { readTable, type Table, type TableOptions, type TableRow } from './read-table.js';

/** Mapping of the columns of a table to the fields of items. */
export interface Mapping {
  /** Columns by the fields they are for; without it every column is for the field that it is named for. Dots in fields nest. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** Values by field, for rows without their own. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
  /** Formats of fields, from `listFormats`, for which cells are converted: days and decimal commas. */
  readonly formats?: ReadonlyMap<string, CellFormat> | undefined;
}

/** A row of a CSV and the item that it stands for. */
export interface ItemRow extends TableRow {
  readonly item: Record<string, unknown>;
}

/** Field names of an item, from the outermost object. */
type Path = readonly string[];

const DEEPEST = 8;
const LONGEST_FIELD = 200;
/** Characters of a name that an error shows. */
const NAME_SHOWN = 64;

/**
 * Reads the items of a CSV. Values stay text, which contracts convert; an empty cell is a field that is not given.
 *
 * @example
 * await readItems('IBAN;Name\nDE02…;Acme', { columns: { 'content.iban': 'IBAN' }, defaults: { type: 'sepa' } });
 * // rows[0].item: { type: 'sepa', content: { iban: 'DE02…' } }
 * @throws ApiError 422 for an invalid CSV, or columns that it does not have
 */
export async function readItems(
  csv: string,
  { columns, defaults, formats, ...options }: Mapping & TableOptions = {},
): Promise<Omit<Table, 'rows'> & { rows: ItemRow[] }> {
  const table = await readTable(csv, options);
  return { ...table, rows: await mapInSteps(table.rows, createMapper(table.header, { columns, defaults, formats })) };
}

/** Maps the rows of a table to items. @throws ApiError 422 for columns that it does not have, and fields that exclude each other */
export const mapRows = ({ header, rows }: Pick<Table, 'header' | 'rows'>, mapping: Mapping): ItemRow[] =>
  rows.map(createMapper(header, mapping));

/** Returns a function that maps a row to an item. */
function createMapper(header: readonly string[], { columns, defaults, formats }: Mapping): (row: TableRow) => ItemRow {
  const mapped = Object.entries(columns ?? Object.fromEntries(header.map((name) => [name, name])));
  if (mapped.length > BATCHES.columns)
    throw errors.csvMappingInvalid({ problem: `more than ${BATCHES.columns} fields have a column` });
  const unknown = mapped.find(([, column]) => !header.includes(column));
  if (unknown)
    throw errors.csvMappingInvalid({ problem: `the CSV has no column "${unknown[1]}", but ${quoteNames(header)}` });
  const sources = mapped.map(([field, column]) => ({ path: parsePath(field), column, format: formats?.get(field) }));
  const fixed = Object.entries(defaults ?? {}).flatMap(([field, value]) => listValues(parsePath(field), value));
  refuseConflicts([...sources, ...fixed].map(({ path }) => path));
  return (row) => {
    const given = sources.flatMap(({ path, column, format }) => {
      const value = convertCell(row.values[column] ?? '', format);
      return value === '' ? [] : [{ path, value }];
    });
    return { ...row, item: nest([...fixed, ...given]) };
  };
}

/** Maximum number of columns that a message names. */
const MOST_NAMES = 10;

const quoteNames = (names: readonly string[]): string =>
  names
    .slice(0, MOST_NAMES)
    .map((name) => `"${name}"`)
    .join(', ') + (names.length > MOST_NAMES ? ' …' : '');

function parsePath(field: string): Path {
  const path = field.split('.');
  if (field.length > LONGEST_FIELD || path.length > DEEPEST || path.includes(''))
    throw errors.csvMappingInvalid({ problem: `"${field.slice(0, NAME_SHOWN)}" is not the name of a field` });
  return path;
}

/** A value and the field it is for. */
interface Value {
  readonly path: Path;
  readonly value: unknown;
}

/**
 * Nests the default values of dotted fields: `content.currency`. They are merged with every item, so they may not be many.
 *
 * @throws ApiError 422 for what is not the name of a field, too many values, and fields that exclude each other
 */
export function nestDefaults(defaults: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (countValues(defaults) > BATCHES.defaults)
    throw errors.csvMappingInvalid({ problem: `"defaults" has more than ${formatNumber(BATCHES.defaults)} values` });
  const values = Object.entries(defaults).flatMap(([field, value]) => listValues(parsePath(field), value));
  refuseConflicts(values.map(({ path }) => path));
  return nest(values);
}

/** Counts the values within objects and lists. */
const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + 1 + countValues(inner), 0)
    : 0;

/** Lists the values within an object, so that columns can add to it. */
function listValues(path: Path, value: unknown): Value[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || path.length >= DEEPEST)
    return [{ path, value }];
  return Object.entries(value).flatMap(([name, inner]) => listValues([...path, name], inner));
}

/** @throws ApiError 422 if a field has a value and fields of its own */
function refuseConflicts(paths: readonly Path[]): void {
  const fields = new Set(paths.map((path) => path.join('.')));
  for (const path of paths)
    for (let length = 1; length < path.length; length++) {
      const outer = path.slice(0, length).join('.');
      if (fields.has(outer))
        throw errors.csvMappingInvalid({ problem: `"${outer}" and "${path.join('.')}" exclude each other` });
    }
}

/** Builds an object from values; the last one for a field wins. */
function nest(values: readonly Value[]): Record<string, unknown> {
  const inner = new Map<string, Value[]>();
  for (const { path, value } of values) {
    const [name = '', ...rest] = path;
    const others = inner.get(name) ?? [];
    others.push({ path: rest, value });
    inner.set(name, others);
  }
  // Own properties, whatever their names: "__proto__" is a field like any other.
  return Object.fromEntries(
    [...inner].map(([name, found]) => {
      const last = found.at(-1);
      return [name, last?.path.length === 0 ? last.value : nest(found)];
    }),
  );
}
