// What a try-it form holds as a request, and what the contract has against it. The words are those of the service.
import { coerce, describe } from './coerce.js';
import { validate } from './json-schema/validate.js';
import { pathFields, targetOf } from './route.js';

/** The values of a form by their kinds: numbers as numbers, JSON as what it says. What is empty is not sent. */
export function valuesOf(form, { schema }) {
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

/** A request: its path and query, and its body where it has one. */
export function requestOf({ method, path }, values) {
  const inPath = pathFields({ path });
  // A path that is not filled in yet shows the names of its parameters.
  const named = Object.fromEntries(inPath.map((name) => [name, name]));
  const target = targetOf({ method, path }, { ...named, ...values });
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => !inPath.includes(name)));
  const isSent = method === 'POST' || (method !== 'GET' && Object.keys(body).length > 0);
  return { method, target, ...(isSent ? { body } : {}) };
}

/** Everything that the contract has against a request, each field once. */
export function problemsOf(values, { schema, oneOf }) {
  const given = coerce(schema, values) ?? {};
  const found = validate(given, schema, '2020-12', undefined, false).errors.flatMap((error) =>
    problemIn(error, given, schema),
  );
  const missing = oneOf
    .filter(({ fields }) => fields.every((name) => given[name] === undefined))
    .map(({ fields: [param], message }) => ({ param, message }));
  return [...new Map([...missing, ...found].reverse().map((problem) => [problem.param, problem])).values()].reverse();
}

/** Keywords that only say that something inside is wrong, which has an error of its own. */
const OUTER = new Set(['properties', 'items', 'additionalProperties', 'patternProperties']);
const TOO_LONG = new Set(['maxLength', 'maxItems']);

function problemIn({ keyword, keywordLocation, instanceLocation }, given, schema) {
  // Of several shapes none fits: what each of them lacks helps nobody.
  if (OUTER.has(keyword) || keywordLocation.includes('/anyOf/')) return [];
  const field = at(schema, keywordLocation.slice(0, keywordLocation.lastIndexOf('/')));
  const path = pathOf(instanceLocation);
  if (keyword === 'required') {
    const value = at(given, instanceLocation);
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

/** What stands at a place such as `#/properties/to`. */
function at(value, pointer) {
  const parts = pointer.split('/').slice(1);
  return parts.reduce(
    (inner, part) => inner[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')],
    value,
  );
}

/** `#/pairs/0/from` as callers write it: `pairs[0].from`. */
const pathOf = (pointer) =>
  pointer
    .slice(2)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
