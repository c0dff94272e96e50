import type { Collection, Db } from 'mongodb';
import { nanoid } from 'nanoid';
import type { ApiError } from '../contract/api-error.js';
import type { Clock } from '../process/clock.js';
import { insertNew } from './insert-new.js';

/** Time after which the process that has reserved a place must have died; far longer than any write takes. */
const ABANDONED_MS = 600_000;

/** Places under one limit that are reserved for documents that are just being written. Documents that exist are counted themselves. */
export interface Reservations {
  /** The account and the kind of document that are limited. */
  _id: string;
  reserved: Reservation[];
  /** Number of times that places have been released. */
  released: number;
}

interface Reservation {
  /** Distinguishes two reservations for the same document. */
  token: string;
  /** Id of the document. */
  id: string;
  /** Id of a document that ends as this one begins. */
  replaces?: string;
  at: Date;
}

/** A place under a limit for one more document. */
export interface Place {
  limited: string;
  most: number;
  id: string;
  replaces?: string | undefined;
  clock: Clock;
  /** Counts the documents that exist, except those with these ids; it may stop at the limit. */
  countOthers(except: string[]): Promise<number>;
  /** Thrown when there is no place. */
  refusal: ApiError;
}

/**
 * Writes a document for which there is a place under a limit, however many are written at the same time. The place is reserved until the
 * document exists. When the writing fails, it may still have an effect, so the place stays reserved for some minutes.
 *
 * @throws ApiError the refusal when the limit is reached
 */
export async function writeWithinLimit<T>(
  reservations: Collection<Reservations>,
  place: Place,
  write: () => Promise<T>,
): Promise<T> {
  const token = await reserve(reservations, place);
  const written = await write();
  // A place that is not released now is released once it is abandoned.
  await release(reservations, place.limited, { token }).catch(() => undefined);
  return written;
}

/** Reserves a place, and returns its token. */
async function reserve(
  reservations: Collection<Reservations>,
  { limited, most, id, replaces, clock, countOthers, refusal }: Place,
): Promise<string> {
  const now = clock.now();
  const own: Reservation = { token: nanoid(), id, ...(replaces !== undefined && { replaces }), at: now };
  const abandonedAt = new Date(now.getTime() - ABANDONED_MS);
  for (;;) {
    const { reserved, released } = await readReservations(reservations, limited);
    if (reserved.some(({ at }) => at < abandonedAt)) {
      await release(reservations, limited, { at: { $lt: abandonedAt } });
      continue;
    }
    const except = [...reserved, own].flatMap((one) =>
      one.replaces === undefined ? [one.id] : [one.id, one.replaces],
    );
    const room = most - (await countOthers(except));
    // A document whose place was released meanwhile may not have been counted; one with a new place is in the list.
    const sameReleases = { _id: limited, released };
    if (room > reserved.length) {
      const isRoomLeft = { [`reserved.${room - 1}`]: { $exists: false } };
      const { matchedCount } = await reservations.updateOne(
        { ...sameReleases, ...isRoomLeft },
        { $push: { reserved: own } },
      );
      if (matchedCount > 0) return own.token;
    } else if (await reservations.findOne({ ...sameReleases, reserved: { $size: reserved.length } })) throw refusal;
  }
}

async function readReservations(reservations: Collection<Reservations>, limited: string): Promise<Reservations> {
  const found = await reservations.findOne({ _id: limited });
  if (found) return found;
  await insertNew(reservations, [{ _id: limited, reserved: [], released: 0 }]);
  return readReservations(reservations, limited);
}

async function release(
  reservations: Collection<Reservations>,
  limited: string,
  which: { token: string } | { at: { $lt: Date } },
): Promise<void> {
  await reservations.updateOne({ _id: limited }, { $pull: { reserved: which }, $inc: { released: 1 } });
}

export interface ReservationCollections {
  reservations: Collection<Reservations>;
}

export const reservationCollections = (db: Db): ReservationCollections => ({
  reservations: db.collection('reservations'),
});
