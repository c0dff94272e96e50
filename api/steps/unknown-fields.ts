import levenshtein from 'damerau-levenshtein';
import type { Problem } from '../../shared/contract/api-error.js';
import { LONGEST_NAME_TOLD, MOST_UNKNOWN_LISTED } from '../../shared/contract/bounds.js';
import { type Shape, shapeOf } from '../../shared/contract/coerce.js';
import { FIELD_ERRORS } from '../../shared/contract/errors.js';
import type { CallContext } from '../call.js';
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
  const unknown = unknownFields(contract, sent);
  if (unknown.length > 0) ctx.set('X-Unknown-Fields', unknownHeader(unknown));
  if (!ctx.state.preferences.isStrict) return [];
  markApplied(ctx, 'handling=strict');
  return unknownProblems(unknown);
}

/** A field that was sent and that the contract does not have. */
export interface UnknownField {
  /** Where it stands, e.g. `pairs[0].form`. */
  readonly path: string;
  /** The field that may have been meant, as a path. */
  readonly nearest: string | undefined;
}

/**
 * The fields of a request that its contract does not have, those inside objects and lists included; the first few of
 * them, since an answer must not grow with what was sent. What is null or blank counts as not sent.
 */
export function unknownFields(schema: object, sent: unknown): UnknownField[] {
  const found: UnknownField[] = [];
  collect(shapeOf(schema), sent, { at: '', around: new Map() }, found);
  return found;
}

/** Where a value stands: its path, and the shapes with a name that it is in. */
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
  const properties = propertiesOf(shape, value);
  if (!properties) return;
  const known = Object.keys(properties);
  const path = (name: string) => (at === '' ? name : `${at}.${name}`);
  for (const [name, field] of Object.entries(value)) {
    const shape = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (shape) collect(shape, field, { at: path(name), around }, found);
    else if (field !== null && field !== '' && found.length < MOST_UNKNOWN_LISTED) {
      const short = name.slice(0, LONGEST_NAME_TOLD);
      const nearest = nearestTo(short, known);
      found.push({ path: path(short), nearest: nearest && path(nearest) });
    }
  }
}

/** What an object may have: of several kinds that which its word names, which decides for a field that all kinds have. */
function propertiesOf({ properties, variants }: Shape, value: object): Shape['properties'] {
  if (!properties || !variants) return properties;
  const word = String(new Map<string, unknown>(Object.entries(value)).get(variants.by)).toLowerCase();
  const kind = Object.entries(variants.of).find(([name]) => name.toLowerCase() === word)?.[1];
  return { ...properties, ...kind?.properties };
}

/** How much of a name must be right for it to be taken for another. */
const ALIKE = 0.65;

/** The known name that a mistyped one is nearest to: letter case and what joins words do not count. */
function nearestTo(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name);
  const [nearest] = known
    .map((field) => ({ field, alike: likeness(wanted, plain(field)) }))
    .filter(({ alike }) => alike >= ALIKE)
    .sort((a, b) => b.alike - a.alike);
  return nearest?.field;
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** From 0 to 1. Names too different in length to be alike are not compared: that costs as much as both are long. */
function likeness(one: string, other: string): number {
  const ratio = Math.min(one.length, other.length) / Math.max(one.length, other.length);
  return ratio < ALIKE ? 0 : levenshtein(one, other).similarity;
}

/**
 * Unknown fields as the value of a header, e.g. `country_cod; did you mean country_code?`. What a header cannot hold, or
 * what divides its parts, is percent-encoded.
 */
export const unknownHeader = (fields: readonly UnknownField[]): string =>
  fields
    .map(({ path, nearest }) => encoded(path) + (nearest === undefined ? '' : `; did you mean ${encoded(nearest)}?`))
    .join(', ');

/** Half a surrogate pair, which has no encoding, becomes the replacement character on its way through the bytes. */
const encoded = (path: string): string =>
  path.replace(/[^\w.[\]-]+/g, (text) => encodeURIComponent(Buffer.from(text).toString()));

/** What is wrong with unknown fields where none are taken. */
export const unknownProblems = (fields: readonly UnknownField[]): Problem[] =>
  fields.map(({ path, nearest }) => ({
    param: path,
    type: FIELD_ERRORS.unknown,
    message: `Unknown field "${path}"${nearest === undefined ? '' : `: did you mean ${nearest}?`}`,
  }));
