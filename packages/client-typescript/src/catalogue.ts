import type { Endpoints, Routes } from './generated/exchanges.js';

/** What may stand in a field. */
export type FieldType = 'string' | 'number' | 'integer' | 'boolean' | 'list' | 'object' | 'any';

/** One field of a request, for forms, command lines and the like. */
export interface CatalogueField {
  readonly name: string;
  readonly type: FieldType;
  /** What the items of a list are. */
  readonly items?: FieldType;
  /** The values of which it takes one, or a list some. */
  readonly choices?: readonly string[];
  readonly about?: string;
  /** What the service takes when it is not given. */
  readonly default?: unknown;
  readonly isRequired: boolean;
}

interface Entry {
  /** In a few words. */
  readonly title: string;
  /** In a sentence. */
  readonly about: string;
  /** What requests must be that fields do not say. */
  readonly rules: readonly string[];
  readonly fields: readonly CatalogueField[];
}

/** An endpoint, as it is called by its id. */
export interface CatalogueEndpoint extends Entry {
  readonly id: keyof Endpoints;
  /** The title of its group. */
  readonly group: string;
  /** What a call costs. */
  readonly credits: number;
  /** Whether it can answer a file instead of JSON. */
  readonly answersFiles: boolean;
}

/** A route beside the endpoints, as it is asked by its name; free of charge. */
export interface CatalogueRoute extends Entry {
  readonly name: keyof Routes;
}

export { catalogueEndpoints } from './generated/catalogue-endpoints.js';
export { catalogueRoutes } from './generated/catalogue-routes.js';
