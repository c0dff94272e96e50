import { Download } from '../../../shared/contract/download.js';
import { errors } from '../../../shared/contract/errors.js';
import { readFields } from '../../../shared/contract/input.js';
import { requirePermission } from '../../members/index.js';
import { readPageCode } from '../../pages/index.js';
import { toFileName } from '../../studio/index.js';
import { createMemberContext } from '../member-context.js';
import type { PortalContext, PortalRouter } from '../pages.js';
import type { PortalServices } from '../services.js';
import { findQrCode, readId } from './qr-code.js';
import { sendDownload } from './statistics.js';

/** Maximum rate of codes that are drawn for an account: those of a list are drawn together, and then cached by the browser. */
const CODES_PER_SECOND = 50;
const YEAR_SECONDS = 31_536_000;
/** Width of the picture of a code, in pixels. */
const PICTURE_WIDTH = 240;

/** Files of the code: the picture that the portal shows, and downloads. */
export function mountCodeFiles(router: PortalRouter, services: PortalServices): void {
  const drawCode = async (ctx: PortalContext, file: object) => {
    const { allowed } = await services.rateLimiter.count(
      `portal-code:${ctx.state.member.account}`,
      CODES_PER_SECOND,
      1,
    );
    if (!allowed) throw errors.tooManyRequests();
    const request = readFields(readPageCode.contract.request, { id: readId(ctx), ...file }, 422);
    return readPageCode.run(request, createMemberContext(services, ctx));
  };

  router.get('/experiences/:id/code', async (ctx) => {
    requirePermission(ctx.state.role, 'pages');
    const { image_format, image_width } = ctx.query;
    const { name } = await findQrCode(services, ctx);
    sendDownload(ctx, await drawCode(ctx, { image_format, image_width }), toFileName(name));
  });

  router.get('/experiences/:id/code.svg', async (ctx) => {
    const drawn = await drawCode(ctx, { image_format: 'SVG', image_width: PICTURE_WIDTH });
    if (!(drawn instanceof Download)) throw errors.pathUnknown();
    // Opened by itself, nothing in it may run.
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox");
    // A URL names the version of the page, so that the picture never changes.
    if (ctx.query.v !== undefined) ctx.set('Cache-Control', `private, max-age=${YEAR_SECONDS}, immutable`);
    ctx.type = 'svg';
    ctx.body = drawn.content;
  });
}
