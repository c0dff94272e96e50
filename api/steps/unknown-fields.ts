import type { Problem } from '../../shared/contract/api-error.js';
import { LONGEST_NAME_TOLD, MOST_UNKNOWN_LISTED } from '../../shared/contract/bounds.js';
import { asShape, type Shape } from '../../shared/contract/coerce.js';
import { FIELD_ERRORS } from '../../shared/contract/errors.js';
import type { CallContext } from '../call.js';
import { findNearest } from '../find-nearest.js';
import { markApplied } from './parse.js';

/**
 * Names unknown fields of a request in `X-Unknown-Fields`.
 *
 * @returns the problems to refuse the request with if it prefers strict handling, else none
 */
export function handleUnknownFields(
  ctx: Pick<CallContext, 'set' | 'append' | 'state'>,
  contract: object,
  sent: object,
): readonly Problem[] {
  const unknown = findUnknownFields(contract, sent);
  if (unknown.length > 0) ctx.set('X-Unknown-Fields', formatHeader(unknown));
  if (!ctx.state.preferences.isStrict) return [];
  markApplied(ctx, 'handling=strict');
  return describeProblems(unknown);
}

/** A field that was sent and that the contract does not have. */
interface UnknownField {
  /** Path, e.g. `pairs[0].form`. */
  readonly path: string;
  /** Path of the field that may have been meant. */
  readonly nearest: string | undefined;
}

/**
 * Finds the fields of a request that its contract does not have, also inside objects and lists: the first few of them, since a response
 * must not grow with the request. Null and blank values count as not sent.
 */
function findUnknownFields(schema: object, sent: unknown): UnknownField[] {
  const found: UnknownField[] = [];
  collect(asShape(schema), sent, { at: '', around: new Map() }, found);
  return found;
}

/** Place of a value: its path, and the named shapes around it. */
interface Place {
  readonly at: string;
  readonly around: ReadonlyMap<string, Shape>;
}

function collect(declared: Shape, value: unknown, { at, around: outer }: Place, found: UnknownField[]): void {
  if (typeof value !== 'object' || value === null || found.length >= MOST_UNKNOWN_LISTED) return;
  const shape = outer.get(declared.refersTo ?? '') ?? declared;
  const around = shape.named ? new Map([...outer, [shape.named.name, shape]]) : outer;
  const { items } = shape;
  if (Array.isArray(value)) {
    for (const [index, item] of items ? value.entries() : []) {
      collect(items ?? {}, item, { at: `${at}[${index}]`, around }, found);
    }
    return;
  }
  const properties = findProperties(shape, value);
  if (!properties) return;
  const known = Object.keys(properties);
  const path = (name: string) => (at === '' ? name : `${at}.${name}`);
  for (const [name, field] of Object.entries(value)) {
    const shape = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (shape) collect(shape, field, { at: path(name), around }, found);
    else if (field !== null && field !== '' && found.length < MOST_UNKNOWN_LISTED) {
      const short = name.slice(0, LONGEST_NAME_TOLD);
      const nearest = findNearest(short, known);
      found.push({ path: path(short), nearest: nearest && path(nearest) });
    }
  }
}

/** Returns the properties that an object may have. If there are variants, those of its variant override the common ones. */
function findProperties({ properties, variants }: Shape, value: object): Shape['properties'] {
  if (!properties || !variants) return properties;
  const tag = String(new Map<string, unknown>(Object.entries(value)).get(variants.by)).toLowerCase();
  const variant = Object.entries(variants.of).find(([name]) => name.toLowerCase() === tag)?.[1];
  return { ...properties, ...variant?.properties };
}

/**
 * Formats unknown fields for a header, e.g. `country_cod; did you mean country_code?`. Characters that a header cannot hold, or that
 * separate its parts, are percent-encoded.
 */
const formatHeader = (fields: readonly UnknownField[]): string =>
  fields
    .map(({ path, nearest }) => encode(path) + (nearest === undefined ? '' : `; did you mean ${encode(nearest)}?`))
    .join(', ');

/** Percent-encodes a path. A lone surrogate, which has no encoding, becomes the replacement character by way of the buffer. */
const encode = (path: string): string =>
  path.replace(/[^\w.[\]-]+/g, (text) => encodeURIComponent(Buffer.from(text).toString()));

const describeProblems = (fields: readonly UnknownField[]): Problem[] =>
  fields.map(({ path, nearest }) => ({
    param: path,
    type: FIELD_ERRORS.unknown,
    message: `Unknown field "${path}"${nearest === undefined ? '' : `: did you mean ${nearest}?`}`,
  }));
