import type { TObject } from 'typebox';
import { shapeOf } from '../../shared/contract/coerce.js';

/** A form that was refused: it is shown again with what was sent, and what is wrong with it. */
export interface Refused {
  /** Which form of the page. */
  readonly form: string;
  readonly message: string;
  /** The field that is wrong, if it is one. */
  readonly param: string | undefined;
  readonly given: Readonly<Record<string, unknown>>;
}

/** The formats of fields that a browser asks a date and a time for. */
const TIMES: ReadonlySet<string | undefined> = new Set(['date-time', 'instant-or-never']);

/** What `datetime-local` sends. */
const LOCAL_MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/**
 * The fields of a form as a request has them: texts with commas and ticked boxes as lists, times of a clock as instants (UTC),
 * numbers by name as records. What is left empty is not given, unless it is to be emptied.
 *
 * @param emptied what an empty field means where it is more than that nothing is given, by the names of fields
 */
export function fieldsOfForm(
  schema: TObject,
  sent: Readonly<Record<string, unknown>>,
  emptied: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const fields = Object.entries(sent).map(([name, value]) => {
    const { type, format } = { format: undefined, ...shapeOf(schema.properties[name] ?? {}) };
    const read =
      type === 'array'
        ? listOf(value)
        : type === 'object'
          ? recordOf(value)
          : TIMES.has(format) && LOCAL_MINUTE.test(String(value))
            ? `${value}:00Z`
            : value;
    return [name, read === '' && name in emptied ? emptied[name] : read];
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== ''));
}

/** Ticked boxes come as several values of one name, a text has commas between them. */
export const textsIn = (value: unknown): string[] =>
  (typeof value === 'object' && value !== null ? Object.values(value) : [value ?? ''])
    .flatMap((one) => String(one).split(','))
    .map((one) => one.trim())
    .filter(Boolean);

const listOf = (value: unknown): string[] | '' => {
  const values = textsIn(value);
  return values.length === 0 ? '' : values;
};

/** Fields such as `limits.vat` come as an object of texts. */
function recordOf(value: unknown): Record<string, unknown> | '' {
  if (typeof value !== 'object' || value === null) return '';
  const given = Object.entries(value).filter(([, one]) => String(one).trim() !== '');
  return given.length === 0 ? '' : Object.fromEntries(given.map(([name, one]) => [name, numberIn(one)]));
}

/** The number that a text is, else the text, which the schema refuses. */
const numberIn = (value: unknown): unknown => (Number.isFinite(Number(value)) ? Number(value) : value);
