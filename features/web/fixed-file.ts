import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { projectFile } from '../../shared/process/project-file.js';

/** A file that stays as it is while the process lives. */
export interface FixedFile {
  readonly path: string;
  /** As in koa's `ctx.type`, e.g. `html`. */
  readonly type: string;
  readonly body: string;
}

/** A picture and the like, whose bytes are no text. */
export type FixedBytes = Omit<FixedFile, 'body'> & { readonly body: Buffer };

/** A file of the project, e.g. a stylesheet; its type is told by its name. */
export const asset = (path: string, file: string): FixedFile => ({
  path,
  type: extname(file).slice(1),
  body: readFileSync(projectFile(file), 'utf8'),
});

/** A picture of the project. */
export const picture = (path: string, file: string): FixedBytes => ({
  path,
  type: extname(file).slice(1),
  body: readFileSync(projectFile(file)),
});

/** A file that is made when it is first asked for, and kept. */
export function madeOnce(path: string, type: string, make: () => string): FixedFile {
  let made: string | undefined;
  return {
    path,
    type,
    get body() {
      made ??= make();
      return made;
    },
  };
}

const encoders = {
  identity: async (body: Buffer) => body,
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

export const YEAR_SECONDS = 31_536_000;

const hashOf = (body: string | Buffer): string => createHash('sha256').update(body).digest('hex').slice(0, 16);

/** The URL of a file by its content: what is fetched under it may be kept for good. */
export const urlOf = ({ path, body }: FixedFile | FixedBytes): string => `${path}?v=${hashOf(body)}`;

/** Content as it is sent: one buffer for each encoding, created by the first request for it and shared by all. */
class Packed {
  readonly hash: string;
  readonly #bytes: Buffer;
  readonly #encoded = new Map<string, Promise<Buffer>>();

  constructor(readonly content: string | Buffer) {
    this.hash = hashOf(content);
    this.#bytes = Buffer.from(content);
  }

  in(encoding: keyof typeof encoders): Promise<Buffer> {
    const encoded = this.#encoded.get(encoding) ?? encoders[encoding](this.#bytes);
    this.#encoded.set(encoding, encoded);
    return encoded;
  }
}

/** Size of the parts in which a large file is written, in bytes: of the shared buffer no more than one waits for a client. */
const PART_BYTES = 64 * 1024;

function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

/** Gives what is current, from memory whenever it can. */
type Read = () => string | Buffer | Promise<string>;

/** Sends content: revalidated by its ETag, and kept for a year under the URL that names it. */
function sender(type: string, read: Read): (ctx: Context) => Promise<void> {
  let packed: Packed | undefined;
  return async (ctx) => {
    const content = await read();
    if (packed?.content !== content) packed = new Packed(content);
    const current = packed;
    ctx.status = 200;
    ctx.type = type;
    ctx.etag = current.hash;
    ctx.vary('Accept-Encoding');
    ctx.set('Cache-Control', ctx.query.v === current.hash ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const accepted = ctx.acceptsEncodings('br', 'gzip', 'identity');
    const encoding = accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
    if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
    const bytes = await current.in(encoding);
    ctx.body = bytes.length > PART_BYTES ? Readable.from(partsOf(bytes)) : bytes;
    ctx.length = bytes.length;
  };
}

/** Serves a file from memory. */
export const serveFixed = (router: Router, file: FixedFile | FixedBytes): void => {
  router.get(
    file.path,
    sender(file.type, () => file.body),
  );
};

/** A file that takes a while to make, or changes now and then. */
export interface AwaitedFile extends Omit<FixedFile, 'body'> {
  read(): Promise<string>;
}

/** Serves any number of files from memory: which one is asked for is looked up, not tried one after the other. */
export function serveFiles(files: readonly (FixedFile | FixedBytes | AwaitedFile)[]): Middleware {
  const senders = new Map(
    files.map((file) => [file.path, sender(file.type, 'read' in file ? () => file.read() : () => file.body)]),
  );
  return (ctx, next) => {
    const send = isRead(ctx) ? senders.get(plainPath(ctx.path)) : undefined;
    return send ? send(ctx) : next();
  };
}

/** Whether something is only to be read. */
export const isRead = ({ method }: Pick<Context, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** As routers read paths: in any letter case, with a slash at the end or without. */
const plainPath = (path: string): string => path.toLowerCase().replace(/(?<=.)\/$/, '');
