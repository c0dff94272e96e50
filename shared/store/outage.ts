import { MongoAPIError, MongoBulkWriteError, MongoError, MongoServerError, MongoTopologyClosedError } from 'mongodb';

/**
 * What a server answers that is there and cannot do its work: it is shutting down, is no primary (any more), took too
 * long, or has no room on its disk. From MongoDB's table of errors (src/mongo/base/error_codes.yml).
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

/** The store did not do something in its time. Whether it will yet is not known. */
export class StoreTooSlow extends Error {
  override name = 'StoreTooSlow';
}

/**
 * Whether an error means that the store is away: no connection, no answer in time, no free connection, or an answer that it
 * cannot serve. Everything else is an answer to what was asked.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof StoreTooSlow) return true;
  if (error instanceof MongoBulkWriteError) return isDriverFailure(error) || CANNOT_SERVE.has(Number(error.code));
  if (error instanceof MongoServerError) return CANNOT_SERVE.has(Number(error.code));
  // Until it has first reached a server, and after its end, the driver counts an operation as a mistake of whoever asks.
  if (error instanceof MongoTopologyClosedError) return true;
  return isSocketError(error) || (error instanceof MongoError && !(error instanceof MongoAPIError));
}

/** The driver throws some errors of its sockets as the system made them, such as a write on a connection that was reset. */
const isSocketError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/**
 * Whether the driver has wrapped a failure of its own as the error of a bulk write. Such an error lists no statement that
 * failed, and says nothing of what became of any.
 */
export const isDriverFailure = (error: MongoBulkWriteError): boolean =>
  error.errorResponse instanceof Error || [error.writeErrors].flat().length === 0;
