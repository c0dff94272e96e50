import type { Static, TObject } from 'typebox';
import { ApiError, isServerFault } from '../../shared/contract/api-error.js';
import { asShape } from '../../shared/contract/coerce.js';
import { readFields } from '../../shared/contract/input.js';

/** A refused form, which is shown again with what was sent. */
export interface Refused {
  /** Id of the form on its page. */
  readonly form: string;
  readonly message: string;
  /** Problems of fields, by path, e.g. `limits.vat` or `ip_ranges[0]`. */
  readonly problems: readonly { readonly param: string; readonly message: string }[];
  /** The fields as sent. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** Returns the problem of a field, or of a part of it. */
export const findProblem = ({ problems }: Pick<Refused, 'problems'>, name: string): string | undefined =>
  problems.find(({ param }) => param === name || (/^[.[]/.test(param.slice(name.length)) && param.startsWith(name)))
    ?.message;

/** True if a field is the first with a problem. */
export const isFirstWrong = (refused: Refused | undefined, name: string): boolean =>
  refused !== undefined && findProblem({ problems: refused.problems.slice(0, 1) }, name) !== undefined;

/** Returns the problems of a form that no sent field shows. Browsers send every field, empty ones too. */
export function findOtherProblem({ message, problems, given }: Refused): string | undefined {
  if (problems.length === 0) return message;
  const names = Object.keys(given);
  const elsewhere = problems.filter((one) => !names.some((name) => findProblem({ problems: [one] }, name)));
  return elsewhere.length === 0 ? undefined : elsewhere.map((one) => one.message).join(' ');
}

/** Formats of fields with a date and time input. */
const TIMES: ReadonlySet<string | undefined> = new Set(['date-time', 'instant-or-never']);

/** Matches the value of a `datetime-local` input, which operators give in UTC. */
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?$/;

/**
 * Converts the fields of a form to those of a request: texts with commas and ticked boxes to lists, local times to instants (UTC),
 * fields such as `limits.vat` to records of numbers. Omits empty fields that have no value in `emptied`.
 *
 * @param emptied values of empty fields, by name
 */
export function readFormFields(
  schema: TObject,
  sent: Readonly<Record<string, unknown>>,
  emptied: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const names = new Set(Object.keys(sent).map((name) => name.split('.', 1).join('')));
  const fields = [...names].map((name) => {
    const value = sent[name];
    const { type, format } = { format: undefined, ...asShape(schema.properties[name] ?? {}) };
    const read =
      type === 'array'
        ? readList(value)
        : type === 'object'
          ? readRecord(sent, `${name}.`)
          : TIMES.has(format)
            ? String(value).replace(LOCAL_TIME, (_, minute: string, second = ':00') => `${minute}${second}Z`)
            : value;
    return [name, read === '' && name in emptied ? emptied[name] : read];
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== ''));
}

/**
 * Reads the filters of a list, or returns the problems to show at their fields.
 *
 * @throws ApiError if it is not the fault of the filters
 */
export function readFilters<Request extends TObject>(
  schema: Request,
  given: Readonly<Record<string, unknown>>,
): { input: Static<Request>; refused?: never } | { input?: never; refused: Refused } {
  try {
    return { input: readFields(schema, readFormFields(schema, given), 422) };
  } catch (error) {
    if (!(error instanceof ApiError) || isServerFault(error)) throw error;
    return { refused: { form: 'filters', message: error.message, problems: error.problems, given } };
  }
}

/** Returns the values of a field: those of ticked boxes, or the parts of a text with commas. */
export const splitTexts = (value: unknown): string[] =>
  (typeof value === 'object' && value !== null ? Object.values(value) : [value ?? ''])
    .flatMap((one) => String(one).split(','))
    .map((one) => one.trim())
    .filter(Boolean);

const readList = (value: unknown): string[] | '' => {
  const values = splitTexts(value);
  return values.length === 0 ? '' : values;
};

/** Collects the fields with a prefix such as `limits.`; an empty text if all are empty. */
function readRecord(sent: Readonly<Record<string, unknown>>, prefix: string): Record<string, unknown> | '' {
  const given = Object.entries(sent).filter(([name, one]) => name.startsWith(prefix) && String(one).trim() !== '');
  return given.length === 0
    ? ''
    : Object.fromEntries(given.map(([name, one]) => [name.slice(prefix.length), readNumber(one)]));
}

/** Returns the number in a text, else the text, which the schema refuses. */
const readNumber = (value: unknown): unknown => (Number.isFinite(Number(value)) ? Number(value) : value);
