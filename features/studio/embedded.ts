import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { pagesUrl } from '../../shared/process/config.js';
import { hashSecret } from '../../shared/store/hash-secret.js';
import { includesService, isLive, type KeyCollections } from '../keys/index.js';
import { digestText, type MemberCollections } from '../members/index.js';
import { limitPerAddress } from '../pages/index.js';
import { panelStyle, renderDocument, serveFixed, templates, themeScript } from '../web/index.js';
import type { StudioAccess } from './access.js';
import { editorFiles, editorScript, editorStyle } from './assets.js';
import type { StudioSession } from './collections.js';
import { mountStudio, type StudioServices } from './router.js';
import { EMBEDDED } from './sessions.js';

type EmbeddedServices = StudioServices & {
  readonly store: KeyCollections & Pick<MemberCollections, 'accounts'>;
};

const render = templates('features/studio/templates');

/**
 * Mounts the files of the editor, and the editor that other products embed: the secret in its URL is all that it needs, so that it works
 * without cookies.
 */
export function mountEmbeddedStudio(router: Router, services: EmbeddedServices): void {
  for (const file of editorFiles) serveFixed(router, file);
  const at = `${EMBEDDED}/:session`;
  // Unknown sessions are looked up too.
  router.use(at, limitPerAddress(services.rateLimiter, 'studio'));
  router.get(at, async (ctx, next) => {
    const session = await findSession(services, ctx);
    if (session && (await isOpen(services, session))) return next();
    setEditorHeaders(ctx, services, session?.origin);
    ctx.status = 403;
    showAlone(ctx, `<p role="alert">${errors.studioSessionEnded.message}</p>`);
  });
  mountStudio(router, services, {
    at,
    async findAccess(ctx) {
      const session = await findSession(services, ctx);
      if (!session || !(await isOpen(services, session))) throw errors.studioSessionEnded();
      return createAccess(ctx, services, session);
    },
    show(ctx, { base, formToken, may, origin }, draft) {
      setEditorHeaders(ctx, services, origin);
      showAlone(
        ctx,
        render('editor', {
          base,
          draft,
          formToken,
          origin,
          readOnly: !may.has('edit'),
          noPublish: !may.has('publish'),
        }),
      );
    },
  });
}

function showAlone(ctx: Context, editor: string): void {
  ctx.type = 'html';
  ctx.body = renderDocument({
    ...{ title: 'QR studio', body: render('embedded', { editor }), styles: [panelStyle, editorStyle] },
    ...{ early: [themeScript], scripts: [editorScript] },
  });
}

/**
 * Sets the headers of a page with the editor: pictures may also come from the host of pages, or from the device.
 *
 * @param origin the only origin that may embed it, instead of this one
 */
export function setEditorHeaders(ctx: Context, { config }: Pick<StudioServices, 'config'>, origin?: string): void {
  const pages = new URL(pagesUrl(config)).origin;
  ctx.set(
    'Content-Security-Policy',
    [
      "default-src 'self'",
      `img-src 'self' data: blob: ${pages}`,
      "base-uri 'self'",
      "form-action 'self'",
      "object-src 'none'",
      `frame-ancestors ${origin ?? "'self'"}`,
    ].join('; '),
  );
  if (origin === undefined) return;
  ctx.remove('X-Frame-Options');
  ctx.set('Referrer-Policy', 'no-referrer');
}

const findSession = ({ store }: EmbeddedServices, { params }: RouterContext): Promise<StudioSession | null> =>
  store.qrStudioSessions.findOne({ _id: hashSecret(params.session ?? '') }).catch(throwUnavailable);

/** True if a session has not expired, and its key and account still allow what it does. */
async function isOpen({ store, clock }: EmbeddedServices, session: StudioSession): Promise<boolean> {
  const now = clock.now();
  if (session.expires <= now) return false;
  const [key, account] = await Promise.all([
    store.keys.findOne({ _id: session.key }),
    store.accounts.findOne({ _id: session.account }, { projection: { closed: 1, suspended: 1 } }),
  ]).catch(throwUnavailable);
  const isAllowed = key !== null && isLive(key, now) && includesService(key.scopes, 'pages');
  return isAllowed && !account?.closed && !account?.suspended;
}

async function createAccess(
  ctx: RouterContext,
  services: EmbeddedServices,
  session: StudioSession,
): Promise<StudioAccess> {
  const { store } = services;
  const { _id, account, origin, may, draft = '' } = session;
  const secret = ctx.params.session ?? '';
  const findKey = async () => {
    const key = await store.keys.findOne({ _id: session.key }).catch(throwUnavailable);
    if (!key) throw errors.studioSessionEnded();
    return key;
  };
  const { id, name } = await findKey();
  return {
    ...{ base: `${EMBEDDED}/${secret}`, account, visitor: _id, keyId: id, formToken: digestText(`form ${secret}`) },
    ...{ may: new Set(may), draft, origin, findKey },
    author: {
      ...{ account, actor: { kind: 'key', id, name }, role: null },
      ...{ from: ctx.ip, requestId: ctx.state.requestId },
    },
    async limitTo(created) {
      const { modifiedCount } = await store.qrStudioSessions.updateOne(
        { _id, draft: { $exists: false } },
        { $set: { draft: created } },
      );
      return modifiedCount === 1;
    },
    async refresh() {
      if (!(await isOpen(services, session))) throw errors.studioSessionEnded();
    },
  };
}
