import type { Readable } from 'node:stream';

/** A large JSON response, which is sent as it is read. */
export class JsonStream {
  constructor(
    readonly content: Readable,
    readonly bytes: number,
  ) {}
}

/** A file that is sent as it is made. */
export class Download {
  /** @param type its media type, where the route does not say it */
  constructor(
    readonly filename: string,
    readonly content: Readable,
    readonly type?: string,
  ) {}
}
