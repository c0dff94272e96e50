import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';
import { ApiError, type Problem } from './api-error.js';
import { coerce, describe, shapeOf } from './coerce.js';
import type { Input } from './contract.js';
import type { Endpoint } from './endpoint.js';
import { FIELD_ERRORS, invalidInput } from './errors.js';
import { ANNOTATIONS, FORMATS, fitsInJson } from './fields.js';

/** One that ends at the first thing wrong, and one that finds all. Both fill in defaults. */
const quick = makeAjv(false);
const thorough = makeAjv(true);

/** Our schemas are made by typebox and ajv is strict with them: the metaschema, a fifth of a second to compile, is not needed. */
function makeAjv(allErrors: boolean): Ajv {
  const ajv = new Ajv({
    useDefaults: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    validateSchema: false,
    allErrors,
  });
  addFormats.default(ajv, ['date', 'date-time', 'uri', 'email', 'password']);
  for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, validate);
  for (const annotation of ANNOTATIONS) ajv.addKeyword(annotation);
  ajv.addKeyword({ keyword: 'maxJson', schemaType: 'number', validate: fitsInJson });
  const lengths = { minLength: isLongEnough, maxLength: isShortEnough };
  for (const [keyword, validate] of Object.entries(lengths)) {
    ajv.removeKeyword(keyword).addKeyword({ keyword, type: 'string', schemaType: 'number', validate });
  }
  return ajv;
}

/**
 * Ajv's own counts the characters of every text, two times: of a file in base64 that takes longer than all else that a front does with
 * it. Whether a text fits is known from its length in most cases, as a character has one or two units.
 */
function isLongEnough(least: number, text: string): boolean {
  return text.length >= 2 * least || charactersIn(text) >= least;
}

function isShortEnough(most: number, text: string): boolean {
  return text.length <= most || (text.length <= 2 * most && charactersIn(text) <= most);
}

function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The check of a schema, which is compiled once. */
export const validator = (schema: object): ValidateFunction => quick.compile(schema);

/** Whether a value from outside is what a schema says; defaults are filled in. */
export const conforms = <S extends TSchema>(schema: S, value: unknown): value is Static<S> => validator(schema)(value);

/** Problems beyond these are not told: an answer must not grow with what was sent. */
const MOST_PROBLEMS = 50;

/**
 * Turns what a caller sent into what the endpoint's handler gets.
 *
 * @throws ApiError the error that the contract names for the first thing wrong, else one that names the field; with
 * every problem that was found
 */
export function readInput<E extends Endpoint>(endpoint: E, raw: unknown): Input<E> {
  const input = readFields<E['request']>(endpoint.request, raw, endpoint.group.inputStatus);
  refuseAll(endpoint.rules.flatMap((rule) => rule.check(input) ?? []));
  return input;
}

/**
 * Refuses what several readers have refused, at once.
 *
 * @throws ApiError the first of them, with every problem that was found; nothing when there is none
 */
export function refuseAll(refused: readonly ApiError[]): void {
  const [first] = refused;
  if (!first) return;
  throw withProblems(
    first,
    refused.flatMap(({ problems }) => problems),
  );
}

/**
 * Reads something, unless fields are refused before.
 *
 * @param refused what is wrong with them
 * @param status of the refusal
 * @throws ApiError for the first of them, with every problem that was found
 */
export function refusing<T>(refused: readonly Problem[], status: 400 | 422, read: () => T): T {
  const [first] = refused;
  if (!first) return read();
  const { message, param, type } = first;
  throw withProblems(invalidInput(status, message, param, type), [...refused, ...problemsOf(read)]);
}

/** What reading finds wrong. */
function problemsOf(read: () => unknown): readonly Problem[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ApiError) return error.problems;
    throw error;
  }
}

/**
 * Reads fields by their schema: coerced, defaults filled in, checked.
 *
 * @param status of errors that no field names
 * @param at where the fields stand in the request, when they are not all of it
 * @throws ApiError for the first thing wrong, with every problem that was found
 */
export function readFields<S extends TSchema>(schema: S, raw: unknown, status: 400 | 422, at = ''): Static<S> {
  const input = coerce(schema, raw);
  if (conforms(schema, input)) return input;
  const check = thorough.compile(schema);
  check(input);
  refuseAll((check.errors ?? []).map((error) => fieldError(error, status, at)));
  throw invalidInput(status, 'Invalid input');
}

/** The error with all that is wrong, each field once: what is wrong with it first. */
function withProblems(error: ApiError, problems: readonly Problem[]): ApiError {
  const each = new Map<string, Problem>();
  for (const problem of problems) if (!each.has(problem.param)) each.set(problem.param, problem);
  const { type, status, message, param } = error;
  return new ApiError(type, status, message, { param, problems: [...each.values()].slice(0, MOST_PROBLEMS) });
}

function fieldError(found: ErrorObject, status: 400 | 422, at: string): ApiError {
  const field = shapeOf(found.parentSchema);
  const path = pathOf(found.instancePath, at);
  if (found.keyword === 'required') {
    const name = String(found.params.missingProperty);
    const missing = path ? `${path}.${name}` : name;
    const named = field.properties?.[name]?.missing;
    return named
      ? placed(named(), missing)
      : invalidInput(status, `${missing} is required`, missing, FIELD_ERRORS.missing);
  }
  if (field.tooLong && TOO_LONG.has(found.keyword)) return placed(field.tooLong(), path);
  if (field.invalid) return placed(field.invalid(), path);
  return invalidInput(status, `${path || 'The body'} must be ${describe(field)}`, path || undefined);
}

/** The keywords that set a maximum to what a value holds. */
const TOO_LONG = new Set(['maxLength', 'maxItems', 'maxJson']);

/** The error that a contract names, at the field where it was met. */
const placed = ({ type, status, message }: ApiError, param: string): ApiError =>
  new ApiError(type, status, message, { param });

/** `/pairs/0/from` as callers write it: `pairs[0].from`. */
function pathOf(pointer: string, at: string): string {
  const path = at + pointer.replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
  // What names have of their own is escaped in a pointer (RFC 6901).
  return path.replace(/^\./, '').replaceAll('~1', '/').replaceAll('~0', '~');
}
