import type { Document } from 'mongodb';
import type { Story } from '../story.js';

export const NAME = 'known';

/** A story without the name of the collection on which it is told. */
export type Told = Omit<Story, 'collection'>;

/** A day, counted from one in November 2023. */
export const day = (number: number): Date => new Date(1_700_000_000_000 + number * 86_400_000);

export const find = (filter: Document, more: Document = {}): Document => ({
  find: NAME,
  filter,
  sort: { _id: 1 },
  ...more,
});

/** An update of the document with the `_id` 1. */
export const update = (u: Document | Document[], more: Document = {}): Document => ({
  update: NAME,
  updates: [{ q: { _id: 1 }, u, ...more }],
});

export const aggregate = (...pipeline: Document[]): Document => ({ aggregate: NAME, pipeline, cursor: {} });

export const everything = find({});

/** A document for each value. */
export const withValues = (values: readonly unknown[], name = 'v'): Document[] =>
  values.map((value, i) => ({ _id: i + 1, [name]: value }));
