import { MongoAPIError, MongoBulkWriteError, MongoError, MongoServerError, MongoTopologyClosedError } from 'mongodb';

/**
 * Error codes of a server that cannot serve: it is shutting down, is not the primary, took too long, or its disk is full. From MongoDB's
 * table of errors (src/mongo/base/error_codes.yml).
 */
const CANNOT_SERVE = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  50, // MaxTimeMSExpired
  64, // WriteConcernFailed
  89, // NetworkTimeout
  91, // ShutdownInProgress
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
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

/** True if an error certainly comes from the store, and means that it is unavailable. */
export const isStoreOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailableError || (isOutage(error) && !isSocketError(error));

/**
 * True if an error means that the store is unavailable: no connection, no response in time, no free connection, or a server that cannot
 * serve. Any other error is a response to the operation.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof StoreTimeoutError) return true;
  if (error instanceof MongoBulkWriteError) return isDriverFailure(error) || CANNOT_SERVE.has(Number(error.code));
  if (error instanceof MongoServerError) return CANNOT_SERVE.has(Number(error.code));
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
