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

/** True if a document was refused because another one has its id, or its key in a unique index. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/**
 * Inserts the documents whose ids do not exist yet. Safe to repeat.
 *
 * @returns the documents whose ids exist
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
    // A failure of the driver lists no failed statement, although nothing may have been inserted.
    if (!(error instanceof MongoBulkWriteError) || isDriverFailure(error)) throw error;
    const failed = [error.writeErrors].flat();
    if (failed.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return failed.flatMap(({ index }) => documents[index] ?? []);
  }
}
