import { ok } from 'node:assert/strict';
import type { Collection, Document, OptionalUnlessRequiredId } from 'mongodb';
import { insertNew } from '../../shared/store/insert-new.js';
import { isOutage } from '../../shared/store/outage.js';
import { eventually } from './stack.js';

/** Documents per command: few enough for a store on a busy machine to serve its other connections meanwhile. */
const AT_ONCE = 250;

/**
 * Inserts documents in parts. A part is sent again where the store could not be reached: the driver has given each document its id at the
 * first try, so that none is there twice.
 */
export async function insertAll<T extends Document>(
  collection: Collection<T>,
  documents: readonly OptionalUnlessRequiredId<T>[],
): Promise<void> {
  for (let from = 0; from < documents.length; from += AT_ONCE) {
    const part = documents.slice(from, from + AT_ONCE);
    const send = () =>
      insertNew(collection, part).then(
        () => true,
        (error) => {
          if (isOutage(error)) return false;
          throw error;
        },
      );
    ok(await eventually(send, (sent) => sent), 'the store could not be reached');
  }
}
