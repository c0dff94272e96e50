import { stringify } from 'csv-stringify/sync';
import type { EventRow } from './events.js';

const COLUMNS = ['at', 'event', 'value', 'block', 'device', 'country', 'language', 'referrer', 'bot', 'meta'] as const;

/** RFC 4180; what a spreadsheet would take for a formula is made text of by an apostrophe before it. */
const CSV_FORMAT = { record_delimiter: 'windows', escape_formulas: true, cast: { boolean: String } } as const;

/** The first line. */
export const CSV_HEADER: string = stringify([[...COLUMNS]], CSV_FORMAT);

/** The lines of some events. */
export const toCsv = (events: readonly EventRow[]): string =>
  stringify(
    events.map((event) => COLUMNS.map((column) => event[column])),
    CSV_FORMAT,
  );
