import { type Collection, type Document, MongoBulkWriteError, type OptionalUnlessRequiredId } from 'mongodb';
import { isDriverFailure } from './outage.js';

const DUPLICATE_KEY = 11_000;

/** Inserts the documents that are not there already, by their ids: harmless to repeat. */
export async function insertNew<T extends Document>(
  collection: Collection<T>,
  documents: readonly OptionalUnlessRequiredId<T>[],
): Promise<void> {
  if (documents.length === 0) return;
  try {
    await collection.insertMany([...documents], { ordered: false });
  } catch (error) {
    // An error of the driver's own lists no statement that failed, and yet nothing may have been inserted.
    if (!(error instanceof MongoBulkWriteError) || isDriverFailure(error)) throw error;
    if ([error.writeErrors].flat().some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  }
}
