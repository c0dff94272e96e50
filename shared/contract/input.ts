import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';
import { ApiError, type Problem } from './api-error.js';
import { asShape, coerce, describe } from './coerce.js';
import type { Input } from './contract.js';
import type { Endpoint } from './endpoint.js';
import { FIELD_ERRORS, invalidInput } from './errors.js';
import { ANNOTATIONS, FORMATS, fitsInJson } from './fields.js';

/** Validators: one stops at the first problem, one finds all. Both fill in defaults. */
const quick = makeAjv(false);
const thorough = makeAjv(true);

/** The metaschema is not needed for typebox schemas, and takes a fifth of a second to compile. */
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
  ajv.addKeyword({ keyword: 'check', type: ['string', 'number'], validate: passesCheck });
  const lengths = { minLength: isLongEnough, maxLength: isShortEnough };
  for (const [keyword, validate] of Object.entries(lengths)) {
    ajv.removeKeyword(keyword).addKeyword({ keyword, type: 'string', schemaType: 'number', validate });
  }
  return ajv;
}

/**
 * Checks the length of a text; Ajv's own check counts its characters twice, which is slow for files in base64. In most cases the number of
 * UTF-16 units is enough.
 */
function isLongEnough(least: number, text: string): boolean {
  return text.length >= 2 * least || countCharacters(text) >= least;
}

function isShortEnough(most: number, text: string): boolean {
  return text.length <= most || (text.length <= 2 * most && countCharacters(text) <= most);
}

function passesCheck(check: (text: string) => string | undefined, value: string | number): boolean {
  return check(String(value)) === undefined;
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Returns the validator of a schema, which is compiled once. */
export const compileValidator = (schema: object): ValidateFunction => quick.compile(schema);

/** True if an external value matches a schema; defaults are filled in. */
export const conforms = <S extends TSchema>(schema: S, value: unknown): value is Static<S> =>
  compileValidator(schema)(value);

/** Maximum number of problems in a response. */
const MOST_PROBLEMS = 50;

/**
 * Converts a raw request to the input of a handler.
 *
 * @throws ApiError the error of the contract for the first problem, or one that names the field; with all problems
 */
export function readInput<E extends Endpoint>(endpoint: E, raw: unknown): Input<E> {
  const input = readFields<E['request']>(endpoint.request, raw, endpoint.group.inputStatus);
  refuseAll(endpoint.rules.flatMap((rule) => rule.check(input) ?? []));
  return input;
}

/**
 * Throws the refusals of several readers together.
 *
 * @throws ApiError the first of them, with all problems
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
 * Reads a value, unless fields were refused before.
 *
 * @param refused their problems
 * @param status of the refusal
 * @throws ApiError for the first of them, with all problems
 */
export function refusing<T>(refused: readonly Problem[], status: 400 | 422, read: () => T): T {
  const [first] = refused;
  if (!first) return read();
  const { message, param, type } = first;
  throw withProblems(invalidInput(status, message, param, type), [...refused, ...collectProblems(read)]);
}

/** Returns the problems of a read. */
function collectProblems(read: () => unknown): readonly Problem[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ApiError) return error.problems;
    throw error;
  }
}

/**
 * Reads fields by their schema: coerced, with defaults, validated.
 *
 * @param status of errors without a row
 * @param at path of the fields in the request
 * @throws ApiError for the first problem, with all problems
 */
export function readFields<S extends TSchema>(schema: S, raw: unknown, status: 400 | 422, at = ''): Static<S> {
  const input = coerce(schema, raw);
  if (conforms(schema, input)) return input;
  const check = thorough.compile(schema);
  check(input);
  refuseAll((check.errors ?? []).map((error) => createFieldError(error, status, at)));
  throw invalidInput(status, 'Invalid input');
}

/** Returns an error with all problems, one per field, its own first. */
function withProblems(error: ApiError, problems: readonly Problem[]): ApiError {
  const each = new Map<string, Problem>();
  for (const problem of problems) if (!each.has(problem.param)) each.set(problem.param, problem);
  const { type, status, message, param } = error;
  return new ApiError(type, status, message, { param, problems: [...each.values()].slice(0, MOST_PROBLEMS) });
}

function createFieldError(found: ErrorObject, status: 400 | 422, at: string): ApiError {
  const field = asShape(found.parentSchema);
  const path = toPath(found.instancePath, at);
  if (found.keyword === 'required') {
    const name = String(found.params.missingProperty);
    const missing = path ? `${path}.${name}` : name;
    const named = field.properties?.[name]?.missing;
    return named
      ? withParam(named(), missing)
      : invalidInput(status, `${missing} is required`, missing, FIELD_ERRORS.missing);
  }
  if (field.tooLong && TOO_LONG.has(found.keyword)) return withParam(field.tooLong(), path);
  if (field.invalid) return withParam(field.invalid(), path);
  const problem = found.keyword === 'check' ? field.check?.(String(found.data)) : undefined;
  if (problem !== undefined) return invalidInput(status, `${path} ${problem}`, path);
  return invalidInput(status, `${path || 'The body'} must be ${describe(field)}`, path || undefined);
}

/** Keywords of maximum sizes. */
const TOO_LONG = new Set(['maxLength', 'maxItems', 'maxJson']);

/** Returns an error of a contract at a field. */
const withParam = ({ type, status, message }: ApiError, param: string): ApiError =>
  new ApiError(type, status, message, { param });

/** Converts a JSON pointer to a path: `/pairs/0/from` → `pairs[0].from`. */
function toPath(pointer: string, at: string): string {
  const path = at + pointer.replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
  // Names are escaped in a pointer (RFC 6901).
  return path.replace(/^\./, '').replaceAll('~1', '/').replaceAll('~0', '~');
}
