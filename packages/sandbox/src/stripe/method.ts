import type { Static, TObject } from 'typebox';
import { invalid, missing } from './errors.js';
import type { Intent, StripeObject } from './objects.js';
import { expand, parameters, readParameters } from './parameters.js';
import type { World } from './world.js';

/** One method of the API. */
export interface Method {
  verb: 'DELETE' | 'GET' | 'POST';
  /** Path with `:id` for the id. */
  path: string;
  run(world: World, sent: unknown, id: string): object;
}

/** Declares a method, typed by its parameters. */
export const method = <S extends TObject>(
  verb: Method['verb'],
  path: string,
  schema: S,
  run: (world: World, given: Static<S>, id: string) => object,
): Method => ({ verb, path, run: (world, sent, id) => run(world, readParameters(schema, sent), id) });

type Kind = Parameters<World['get']>[0];

/** Returns an object by id. @throws Refusal if there is none */
export function requireObject<K extends Kind>(world: World, kind: K, id: string, param = 'id') {
  const found = world.get(kind, id);
  if (!found) throw missing(kind, id, param);
  return found;
}

/** Replaces the ids of a payment by their objects, for the requested fields. */
export function expandFields(world: World, intent: Intent, wanted: readonly string[] = []): object {
  const fields: Record<string, unknown> = { ...intent };
  for (const name of wanted) {
    const kind = ({ latest_charge: 'charge', payment_method: 'payment_method', customer: 'customer' } as const)[name];
    if (kind === undefined)
      throw invalid('property_cannot_be_expanded', `This property cannot be expandFields (${name}).`);
    const id = fields[name];
    if (typeof id === 'string') fields[name] = world.get(kind, id) ?? null;
  }
  return fields;
}

/** Parameters of a method without its own. */
export const noParameters = parameters({ expand });

/** Declares a method that returns one object. */
export const retrieve = (kind: Kind, path: string): Method =>
  method('GET', path, noParameters, (world, { expand: wanted }, id) => {
    const found: StripeObject | object = requireObject(world, kind, id);
    return 'amount_received' in found ? expandFields(world, found, wanted) : found;
  });
