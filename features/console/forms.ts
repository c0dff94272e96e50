import type { Static, TObject } from 'typebox';
import { ApiError, isServerFault } from '../../shared/contract/api-error.js';
import { shapeOf } from '../../shared/contract/coerce.js';
import { readFields } from '../../shared/contract/input.js';

/** A form that was refused: it is shown again with what was sent, and what is wrong with it. */
export interface Refused {
  /** Which form of the page. */
  readonly form: string;
  readonly message: string;
  /** The fields that are wrong, and how; none where it is no field. */
  readonly problems: readonly FieldProblem[];
  readonly given: Readonly<Record<string, unknown>>;
}

/** What is wrong with a field, by its path, e.g. `limits.vat` or `ip_ranges[0]`. */
export interface FieldProblem {
  readonly param: string;
  readonly message: string;
}

/** What is wrong with a field, or with a part of it. */
export const problemWith = ({ problems }: Pick<Refused, 'problems'>, name: string): string | undefined =>
  problems.find(({ param }) => param === name || (/^[.[]/.test(param.slice(name.length)) && param.startsWith(name)))
    ?.message;

/** Whether a field is the first of those that are wrong. */
export const isFirst = (refused: Refused | undefined, name: string): boolean =>
  refused !== undefined && problemWith({ problems: refused.problems.slice(0, 1) }, name) !== undefined;

/** What is wrong with a form that no field of it can tell: browsers send every field, also one that was left empty. */
export function problemBeside({ message, problems, given }: Refused): string | undefined {
  if (problems.length === 0) return message;
  const names = Object.keys(given);
  const elsewhere = problems.filter((one) => !names.some((name) => problemWith({ problems: [one] }, name)));
  return elsewhere.length === 0 ? undefined : elsewhere.map((one) => one.message).join(' ');
}

/** The formats of fields that a browser asks a date and a time for. */
const TIMES: ReadonlySet<string | undefined> = new Set(['date-time', 'instant-or-never']);

/** What `datetime-local` sends; operators give it in UTC. */
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?$/;

/**
 * The fields of a form as a request has them: texts with commas and ticked boxes as lists, times of a clock as instants (UTC),
 * fields such as `limits.vat` as records of numbers. What is left empty is not given, unless it is to be emptied.
 *
 * @param emptied what an empty field means where it is more than that nothing is given, by the names of fields
 */
export function fieldsOfForm(
  schema: TObject,
  sent: Readonly<Record<string, unknown>>,
  emptied: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const names = new Set(Object.keys(sent).map((name) => name.split('.', 1).join('')));
  const fields = [...names].map((name) => {
    const value = sent[name];
    const { type, format } = { format: undefined, ...shapeOf(schema.properties[name] ?? {}) };
    const read =
      type === 'array'
        ? listOf(value)
        : type === 'object'
          ? recordOf(sent, `${name}.`)
          : TIMES.has(format)
            ? String(value).replace(LOCAL_TIME, (_, minute: string, second = ':00') => `${minute}${second}Z`)
            : value;
    return [name, read === '' && name in emptied ? emptied[name] : read];
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== ''));
}

/**
 * The filters above a list as what lists it takes them; or what is wrong with them, to be shown at their fields.
 *
 * @param given as the browser sent them
 * @throws ApiError for what is no fault of the filters
 */
export function readFilters<Request extends TObject>(
  schema: Request,
  given: Readonly<Record<string, unknown>>,
): { input: Static<Request>; refused?: never } | { input?: never; refused: Refused } {
  try {
    return { input: readFields(schema, fieldsOfForm(schema, given), 422) };
  } catch (error) {
    if (!(error instanceof ApiError) || isServerFault(error)) throw error;
    return { refused: { form: 'filters', message: error.message, problems: error.problems, given } };
  }
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

/** Collects the fields that begin with a prefix such as `limits.`; an empty text when none is filled in. */
function recordOf(sent: Readonly<Record<string, unknown>>, prefix: string): Record<string, unknown> | '' {
  const given = Object.entries(sent).filter(([name, one]) => name.startsWith(prefix) && String(one).trim() !== '');
  return given.length === 0
    ? ''
    : Object.fromEntries(given.map(([name, one]) => [name.slice(prefix.length), numberIn(one)]));
}

/** The number that a text is, else the text, which the schema refuses. */
const numberIn = (value: unknown): unknown => (Number.isFinite(Number(value)) ? Number(value) : value);
