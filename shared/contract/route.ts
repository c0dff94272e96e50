import type { Static, TObject, TSchema } from 'typebox';
import type { AnyErrorKind } from './errors.js';

/**
 * A route beside the endpoints: free of charge, answered by the front itself. Path parameters, query and body are read
 * as one request.
 */
export interface ServiceRoute<Request extends TObject = TObject, Response extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With parameters in braces: `/v1/jobs/{job_id}`. */
  readonly path: string;
  readonly summary: string;
  /** Who may call: an account with its key, or the operator with the admin token. */
  readonly access: 'key' | 'admin';
  readonly request: Request;
  readonly response: Response;
  readonly errors: readonly AnyErrorKind[];
  readonly example: { readonly request: Readonly<Record<string, unknown>> };
}

export type ServiceInput<R extends ServiceRoute> = Static<R['request']>;
export type ServiceOutput<R extends ServiceRoute> = Static<R['response']>;

type Declaration<Request extends TObject, Response extends TSchema> = Omit<
  ServiceRoute<Request, Response>,
  'errors' | 'access'
> &
  Partial<Pick<ServiceRoute, 'errors' | 'access'>>;

/** Declares a route beside the endpoints. */
export const serviceRoute = <Request extends TObject, Response extends TSchema>(
  declared: Declaration<Request, Response>,
): ServiceRoute<Request, Response> => ({ errors: [], access: 'key', ...declared });
