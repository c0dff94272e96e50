import {
  type Collection,
  type Document,
  MongoBulkWriteError,
  MongoServerError,
  type OptionalUnlessRequiredId,
} from 'mongodb';
import { isDriverFailure } from './outage.js';

/** From MongoDB's table of errors (src/mongo/base/error_codes.yml). */
const DUPLICATE_KEY = 11_000;

/** Whether a document was refused because another has its id, or its place in a unique index. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/**
 * Inserts the documents that are not there already, by their ids: harmless to repeat.
 *
 * @returns those of them that were there
 */
export async function insertNew<T extends Document>(
  collection: Collection<T>,
  documents: readonly OptionalUnlessRequiredId<T>[],
): Promise<OptionalUnlessRequiredId<T>[]> {
  if (documents.length === 0) return [];
  try {
    await collection.insertMany([...documents], { ordered: false });
    return [];
  } catch (error) {
    // An error of the driver's own lists no statement that failed, and yet nothing may have been inserted.
    if (!(error instanceof MongoBulkWriteError) || isDriverFailure(error)) throw error;
    const failed = [error.writeErrors].flat();
    if (failed.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return failed.flatMap(({ index }) => documents[index] ?? []);
  }
}
