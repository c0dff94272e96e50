import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CsvError, type Options, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { BATCH_CSV } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import { formatNumber } from '../../../shared/format.js';
import { mapInSteps } from '../in-steps.js';

export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

/** A row of a CSV. */
export interface TableRow {
  /** Line of the file on which the row ends, from 1. */
  readonly line: number;
  /** Cells by the names of their columns. */
  readonly values: Readonly<Record<string, string>>;
}

/** A CSV with the names of its columns. */
export interface Table {
  readonly separator: Separator;
  /** Names of the columns, each of them once. */
  readonly header: string[];
  readonly rows: TableRow[];
}

export interface TableOptions {
  /** Maximum number of rows. */
  readonly maximum?: number;
  /** False if the first line is a row; columns are then named by their numbers. */
  readonly hasHeader?: boolean;
}

/** Characters of the name of a column; the rest is cut off. Every row is stored with the names of its columns. */
export const LONGEST_COLUMN = 200;

/** Lines that decide which separator a file has. */
const SAMPLED_LINES = 20;
/** Bytes that are parsed at a time: about a millisecond of work. */
const CHUNK = 16 * 1024;
/** Most cells of a table. A file with more separators than that is refused at once: each cell takes time to parse. */
const MOST_CELLS = BATCH_CSV.columns * (BATCH_CSV.rows + 1);
/** Lines that an error names. */
const MOST_LINES_NAMED = 5;

const FORMAT = {
  bom: true,
  relax_column_count: true,
  // 24" monitor: allowed without quotes around the cell.
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: BATCH_CSV.columns * BATCH_CSV.cellCharacters,
} as const satisfies Options;

/** A record, and the line on which it ends. */
interface Parsed {
  readonly cells: readonly string[];
  readonly line: number;
}

/**
 * Reads a CSV. Between chunks it yields to other requests. Rows without any value are skipped, columns without a name are called `Column 3`,
 * and of columns with the same name the later ones `Email (2)`.
 *
 * @throws ApiError 422 for what is not one table, with the lines, and for more than the maximum
 */
export async function readTable(
  csv: string,
  { maximum = BATCH_CSV.rows, hasHeader = true }: TableOptions = {},
): Promise<Table> {
  if (Buffer.byteLength(csv) > BATCH_CSV.bytes)
    throw errors.csvInvalid({ problem: `it is larger than ${BATCH_CSV.bytes / 1024 / 1024} MiB` });
  // The first line of some files of Excel names the separator.
  const [directive = '', named] = /^\uFEFF?sep=([,;|\t])\r?\n/.exec(csv) ?? [];
  const text = csv.slice(directive.length);
  const separator = separators.find((one) => one === named) ?? detectSeparator(text);
  if (text.split(separator, MOST_CELLS + 1).length > MOST_CELLS)
    throw errors.csvInvalid({ problem: `it has more than ${BATCH_CSV.columns} columns` });
  const records: Parsed[] = [];
  for await (const { cells, line } of parseRecords(text, separator, directive === '' ? 0 : 1)) {
    if (cells.length > BATCH_CSV.columns)
      throw errors.csvInvalid({ problem: `it has more than ${BATCH_CSV.columns} columns` });
    if (cells.some(({ length }) => length > BATCH_CSV.cellCharacters))
      throw errors.csvInvalid({
        problem: `a cell on line ${line} has more than ${formatNumber(BATCH_CSV.cellCharacters)} characters`,
      });
    const trimmed = dropEmptyEnd(cells);
    if (trimmed.length > 0 || (hasHeader && records.length === 0)) records.push({ cells, line });
    if (records.length - (hasHeader ? 1 : 0) > maximum)
      throw errors.csvInvalid({ problem: `it has more than ${formatNumber(maximum)} rows` });
  }
  const [first] = records;
  if (!first) throw errors.csvInvalid({ problem: 'it is empty' });
  const rows = hasHeader ? records.slice(1) : records;
  if (rows.length === 0) throw errors.csvInvalid({ problem: 'it has no rows below the names of the columns' });
  const names = hasHeader ? first.cells : first.cells.map(() => '');
  refuseRagged(rows, first.cells.length, hasHeader ? dropEmptyEnd(names).length : first.cells.length);
  const width = rows.reduce(
    (widest, { cells }) => Math.max(widest, dropEmptyEnd(cells).length),
    dropEmptyEnd(names).length,
  );
  const header = nameColumns(names.slice(0, width));
  const nameCells = ({ cells, line }: Parsed): TableRow => ({
    line,
    values: Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])),
  });
  return { separator, header, rows: await mapInSteps(rows, nameCells) };
}

