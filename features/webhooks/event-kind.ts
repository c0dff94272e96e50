import type { Static, TObject } from 'typebox';

/** A kind of event, from which its documentation, the choice of it, and the type of what is told all derive. */
export interface EventKind<Name extends string = string, Data extends TObject = TObject> {
  /** The `type` of its messages. */
  readonly name: Name;
  /** When it is sent, as a sentence without its end. */
  readonly summary: string;
  readonly data: Data;
  readonly example: Static<Data>;
}

/** Declares a kind of event. */
export const event = <const Name extends string, Data extends TObject>(
  declared: EventKind<Name, Data>,
): EventKind<Name, Data> => declared;
