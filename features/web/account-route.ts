import type { TObject, TSchema } from 'typebox';
import type { Answer } from '../../shared/contract/contract.js';
import type { Download, JsonStream } from '../../shared/contract/download.js';
import type { Route } from '../../shared/contract/route.js';

/** Context of every route of the account API: the key that sent the request, and the id of the request. */
export interface Caller {
  readonly key: { readonly id: string; readonly account: string };
  readonly requestId: string;
}

/** A route of the account API with its handler. `Context` is what the handler needs besides the input. */
export type AccountRoute<
  Request extends TObject = TObject,
  Response extends TSchema = TSchema,
  Context extends Caller = Caller,
> = Answer<Route<Request, Response>, Context, Download | JsonStream>;

/** Declares a route of the account API; its handler is typed by the contract. */
export const accountRoute = <Request extends TObject, Response extends TSchema, Context extends Caller = Caller>(
  contract: Route<Request, Response>,
  run: AccountRoute<Request, Response, Context>['run'],
): AccountRoute<Request, Response, Context> => ({ contract, run });
