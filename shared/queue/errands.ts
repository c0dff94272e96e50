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

/** Draws what others show of a page that is kept, and puts it on the disk beside the page's pictures. */
export const drawPreview = errand({
  id: 'qr-experience/preview',
  pool: 'qr',
  request: Type.Object({
    code: Type.String(),
    type: Type.String(),
    title: Type.String(),
    page: Type.Unknown(),
    photos: Type.Optional(Type.String()),
  }),
  answer: Type.Object({
    preview: Type.Union([Type.Object({ name: Type.String(), bytes: Type.Integer() }), Type.Null()]),
  }),
});

/** Tells of which country a VAT number may be, by its form; of none when no country's are like it. */
export const checkVatNumber = errand({
  id: 'vat/check-number',
  pool: 'compute',
  request: Type.Object({ number: Type.String() }),
  answer: Type.Object({ country: Type.Union([Type.String(), Type.Null()]) }),
});

export const errands: readonly Errand[] = [readExperience, drawPreview, checkVatNumber];
