// Reads the request in a try-it form, and validates it with the messages of the service.
import { coerce, describe } from './coerce.js';
import { validate } from './json-schema/validate.js';
import { buildTarget, listPathFields } from './route.js';

/** Parses the values of a form: numbers, and JSON. Empty ones are left out. */
export function readValues(form, { schema }) {
  const values = {};
  const problems = [];
  for (const { name, value, dataset } of form.querySelectorAll('[name]')) {
    const text = value.trim();
    if (text === '') continue;
    if (dataset.kind !== 'json') {
      values[name] = coerce(dataset.kind === 'number' ? { type: 'number' } : schema.properties[name], text);
      continue;
    }
    try {
      values[name] = JSON.parse(text);
    } catch (error) {
      problems.push({ param: name, message: `${name} is not valid JSON: ${error.message}` });
    }
  }
  return { values, problems };
}

/** Returns the path, the query and the body of a request. */
export function createRequest({ method, path }, values) {
  const inPath = listPathFields({ path });
  // Parameters without a value are shown by their names.
  const named = Object.fromEntries(inPath.map((name) => [name, name]));
  const target = buildTarget({ method, path }, { ...named, ...values });
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => !inPath.includes(name)));
  const isSent = method === 'POST' || (method !== 'GET' && Object.keys(body).length > 0);
  return { method, target, ...(isSent ? { body } : {}) };
}

/** Validates a request. Returns one problem for each field. */
export function findProblems(values, { schema, oneOf }) {
  const given = coerce(schema, values) ?? {};
  const found = validate(given, schema, '2020-12', undefined, false).errors.flatMap((error) =>
    toProblems(error, given, schema),
  );
  const missing = oneOf
    .filter(({ fields }) => fields.every((name) => given[name] === undefined))
    .map(({ fields: [param], message }) => ({ param, message }));
  return [...new Map([...missing, ...found].reverse().map((problem) => [problem.param, problem])).values()].reverse();
}

/** Keywords whose errors only say that there is an error inside. */
const OUTER = new Set(['properties', 'items', 'additionalProperties', 'patternProperties']);
const TOO_LONG = new Set(['maxLength', 'maxItems']);

function toProblems({ keyword, keywordLocation, instanceLocation }, given, schema) {
  // The errors of each alternative help nobody if none matches.
  if (OUTER.has(keyword) || keywordLocation.includes('/anyOf/')) return [];
  const field = resolve(schema, keywordLocation.slice(0, keywordLocation.lastIndexOf('/')));
  const path = toPath(instanceLocation);
  if (keyword === 'required') {
    const value = resolve(given, instanceLocation);
    return field.required
      .filter((name) => value[name] === undefined)
      .map((name) => {
        const param = path ? `${path}.${name}` : name;
        return { param, message: field.properties[name].missing ?? `${param} is required` };
      });
  }
  const message = (TOO_LONG.has(keyword) && field.tooLong) || field.invalid || `${path} must be ${describe(field)}`;
  return [{ param: path, message }];
}

/** Resolves a JSON pointer such as `#/properties/to`. */
function resolve(value, pointer) {
  const parts = pointer.split('/').slice(1);
  return parts.reduce(
    (inner, part) => inner[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')],
    value,
  );
}

/** Converts `#/pairs/0/from` to `pairs[0].from`. */
const toPath = (pointer) =>
  pointer
    .slice(2)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
