import Type, { type Static, type TSchema } from 'typebox';
import type { PoolName } from '../contract/pools.js';

/**
 * Work that a front orders for one of its own routes and a worker does, because it takes what only workers have. Its job is like
 * that of a call, with the bounds of one; but it is no endpoint: nobody can call it, nobody is charged for it.
 */
export interface Errand<Request extends TSchema = TSchema, Answer extends TSchema = TSchema> {
  /** Names its jobs; its handler is `workers/<id>.ts`. */
  readonly id: string;
  readonly pool: PoolName;
  readonly request: Request;
  readonly answer: Answer;
}

export type Ordered<E extends Errand> = Static<E['request']>;
export type Fetched<E extends Errand> = Static<E['answer']>;

const errand = <Request extends TSchema, Answer extends TSchema>(
  declared: Errand<Request, Answer>,
): Errand<Request, Answer> => declared;

/** Reads what an experience is to be, as generate does: every block by its type, every link checked, its photos encoded anew. */
export const readExperience = errand({
  id: 'qr-experience/read',
  pool: 'qr',
  request: Type.Object({
    type: Type.String(),
    page: Type.Optional(Type.Unknown()),
    content: Type.Optional(Type.Unknown()),
  }),
  answer: Type.Object({
    type: Type.String(),
    title: Type.String(),
    page: Type.Unknown(),
    target: Type.Union([Type.String(), Type.Null()]),
  }),
});

export const errands: readonly Errand[] = [readExperience];
