import type { Static, TObject } from 'typebox';
import { invalid, missing } from './errors.js';
import type { Intent, StripeObject } from './objects.js';
import { expand, parameters, readParameters } from './parameters.js';
import type { World } from './world.js';

/** One method of the API. */
export interface Method {
  verb: 'DELETE' | 'GET' | 'POST';
  /** With `:id` for the id. */
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

/** Returns the named object, or an error. */
export function named<K extends Kind>(world: World, kind: K, id: string, param = 'id') {
  const found = world.get(kind, id);
  if (!found) throw missing(kind, id, param);
  return found;
}

/** Shows what a payment refers to in full, where that is asked for. */
export function expanded(world: World, intent: Intent, wanted: readonly string[] = []): object {
  const shown: Record<string, unknown> = { ...intent };
  for (const name of wanted) {
    const kind = ({ latest_charge: 'charge', payment_method: 'payment_method', customer: 'customer' } as const)[name];
    if (kind === undefined) throw invalid('property_cannot_be_expanded', `This property cannot be expanded (${name}).`);
    const id = shown[name];
    if (typeof id === 'string') shown[name] = world.get(kind, id) ?? null;
  }
  return shown;
}

/** A method that takes nothing of its own. */
export const nothing = parameters({ expand });

/** Shows one object. */
export const retrieve = (kind: Kind, path: string): Method =>
  method('GET', path, nothing, (world, { expand: wanted }, id) => {
    const found: StripeObject | object = named(world, kind, id);
    return 'amount_received' in found ? expanded(world, found, wanted) : found;
  });
