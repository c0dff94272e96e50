import type { TObject, TSchema } from 'typebox';
import type { Contract } from './contract.js';
import type { RouteScope } from './service-scopes.js';

/** A route beside the endpoints: free of charge, answered by the front itself. */
export interface Route<Request extends TObject = TObject, Response extends TSchema = TSchema>
  extends Contract<Request, Response> {
  /** The scope that a key needs. Required, so that a route is never open to every key by omission. */
  readonly scope: RouteScope;
  /** True if a response holds a secret that is shown once: it is not stored for a repeated `Idempotency-Key`. */
  readonly returnsSecret?: true;
  /** Whether test keys may ask for it: it changes nothing, and shows nothing that is worth a secret. */
  readonly forTestKeys?: true;
  /** Requests a second that one key may make of this alone; what says nothing shares a limit with the others. */
  readonly ratePerSecond?: number;
  /** Bytes of the largest body, where that is another than usual. */
  readonly bodyLimit?: number;
  /** Fields that stand in a header where they are not sent, e.g. `{ if_match: 'if-match' }`. */
  readonly fromHeaders?: Readonly<Record<string, string>>;
  /** The type of the file that is answered instead of JSON. */
  readonly file?: string;
}

type Declaration<R extends Route> = Omit<R, 'id' | 'errors'> & Partial<Pick<R, 'errors'>>;

/** Declares a route. */
export const route = <Request extends TObject, Response extends TSchema>(
  declared: Declaration<Route<Request, Response>>,
): Route<Request, Response> => ({
  errors: [],
  ...declared,
  id: `${declared.method} ${declared.path}`,
});

/** The fields of a route's request that stand in its path. */
export const pathFields = ({ path }: Pick<Route, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** A header as it is usually written: `if-match` → `If-Match`. */
export const headerName = (header: string): string => header.replace(/\b\w/g, (letter) => letter.toUpperCase());

/** The path and query under which a route is asked with the given fields; what is no GET sends its fields in the body. */
export function targetOf(
  { path, method }: Pick<Route, 'path' | 'method'>,
  fields: Readonly<Record<string, unknown>>,
): string {
  const inPath = pathFields({ path });
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])));
  if (method !== 'GET') return target;
  const query = Object.entries(fields).filter(([name]) => !inPath.includes(name));
  return query.length === 0
    ? target
    : `${target}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`;
}
