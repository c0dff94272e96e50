import type { Context } from 'koa';
import type { Static, TObject, TSchema } from 'typebox';
import type { Answer } from '../../shared/contract/contract.js';
import type { Download, JsonStream } from '../../shared/contract/download.js';
import type { Route } from '../../shared/contract/route.js';
import type { Change } from '../account-log/index.js';

/** Context of every route of the account API: the key that sent the request, and the id of the request. */
export interface Caller {
  readonly key: { readonly id: string; readonly account: string };
  readonly requestId: string;
}

/** The client's request, for routes that send others on behalf of it. */
export interface ClientRequest {
  readonly client: Pick<Context, 'headers' | 'ip' | 'req'>;
}

/** The change that a route makes, for the account log; `nothing` if it changes nothing lasting, such as a route that creates a token. */
type Mutation<Request extends TObject, Response extends TSchema> =
  | Change<Static<Request>, Static<Response>>
  | 'nothing';

/** A route of the account API with its handler. `Context` is what the handler needs besides the input. */
export interface AccountRoute<
  Request extends TObject = TObject,
  Response extends TSchema = TSchema,
  Context extends Caller = Caller,
> extends Answer<Route<Request, Response>, Context, Download | JsonStream> {
  /** `nothing` for a GET. If the route throws a client error it must not have changed anything. */
  readonly mutates: Mutation<Request, Response>;
}

/**
 * Declares a route of the account API; its handler is typed by the contract. A route that is not a GET declares what it changes.
 */
export const accountRoute = <
  Request extends TObject,
  Response extends TSchema,
  Method extends Route['method'],
  Context extends Caller = Caller,
>(
  contract: Route<Request, Response> & { readonly method: Method },
  run: AccountRoute<Request, Response, Context>['run'],
  ...[mutates = 'nothing']: Method extends 'GET' ? [] : [mutates: Mutation<Request, Response>]
): AccountRoute<Request, Response, Context> => ({ contract, run, mutates });

/** Adds up the contexts of routes: the intersection of what each of them needs. */
export type ContextOf<R> = (R extends AccountRoute ? (context: Parameters<R['run']>[1]) => void : never) extends (
  context: infer Context,
) => void
  ? Context
  : never;
