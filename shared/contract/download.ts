import { Readable } from 'node:stream';

/** A large JSON response, which is streamed. */
export class JsonStream {
  constructor(
    readonly content: Readable,
    readonly bytes: number,
  ) {}
}

/** A file, which is streamed. */
export class Download {
  /**
   * @param type media type, if the route does not declare it
   * @param shown headers of a file that browsers show instead of saving it
   */
  constructor(
    readonly filename: string,
    readonly content: Readable,
    readonly type?: string,
    readonly shown?: Readonly<Record<string, string>>,
  ) {}

  /** Creates a file of bytes. */
  static of(filename: string, bytes: Buffer, type: string, shown?: Download['shown']): Download {
    return new Download(filename, Readable.from([bytes]), type, shown);
  }
}
