import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { projectFile } from '../../shared/process/project-file.js';
import { refuseMethod } from './refuse-method.js';

/** A file that does not change while the process runs. */
export interface FixedFile {
  readonly path: string;
  /** As in koa's `ctx.type`, e.g. `html`. */
  readonly type: string;
  readonly body: string;
}

/** A binary file, such as a picture. */
export type FixedBytes = Omit<FixedFile, 'body'> & { readonly body: Buffer };

/** Reads a text file of the project, e.g. a stylesheet. Its extension is its type. */
export const asset = (path: string, file: string): FixedFile => ({
  path,
  type: extname(file).slice(1),
  body: readFileSync(projectFile(file), 'utf8'),
});

/** Reads a picture of the project. */
export const picture = (path: string, file: string): FixedBytes => ({
  path,
  type: extname(file).slice(1),
  body: readFileSync(projectFile(file)),
});

/** Creates a file whose content is computed by the first request for it. */
export function createLazyFile(path: string, type: string, compute: () => string): FixedFile {
  let content: string | undefined;
  return {
    path,
    type,
    get body() {
      content ??= compute();
      return content;
    },
  };
}

const encoders = {
  identity: async (body: Buffer) => body,
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

export const YEAR_SECONDS = 31_536_000;

const hash = (body: string | Buffer): string => createHash('sha256').update(body).digest('hex').slice(0, 16);

/** Returns the URL of a file with a hash of its content, which browsers may cache forever. */
export const versionedUrl = ({ path, body }: FixedFile | FixedBytes): string => `${path}?v=${hash(body)}`;

/** Encoded content: one buffer for each encoding, created by the first request for it and shared by all. */
class Packed {
  readonly hash: string;
  readonly #bytes: Buffer;
  readonly #encoded = new Map<string, Promise<Buffer>>();

  constructor(readonly content: string | Buffer) {
    this.hash = hash(content);
    this.#bytes = Buffer.from(content);
  }

  in(encoding: keyof typeof encoders): Promise<Buffer> {
    const encoded = this.#encoded.get(encoding) ?? encoders[encoding](this.#bytes);
    this.#encoded.set(encoding, encoded);
    return encoded;
  }
}

/** Size of the parts in which a large file is written, in bytes. A slow client has one part waiting at most. */
const PART_BYTES = 64 * 1024;

function* split(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

/** Returns the current content. */
type Read = () => string | Buffer | Promise<string>;

/** Creates a handler that sends content. Browsers revalidate it by its ETag, and cache it for a year under its `versionedUrl`. */
function sender(type: string, read: Read): (ctx: Context) => Promise<void> {
  let packed: Packed | undefined;
  return async (ctx) => {
    const content = await read();
    if (packed?.content !== content) packed = new Packed(content);
    const current = packed;
    ctx.status = 200;
    ctx.type = type;
    // A page changes under its own URL, so only files that pages refer to have versions.
    ctx.set(
      'Cache-Control',
      type !== 'html' && ctx.query.v === current.hash ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    );
    await sendPacked(ctx, current);
  };
}

/** Sends content in the encoding that the client prefers, or 304 if the client has it. */
async function sendPacked(ctx: Context, packed: Packed): Promise<void> {
  ctx.etag = packed.hash;
  ctx.vary('Accept-Encoding');
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  await sendEncoded(ctx, (encoding) => packed.in(encoding));
}

/** Sends bytes in the encoding that the client prefers. */
async function sendEncoded(ctx: Context, encode: (encoding: keyof typeof encoders) => Promise<Buffer>): Promise<void> {
  const accepted = ctx.acceptsEncodings('br', 'gzip', 'identity');
  const encoding = accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  const bytes = await encode(encoding);
  ctx.body = bytes.length > PART_BYTES ? Readable.from(split(bytes)) : bytes;
  ctx.length = bytes.length;
}

/** Size from which compression is worth its time, in bytes: less fits into one packet. */
const COMPRESSED_FROM = 1_400;

/** Sends a text that no client caches, compressed if it is large. The caller sets status and type. */
export async function sendCompressed(ctx: Context, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  ctx.vary('Accept-Encoding');
  if (bytes.length < COMPRESSED_FROM) ctx.body = bytes;
  else await sendEncoded(ctx, (encoding) => encoders[encoding](bytes));
}

/** Sends a text that was created for this request, compressed, or 304 if the client has it. The caller sets status, type and caching. */
export const sendText = (ctx: Context, text: string): Promise<void> => sendPacked(ctx, new Packed(text));

/** Serves a file from memory. */
export const serveFixed = (router: Router, file: FixedFile | FixedBytes): void => {
  router.get(
    file.path,
    sender(file.type, () => file.body),
  );
};

/** A file that takes a while to create, or changes now and then. */
export interface AwaitedFile extends Omit<FixedFile, 'body'> {
  read(): Promise<string>;
}

/** Serves any number of files from memory, found by one lookup of their path. */
export function serveFiles(files: readonly (FixedFile | FixedBytes | AwaitedFile)[]): Middleware {
  const senders = new Map(
    files.map((file) => [file.path, sender(file.type, 'read' in file ? () => file.read() : () => file.body)]),
  );
  return (ctx, next) => {
    const send = senders.get(normalisePath(ctx.path));
    if (!send) return next();
    if (!isReadRequest(ctx)) return refuseMethod(ctx, ['GET', 'HEAD']);
    return send(ctx);
  };
}

/** True for GET and HEAD requests. */
export const isReadRequest = ({ method }: Pick<Context, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** Normalises a path as routers do: in lower case, without a slash at the end. */
export const normalisePath = (path: string): string => path.toLowerCase().replace(/(?<=.)\/$/, '');
