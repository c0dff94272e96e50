import type { TObject, TSchema } from 'typebox';
import type { Contract } from './contract.js';
import type { RouteScope } from './service-scopes.js';

/** A service route: free of charge, handled by the front. */
export interface Route<Request extends TObject = TObject, Response extends TSchema = TSchema>
  extends Contract<Request, Response> {
  /** Scope that a key needs. Required, so that a route is never open to every key by omission. */
  readonly scope: RouteScope;
  /** True if a response holds a secret that is shown once: it is not stored for a repeated `Idempotency-Key`. */
  readonly returnsSecret?: true;
  /** True if test keys may use it: it changes nothing, and shows no secrets. */
  readonly forTestKeys?: true;
  /** Rate limit of a key for this route, in requests per second; by default it shares a limit with other routes. */
  readonly ratePerSecond?: number;
  /** Maximum size of a body in bytes, if it differs from the default. */
  readonly bodyLimit?: number;
  /** Maximum number of JSON values in a body, if it differs from the default. */
  readonly bodyValues?: number;
  /** Status of a success, if it is not 200. */
  readonly status?: 202;
  /** Headers from which absent fields are read, e.g. `{ if_match: 'if-match' }`. */
  readonly fromHeaders?: Readonly<Record<string, string>>;
  /** Media type of a file response. */
  readonly file?: string;
}

/** Fields of a route as they are declared. */
export type RouteDeclaration<R extends Route> = Omit<R, 'id' | 'errors'> & Partial<Pick<R, 'errors'>>;

/** Declares a route. */
export const route = <Request extends TObject, Response extends TSchema, Method extends Route['method']>(
  declared: RouteDeclaration<Route<Request, Response>> & { readonly method: Method },
): Route<Request, Response> & { readonly method: Method } => ({
  errors: [],
  ...declared,
  id: `${declared.method} ${declared.path}`,
});

/** Returns the fields of a request that are part of the path. */
export const listPathFields = ({ path }: Pick<Route, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Formats the name of a header: `if-match` → `If-Match`. */
export const formatHeaderName = (header: string): string => header.replace(/\b\w/g, (letter) => letter.toUpperCase());

/** Returns the path and query of a request with the given fields; other methods than GET send the fields in the body. */
export function buildTarget(
  { path, method }: Pick<Route, 'path' | 'method'>,
  fields: Readonly<Record<string, unknown>>,
): string {
  const inPath = listPathFields({ path });
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])));
  if (method !== 'GET') return target;
  const query = Object.entries(fields).filter(([name]) => !inPath.includes(name));
  return query.length === 0
    ? target
    : `${target}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`;
}
