/** A model's output that cannot be used. The model is given the message when it is asked again. */
export class UnusableOutput extends Error {
  override readonly name: string = 'UnusableOutput';
}

/** Output that ended before it was complete, or before it began, because the model had used up its tokens. */
export class TruncatedOutput extends UnusableOutput {
  override readonly name = 'TruncatedOutput';
}

/** The endpoint rejected the request. Some reject schemas in this way, so the next attempt has none. */
export class RequestRejected extends Error {
  override readonly name: string = 'RequestRejected';
}

/** The endpoint or the model refuses the subject, and would do so again. */
export class ContentFiltered extends RequestRejected {
  override readonly name = 'ContentFiltered';
}
