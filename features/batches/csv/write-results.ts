import { stringify } from 'csv-stringify/sync';
import type { Separator } from './read-table.js';

/** Result of an item, with the item's columns. */
export interface ResultRow {
  /** Cells of the input by the names of their columns. */
  readonly values: Readonly<Record<string, string>>;
  /** HTTP status. */
  readonly status: number;
  /** Body of the response. */
  readonly body: unknown;
}

interface WriteOptions {
  readonly separator?: Separator | undefined;
  /** True for Excel, which takes a file without a byte order mark for Windows-1252. */
  readonly bom?: boolean | undefined;
}

/** Most columns of responses. Further ones are left out: JSON lines have them. */
const MOST_COLUMNS = 500;
/** Most characters that a cell of Excel holds; a longer one would spill into the next cells. */
const LONGEST_CELL = 32_767;
const TOO_LONG = '(too long for a cell)';
/** Rows that are written at a time. */
const CHUNK = 200;

/** Beginnings of cells that spreadsheets take for a formula (OWASP, CSV injection), full-width forms among them. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** A number or a phone number: without letters nothing can be called. */
const FIGURE = /^[+-][\d\s.,()/+-]*$/;

/**
 * Writes results as CSV, in order: the columns of the input, `status`, `error`, and the fields of the responses. Nested fields have dotted
 * names; lists of texts and numbers are joined by `; `, other lists are JSON. A field with the name of an earlier column is called
 * `response.email`.
 *
 * Text that a spreadsheet would take for a formula gets an apostrophe before it, except for numbers and phone numbers.
 *
 * @param header columns of the input
 * @param rows is called twice: first to collect the columns, then to write
 */
export async function* writeResults(
  header: readonly string[],
  rows: () => AsyncIterable<ResultRow>,
  { separator = ',', bom = false }: WriteOptions = {},
): AsyncGenerator<string> {
  const fields = new Set<string>();
  for await (const { status, body } of rows())
    if (isSuccess(status)) for (const name of flatten(body).keys()) if (fields.size < MOST_COLUMNS) fields.add(name);
  // An object that is null in some responses has no column of its own.
  const outer = new Set([...fields].flatMap(listOuter));
  for (const name of outer) fields.delete(name);
  const taken = new Set([...header, 'status', 'error']);
  const names = [...fields].map((name) => (taken.has(name) ? `response.${name}` : name));
  const own = ['status', 'error'].map((name) => (header.includes(name) ? `response.${name}` : name));
  const format = { delimiter: separator, record_delimiter: 'windows', cast: { string: writeText } };
  yield (bom ? '\uFEFF' : '') + stringify([[...header, ...own, ...names]], format);
  let chunk: string[][] = [];
  for await (const { values, status, body } of rows()) {
    const response = isSuccess(status) ? flatten(body) : new Map<string, string>();
    const given = header.map((name) => values[name] ?? '');
    const answered = [...fields].map((name) => response.get(name) ?? '');
    chunk.push([...given, String(status), readError(status, body), ...answered]);
    if (chunk.length < CHUNK) continue;
    yield stringify(chunk, format);
    chunk = [];
  }
  if (chunk.length > 0) yield stringify(chunk, format);
}

const isSuccess = (status: number): boolean => status < 400;

function readError(status: number, body: unknown): string {
  if (isSuccess(status)) return '';
  if (typeof body !== 'object' || body === null || !('error' in body)) return 'failed';
  return typeof body.error === 'string' ? body.error : JSON.stringify(body.error);
}

/** Returns the values within a response by their dotted names. */
function flatten(value: unknown, name = '', found = new Map<string, string>()): Map<string, string> {
  if (typeof value !== 'object' || value === null) found.set(name || 'response', writeValue(value));
  else if (Array.isArray(value)) found.set(name || 'response', writeList(value));
  else for (const [inner, one] of Object.entries(value)) flatten(one, name ? `${name}.${inner}` : inner, found);
  return found;
}

/** Lists the objects that a field is in: `a.b.c` → `a`, `a.b`. */
const listOuter = (name: string): string[] => {
  const path = name.split('.');
  return path.slice(1).map((_, index) => path.slice(0, index + 1).join('.'));
};

const writeValue = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const writeList = (items: readonly unknown[]): string =>
  items.some((item) => typeof item === 'object' && item !== null)
    ? JSON.stringify(items)
    : items.map(writeValue).join('; ');

function writeText(text: string): string {
  if (text.length > LONGEST_CELL) return TOO_LONG;
  return FORMULA.test(text) && !FIGURE.test(text) ? `'${text}` : text;
}
