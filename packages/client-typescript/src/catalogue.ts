import type { Endpoints, Routes } from './generated/operations.js';

/** Type of a field. */
export type FieldType = 'string' | 'number' | 'integer' | 'boolean' | 'list' | 'object' | 'any';

/** One field of a request, for forms, command lines and the like. */
export interface CatalogueField {
  readonly name: string;
  readonly type: FieldType;
  /** Type of the items of a list. */
  readonly items?: FieldType;
  /** The values that it takes: one of them, or some in a list. */
  readonly choices?: readonly string[];
  readonly description?: string;
  /** Default value. */
  readonly default?: unknown;
  readonly isRequired: boolean;
}

interface Entry {
  /** In a few words. */
  readonly title: string;
  /** In a sentence. */
  readonly description: string;
  /** Rules over several fields. */
  readonly rules: readonly string[];
  /** True if it can return a file instead of JSON. */
  readonly returnsFile: boolean;
  readonly fields: readonly CatalogueField[];
}

/** An endpoint, which `call` sends by its id. */
export interface CatalogueEndpoint extends Entry {
  readonly id: keyof Endpoints;
  /** The title of its group. */
  readonly group: string;
  /** Price of a request. */
  readonly credits: number;
}

/** A route beside the endpoints, which `callRoute` sends by its name; free of charge. */
export interface CatalogueRoute extends Entry {
  readonly name: keyof Routes;
}

export { catalogueEndpoints } from './generated/catalogue-endpoints.js';
export { catalogueRoutes } from './generated/catalogue-routes.js';