/**
 * True if the first line of a table names its columns, as far as that can be told: it has text in every used column, and neither email
 * addresses, URLs nor numbers.
 */
export const looksLikeHeader = (cells: readonly string[]): boolean => {
  const used = dropEmptyEnd(cells);
  return used.length > 0 && used.every((cell) => !/@|:\/\/|^[\d\s.,:+/-]*\d[\d\s.,:+/-]*$/.test(cell));
};

/** Parses the first line of a CSV. */
export function readFirstLine(csv: string): string[] {
  const text = csv.slice(0, FORMAT.max_record_size);
  return sample(text, detectSeparator(text))[0] ?? [];
}

/** @param linesBefore lines of the file before the text */
async function* parseRecords(text: string, separator: Separator, linesBefore: number): AsyncGenerator<Parsed> {
  const found: Parsed[] = [];
  let line = linesBefore;
  let failure: CsvError | undefined;
  const parser = parse({
    ...FORMAT,
    delimiter: separator,
    on_record: (cells: string[], { lines }: { lines: number }) => {
      line = linesBefore + lines;
      found.push({ cells, line });
      return null;
    },
  });
  parser.on('error', (error: CsvError) => {
    failure = error;
  });
  parser.resume();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += CHUNK) {
    parser.write(bytes.subarray(at, at + CHUNK));
    await nextTurn();
    if (failure) throw describeFailure(failure, line + 1);
    yield* found.splice(0);
  }
  parser.end();
  await nextTurn();
  if (failure) throw describeFailure(failure, line + 1);
  yield* found;
}

/** @param line line on which the record begins that cannot be parsed */
function describeFailure({ code }: CsvError, line: number) {
  const isOpen = code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE';
  return errors.csvInvalid({
    problem: isOpen ? `a quotation mark is not closed, on line ${line} or below` : `line ${line} is not valid`,
  });
}

/** Returns the separator with which the first lines have the most columns, and the same number of them. */
function detectSeparator(text: string): Separator {
  const scored = separators.map((separator) => {
    const [first, ...others] = sample(text, separator);
    const columns = first?.length ?? 0;
    const alike = others.filter(({ length }) => length === columns).length;
    return { separator, score: columns < 2 ? 0 : columns * ((1 + alike) / (1 + others.length)) };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.find(({ score }) => score === best)?.separator ?? ',';
}

/** Parses the first lines of a text, as far as they can be parsed. */
function sample(text: string, delimiter: Separator): string[][] {
  const records: string[][] = [];
  try {
    parseSync(text.slice(0, 4 * CHUNK), {
      ...FORMAT,
      delimiter,
      to: SAMPLED_LINES,
      on_record: (cells: string[]) => {
        records.push(cells);
        return null;
      },
    });
  } catch {
    // The text is cut off, or has another separator.
  }
  return records;
}

function dropEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1);
}

/** @throws ApiError 422 if rows have more or fewer cells than there are columns */
function refuseRagged(rows: readonly Parsed[], most: number, least: number): void {
  const ragged = rows.filter(({ cells }) => cells.length < least || dropEmptyEnd(cells).length > most);
  const [first, ...others] = ragged;
  if (!first) return;
  const named = others.slice(0, MOST_LINES_NAMED - 1).map(({ line }) => line);
  const more = others.length - named.length;
  const also = named.length === 0 ? '' : `; see also line ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const cells = `${first.cells.length} ${first.cells.length === 1 ? 'cell' : 'cells'}`;
  throw errors.csvInvalid({ problem: `line ${first.line} has ${cells} instead of ${least}${also}` });
}

/** Returns names that are neither empty nor repeated. */
function nameColumns(cells: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [index, cell] of cells.entries()) {
    const name = cell === '' ? `Column ${index + 1}` : cell.slice(0, LONGEST_COLUMN);
    let unique = name;
    for (let count = 2; names.has(unique); count++) unique = `${name} (${count})`;
    names.add(unique);
  }
  return [...names];
}
