import type { Values } from '../../../shared/contract/api-error.js';
import type { errors } from '../../../shared/contract/errors.js';

/** The rows of the table of errors. */
export type ErrorName = keyof typeof errors;

/** What the page of an error says beyond its row. Sentences, in which `code` and [links](/docs) are marked as in Markdown. */
export interface Explanation {
  /** What has led to it. */
  readonly cause: string;
  /** What whoever gets it does about it. */
  readonly remedy: string;
  /** What it costs, where that does not follow from where the error arises. */
  readonly cost?: string;
  /** Values for what is filled into its message, for the example of its body. */
  readonly example?: Readonly<Record<string, string | number>>;
}

/** An explanation of a row, with an example for each part of the message that is filled in. */
type Explains<Message extends string> = Explanation &
  ([keyof Values<Message>] extends [never] ? unknown : { readonly example: Values<Message> });

/** The explanations of all rows: none can be left out. */
export type Explanations = { readonly [Name in ErrorName]: Explains<(typeof errors)[Name]['message']> };
