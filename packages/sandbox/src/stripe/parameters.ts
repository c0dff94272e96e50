import qs from 'qs';
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { Convert, Errors } from 'typebox/value';
import { invalid } from './errors.js';

/** Declares the parameters of a method. Others are refused. */
export const parameters = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const metadata = Type.Optional(Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 500 })));
export const expand = Type.Optional(Type.Array(Type.String()));

/** Parameters of every list. */
export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  starting_after: Type.Optional(Type.String()),
  ending_before: Type.Optional(Type.String()),
  expand,
};

const bound = Type.Optional(Type.Integer());
/** Creation time: seconds since 1970, or bounds of them. */
export const created = Type.Optional(
  Type.Union([
    Type.Integer(),
    Type.Object({ gt: bound, gte: bound, lt: bound, lte: bound }, { additionalProperties: false }),
  ]),
);

/** Parses a form or a query as Stripe does: nested in brackets, lists with or without indexes. */
export const parseForm = (text: string): unknown =>
  qs.parse(text, { depth: 8, parameterLimit: 1_000, arrayLimit: 100 });

/**
 * Validates parameters.
 *
 * @throws Refusal 400 that names the parameter
 */
export function readParameters<S extends TObject>(schema: S, sent: unknown): Static<S> {
  const read = Convert(schema, sent);
  const [found] = Errors(schema, read);
  if (!found) return read as Static<S>;
  const path = found.instancePath.split('/').slice(1);
  // The schema of an unknown parameter is `false`.
  if (found.keyword === 'boolean') {
    const name = formatPath(path);
    throw invalid('parameter_unknown', `Received unknown parameter: ${name}`, name);
  }
  if (found.keyword === 'required') {
    const name = formatPath([...path, String(found.params.requiredProperties[0])]);
    throw invalid('parameter_missing', `Missing required param: ${name}.`, name);
  }
  const name = formatPath(path);
  const value = readValue(sent, path);
  if (found.keyword === 'type' && found.params.type === 'integer')
    throw invalid('parameter_invalid_integer', `Invalid integer: ${value}`, name);
  throw invalid('parameter_invalid', `Invalid ${name}: ${found.message}`, name);
}

/** Formats a path with brackets: `line_items[0][price_data]`. */
const formatPath = ([first = '', ...rest]: string[]): string => first + rest.map((part) => `[${part}]`).join('');

const readValue = (sent: unknown, path: readonly string[]): string =>
  String(path.reduce<unknown>((value, part) => Object(value)[part], sent));
