import { extname } from 'node:path';
import type Router from '@koa/router';
import { errors } from '../../shared/contract/errors.js';
import { type Disks, reducePath } from '../../shared/storage/disks.js';
import type { Limiter } from '../calls/limiter.js';
import { perAddress } from '../pages/per-address.js';

/** What is saved, by extension; nothing else is served. */
const TYPES = new Map([
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
]);

/** Files a second that one address may ask for: a page may show many. */
const FILES_PER_SECOND = 50;

/** `GET /files/{disk}/{path}`: the images that were saved. */
export function savedFiles(router: Router, disks: Disks, limiter: Limiter): void {
  router.get('/files/:disk/*path', perAddress(limiter, 'file', FILES_PER_SECOND), async (ctx) => {
    const { disk: name = '', path = '' } = ctx.params;
    const type = TYPES.get(extname(path));
    const opened = await disks.get(name);
    if (!opened || !type || reducePath(path) !== path) throw errors.unknownPath();
    if (!(await opened.exists(path))) throw errors.unknownPath();
    const { contentLength, etag } = await opened.getMetaData(path);
    ctx.type = type;
    ctx.length = contentLength;
    ctx.etag = etag;
    ctx.set('Cache-Control', 'public, max-age=60');
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox");
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.body = await opened.getStream(path);
  });
}
