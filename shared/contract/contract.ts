import type { Static, TObject, TSchema } from 'typebox';
import type { AnyErrorKind } from './api-error.js';

/** What is promised over HTTP, of the endpoints and of the routes beside them alike. */
export interface Contract<Request extends TObject = TObject, Response extends TSchema = TSchema> {
  /** What jobs, usage, metrics and recorded answers call it: `currency/convert`, `GET /v1/account`. */
  readonly id: string;
  /** Its name in code, e.g. `currencyConvert`: the OpenAPI operation, and the method of clients. */
  readonly name: string;
  /** Its name in words, e.g. `Daily horoscope`. */
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces: `/v1/jobs/{job_id}`. */
  readonly path: string;
  readonly summary: string;
  /** Path parameters, query and body are read as one request. */
  readonly request: Request;
  readonly response: Response;
  /** Named errors beyond those that every call can get, for the documentation. */
  readonly errors: readonly AnyErrorKind[];
  readonly example: { readonly request: Readonly<Record<string, unknown>> };
}

/** What answers a contract: the request after trimming, coercion, defaults and validation. */
export type Input<C extends Contract> = Static<C['request']>;

/** What is answered. */
export type Output<C extends Contract> = Static<C['response']>;

/** A contract and what answers it, given what it works with. */
export interface Answer<C extends Contract = Contract, Context = never, More = never> {
  readonly contract: C;
  run(input: Input<C>, context: Context): Output<C> | More | Promise<Output<C> | More>;
}

/** An id as one word, e.g. `currency/convert` → `currencyConvert`. */
export const camelCase = (id: string): string => id.replace(/[/-]+(\w)/g, (_, letter: string) => letter.toUpperCase());
