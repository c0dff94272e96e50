import {
  type Db,
  MongoAPIError,
  MongoBulkWriteError,
  MongoError,
  MongoServerError,
  MongoTopologyClosedError,
} from 'mongodb';
import type { WatchedService } from '../process/outages.js';

/**
 * Error codes of a server that cannot be reached, is shutting down, or is not the primary. From MongoDB's table of errors
 * (src/mongo/base/error_codes.yml), like those below.
 */
const UNREACHABLE = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  89, // NetworkTimeout
  91, // ShutdownInProgress
  189, // PrimarySteppedDown
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
]);

/** Error codes of a server that responds, but cannot do the operation: it took too long, or the disk is full. */
const CANNOT_SERVE = new Set([
  50, // MaxTimeMSExpired
  64, // WriteConcernFailed
  262, // ExceededTimeLimit
  14031, // OutOfDiskSpace
]);

/** An operation of the store took too long. It may still have an effect. */
export class StoreTimeoutError extends Error {
  override name = 'StoreTimeoutError';
}

/** The store is known to be unavailable, so the operation was not sent. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
}

/** The store, watched for outages. */
export const watchStore = (db: Db): WatchedService => ({
  isOutage: (error) => error instanceof StoreUnavailableError || (isUnreachable(error) && !isSocketError(error)),
  probe: () => db.command({ ping: 1 }),
});

/** True if the store could not do an operation. Any other error is a response to the operation. */
export const isOutage = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof MongoServerError && CANNOT_SERVE.has(Number(error.code)));

/**
 * True if an error means that the store is unavailable for all operations: no connection, no response in time, no free connection, or a
 * server that is shutting down or is not the primary.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof StoreTimeoutError) return true;
  if (error instanceof MongoBulkWriteError) return isDriverFailure(error) || UNREACHABLE.has(Number(error.code));
  if (error instanceof MongoServerError) return UNREACHABLE.has(Number(error.code));
  // Before it has reached a server, and after it was closed, the driver counts an operation as a mistake of its caller.
  if (error instanceof MongoTopologyClosedError) return true;
  return isSocketError(error) || (error instanceof MongoError && !(error instanceof MongoAPIError));
}

/** True for system errors of sockets, some of which the driver throws as they are, such as a write on a connection that was reset. */
const isSocketError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/**
 * True if the driver has wrapped a failure of its own as the error of a bulk write. Such an error lists no failed statement, and says
 * nothing about the outcome of any.
 */
export const isDriverFailure = (error: MongoBulkWriteError): boolean =>
  error.errorResponse instanceof Error || [error.writeErrors].flat().length === 0;
