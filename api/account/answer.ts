import type { TObject, TSchema } from 'typebox';
import type { Answer } from '../../shared/contract/contract.js';
import type { Download, JsonStream } from '../../shared/contract/download.js';
import type { Route } from '../../shared/contract/route.js';
import type { Key } from '../../shared/store/collections.js';
import type { Services } from '../call.js';

/** What a route for accounts works with: the front's services, the key that asks, and what names the request. */
export type AccountContext = Services & { readonly key: Key; readonly requestId: string };

/** A route for accounts, and what answers it. */
export type AccountAnswer<Request extends TObject = TObject, Response extends TSchema = TSchema> = Answer<
  Route<Request, Response>,
  AccountContext,
  Download | JsonStream
>;

/** Ties a route for accounts to what answers it; both are typed by the contract. */
export const answer = <Request extends TObject, Response extends TSchema>(
  contract: Route<Request, Response>,
  run: AccountAnswer<Request, Response>['run'],
): AccountAnswer<Request, Response> => ({ contract, run });
