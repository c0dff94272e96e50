import { errors } from '../../../shared/contract/errors.js';
import { pagesUrl } from '../../../shared/process/config.js';
import { listVersions, loadVersion, pageSubject, readVersion, renderPage, restoreVersion } from '../../pages/index.js';
import { readDone, sendText } from '../../web/index.js';
import { createMemberContext, requireJson } from '../member-context.js';
import { handleForm, type PortalContext, type PortalRouter } from '../pages.js';
import type { PortalServices } from '../services.js';
import { findQrCode, PATH, readId, showTab } from './qr-code.js';

const DONE: Record<string, string> = { restored: 'Version restored. Visitors see it now.' };

const FIELDS: ReadonlyMap<string, string> = new Map([
  ['page', 'content'],
  ['content', 'content'],
  ['theme', 'theme'],
  ['language', 'language'],
  ['label', 'name'],
  ['slug', 'custom URL'],
  ['state', 'paused or resumed'],
  ['target', 'destination'],
  ['targets', 'destinations by visitor'],
  ['version', 'restored an earlier version'],
  ['valid_from', 'schedule'],
  ['valid_until', 'schedule'],
  ['max_scans', 'schedule'],
  ['ended', 'notice after the end'],
  ['password', 'password'],
  ['design', 'design of the code'],
]);

/** Versions of a QR code's page, which can be restored. */
export function mountVersionPages(router: PortalRouter, services: PortalServices): void {
  router.get('/experiences/:id/versions', async (ctx) => {
    const code = await findQrCode(services, ctx);
    const { versions } = requireJson(await listVersions.run({ id: code.page._id }, code.context));
    const authors = await nameAuthors(
      services,
      ctx,
      versions.flatMap(({ key }) => key ?? []),
    );
    showTab(ctx, code, 'versions', {
      versions: versions.map((version) => ({
        ...version,
        who: version.key === null ? '' : (authors.get(version.key) ?? 'a deleted key'),
        fields: nameFields(version.changed),
      })),
      done: readDone(DONE, ctx.query),
    });
  });

  router.get('/experiences/:id/versions/:version', async (ctx) => {
    const code = await findQrCode(services, ctx);
    const version = readNumber(ctx);
    const found = requireJson(await readVersion.run({ id: code.page._id, version }, code.context));
    const { page, content, target } = found;
    showTab(ctx, code, 'versions', {
      template: 'qr-code-version',
      ...{ version: found, target, json: JSON.stringify(page ?? content, null, 2) },
      etag: code.row.etag,
    });
  });

  router.get('/experiences/:id/versions/:version/preview.html', async (ctx) => {
    const { page: current, context } = await findQrCode(services, ctx);
    const { title, page } = await loadVersion(context, current, readNumber(ctx));
    if (!page) throw errors.pathUnknown();
    const { html, contentSecurityPolicy } = renderPage(
      { code: current.code, type: current.type, title, page },
      { now: services.clock.now(), preview: true, origin: pagesUrl(services.config) },
    );
    ctx.set('Content-Security-Policy', `${contentSecurityPolicy}; frame-ancestors 'self'; sandbox allow-scripts`);
    // A sandboxed page shares no process with others of its host.
    ctx.set('Origin-Agent-Cluster', '?0');
    ctx.type = 'html';
    await sendText(ctx, html);
  });

  handleForm(router, '/experiences/:id/versions/:version/restore', {
    permission: 'pages',
    mutates: { action: 'page.restore', subject: pageSubject, id: (ctx) => String(readId(ctx)) },
    fields: ['etag'],
    async run(ctx, { etag }) {
      const id = readId(ctx);
      const request = { id, version: readNumber(ctx), if_match: String(etag) };
      await restoreVersion.run(request, createMemberContext(services, ctx));
      return `${PATH}/${id}/versions?done=restored`;
    },
  });
}

/** Reads the number of the version in a URL. @throws ApiError 404 */
function readNumber({ params: { version } }: PortalContext): number {
  if (!/^[1-9]\d{0,8}$/.test(version ?? '')) throw errors.pathUnknown();
  return Number(version);
}

/** Names the keys that have made edits. Members edit in the portal. */
async function nameAuthors({ store }: PortalServices, ctx: PortalContext, ids: string[]): Promise<Map<string, string>> {
  const { account } = ctx.state.member;
  const keys = store.keys.find({ account, id: { $in: [...new Set(ids)] } }, { projection: { id: 1, name: 1 } });
  const names = (await keys.toArray()).map(({ id, name }): [string, string] => [id, name]);
  return new Map([['portal', 'Portal'], ...names]);
}

const nameFields = (fields: readonly string[]): string =>
  [...new Set(fields.map((field) => FIELDS.get(field) ?? field))].join(', ');
