import type { Static, TObject, TSchema } from 'typebox';
import type { AnyErrorKind } from './api-error.js';

/** The HTTP contract of an endpoint or a service route. */
export interface Contract<Request extends TObject = TObject, Response extends TSchema = TSchema> {
  /** Identifier in jobs, usage, metrics and recorded examples: `currency/convert`, `GET /v1/account`. */
  readonly id: string;
  /** Name in code, e.g. `currencyConvert`: the OpenAPI operation, and the method of clients. */
  readonly name: string;
  /** Display name, e.g. `Daily horoscope`. */
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with parameters in braces: `/v1/jobs/{job_id}`. */
  readonly path: string;
  readonly summary: string;
  /** Path parameters, query and body together. */
  readonly request: Request;
  readonly response: Response;
  /** Errors of this contract in addition to general ones, for the documentation. */
  readonly errors: readonly AnyErrorKind[];
  readonly example: { readonly request: Readonly<Record<string, unknown>> };
}

/** Validated request of a contract, with coercion and defaults. */
export type Input<C extends Contract> = Static<C['request']>;

/** Response of a contract. */
export type Output<C extends Contract> = Static<C['response']>;

/** A contract and its handler. */
export interface Answer<C extends Contract = Contract, Context = never, More = never> {
  readonly contract: C;
  run(input: Input<C>, context: Context): Output<C> | More | Promise<Output<C> | More>;
}

/** Converts an id to camel case, e.g. `currency/convert` → `currencyConvert`. */
export const toCamelCase = (id: string): string =>
  id.replace(/[/-]+(\w)/g, (_, letter: string) => letter.toUpperCase());
