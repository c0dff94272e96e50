import { ConfigurationError } from './errors.js';

/** Bytes of a buffer that is not shared, in words that compilers before TypeScript 5.7 understand. */
type Bytes = Uint8Array & { readonly buffer: ArrayBuffer };

/** The part of Node's file system that files are saved and read with. */
interface FileSystem {
  writeFile(path: string | URL, data: Uint8Array): Promise<void>;
  readFile(path: string | URL): Promise<Bytes>;
}

/** A file that an endpoint returned. */
export class FileResponse {
  readonly #blob: Blob;

  constructor(
    blob: Blob,
    /** File name that the service suggests, if it does. */
    readonly name: string | undefined,
  ) {
    this.#blob = blob;
  }

  /** Media type, e.g. `image/png`. */
  get type(): string {
    return this.#blob.type;
  }

  /** In bytes. */
  get size(): number {
    return this.#blob.size;
  }

  blob(): Blob {
    return this.#blob;
  }

  async bytes(): Promise<Bytes> {
    return new Uint8Array(await this.#blob.arrayBuffer());
  }

  text(): Promise<string> {
    return this.#blob.text();
  }

  stream(): ReadableStream<Uint8Array> {
    return this.#blob.stream();
  }

  /**
   * Writes the file to a path, in Node, Deno and Bun.
   *
   * @throws ConfigurationError in a runtime without files
   */
  async save(path: string | URL): Promise<void> {
    await fileSystem().writeFile(path, await this.bytes());
  }
}

/** Returns the runtime's file system. It is not imported, so that bundles for browsers need no replacement of it. */
export function fileSystem(): FileSystem {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  const found = process?.getBuiltinModule?.('node:fs/promises');
  if (!found) throw new ConfigurationError('This runtime has no files (Node 20.16 or later has): use a Blob instead');
  return found as FileSystem;
}
