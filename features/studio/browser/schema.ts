import type { Json } from './json';

/** A JSON Schema, as far as forms use it. */
export interface Schema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly const?: Json;
  readonly enum?: readonly string[];
  readonly default?: Json;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Schemas;
  readonly items?: Schema;
  /** Label of a field that has none in the table of words. */
  readonly title?: string;
  /** Schemas of the whole object, by the value of one of its fields. */
  readonly variants?: { readonly by: string; readonly of: Schemas };
}

export interface Schemas {
  readonly [name: string]: Schema;
}

/** Colours of a preset. */
export interface Swatch {
  readonly primary: string;
  readonly accent: string;
  readonly surface?: string;
  readonly background?: { readonly color?: string; readonly gradient?: { readonly from: string; readonly to: string } };
}

/** Extract of the contract that the build embeds. */
export interface Contract {
  /** Props of blocks. */
  readonly blocks: Schemas;
  /** Contents of page types that are no block. */
  readonly contents: Schemas;
  /** Types of blocks of the other page types. */
  readonly contentBlocks: { readonly [pageType: string]: string };
  readonly theme: Schema;
  readonly swatches: { readonly [preset: string]: Swatch };
  /** Fields of a page besides its content: name, slug, rules. */
  readonly owner: Schemas;
  /** Contents of direct codes. */
  readonly direct: Schemas;
  /** Fields of the design of a code. */
  readonly image: Schemas;
  /** Credits of a page and of a code. */
  readonly prices: { readonly page: number; readonly code: number };
}
