/** What the service answered instead of a success. */
export class UtilityApiError extends Error {
  override readonly name = 'UtilityApiError';

  constructor(
    message: string,
    /** The HTTP status, e.g. 402. */
    readonly status: number,
    /** Names the call in questions to support. */
    readonly requestId: string | undefined,
    /** Whole seconds to wait before another try, when waiting helps. */
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(message);
  }
}

/** The service could not be reached, or did not answer in time, however often it was tried. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}
