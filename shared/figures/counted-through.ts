import type { FigureCollections } from './collections.js';

/** Calls that no day of an account has counted yet are added up one by one, so many at most. */
export const MOST_CALLS_ADDED = 20_000;

/** Up to where a scheduler has counted the calls of accounts by day; 1970 where it never has. */
export async function countedThrough({ figureMarks }: Pick<FigureCollections, 'figureMarks'>): Promise<Date> {
  const marks = await figureMarks.find({ _id: { $in: ['account-parts', 'account-days'] } }).toArray();
  return new Date(Math.max(0, ...marks.map(({ through }) => through.getTime())));
}
