import type Router from '@koa/router';
import { errors } from '../../shared/contract/errors.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { MemberCollections } from '../members/index.js';
import { isAccountClosed, limitPerAddress, sendStored } from '../pages/index.js';
import { type RateLimiter, YEAR_SECONDS } from '../web/index.js';
import type { StudioCollections } from './collections.js';
import { parsePicturePath, pictureFile } from './picture-files.js';

interface PictureSite {
  readonly disks: Disks;
  readonly rateLimiter: RateLimiter;
  readonly store: Pick<StudioCollections, 'qrPictures'> & Pick<MemberCollections, 'accounts'>;
}

/** Mounts `GET /p/{id}.webp`: the pictures of pages, which anyone may embed. A picture never changes under its URL. */
export function mountPictures(router: Router, { store, disks, rateLimiter }: PictureSite): void {
  router.get('/p/:file', limitPerAddress(rateLimiter, 'file'), async (ctx) => {
    const id = parsePicturePath(ctx.path);
    const picture = id === undefined ? null : await store.qrPictures.findOne({ _id: id });
    if (!picture || (await isAccountClosed(store, picture.account))) throw errors.pathUnknown();
    await sendStored(ctx, disks.private, await pictureFile(disks, picture.account, picture._id), 'image/webp');
    ctx.set('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`);
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  });
}
