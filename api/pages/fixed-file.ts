import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type Router from '@koa/router';
import { projectFile } from '../../shared/process/project-file.js';

/** A file that stays as it is while the process lives. */
export interface FixedFile {
  readonly path: string;
  /** As in koa's `ctx.type`, e.g. `html`. */
  readonly type: string;
  readonly body: string;
}

/** A file of the project, e.g. a stylesheet; its type is told by its name. */
export const asset = (path: string, file: string): FixedFile => ({
  path,
  type: extname(file).slice(1),
  body: readFileSync(projectFile(file), 'utf8'),
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
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

const YEAR_SECONDS = 31_536_000;

const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 16);

/** The URL of a file by its content: what is fetched under it may be kept for good. */
export const urlOf = ({ path, body }: FixedFile): string => `${path}?v=${hashOf(body)}`;

/**
 * Serves a file from memory: revalidated by its ETag, kept for a year under the URL that names its content, and
 * compressed once for each encoding, when that is first asked for.
 */
export function serveFixed(router: Router, file: FixedFile): void {
  const { path, type } = file;
  let kept: { plain: Buffer; hash: string } | undefined;
  const compressed = new Map<string, Promise<Buffer>>();
  router.get(path, async (ctx) => {
    kept ??= { plain: Buffer.from(file.body), hash: hashOf(file.body) };
    const { plain, hash } = kept;
    ctx.status = 200;
    ctx.type = type;
    ctx.etag = hash;
    ctx.vary('Accept-Encoding');
    ctx.set('Cache-Control', ctx.query.v === hash ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
    if (encoding !== 'br' && encoding !== 'gzip') {
      ctx.body = plain;
      return;
    }
    const once = compressed.get(encoding) ?? encoders[encoding](plain);
    compressed.set(encoding, once);
    ctx.set('Content-Encoding', encoding);
    ctx.body = await once;
  });
}
