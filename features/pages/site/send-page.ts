import type { Context } from 'koa';
import { sendText } from '../../web/index.js';
import { type Notice, type RenderedPage, renderNotice } from './render.js';
import { hiddenStatus } from './visibility.js';
import { languages } from './words/index.js';

/** Returns the language that a visitor prefers among those of the packs. */
export const preferredLanguage = (ctx: Pick<Context, 'acceptsLanguages'>): string | undefined =>
  ctx.acceptsLanguages([...languages]) || undefined;

/** Sends the notice for a page that is not shown. */
export async function sendNotice(ctx: Context, notice: Exclude<Notice, 'reported'>): Promise<void> {
  const status = notice === 'missing' ? 404 : hiddenStatus[notice];
  await sendPage(ctx, renderNotice(notice, { language: preferredLanguage(ctx) }), status);
}

/**
 * Sends a page with its content security policy. Browsers keep it, but revalidate it with each view: the request counts as a visit, also when
 * the response is 304. Shared caches do not keep it, as it follows the visitor's language and device, and visits are counted here.
 */
export async function sendPage(ctx: Context, page: RenderedPage, status = 200): Promise<void> {
  const { html, contentSecurityPolicy } = page;
  ctx.status = status;
  ctx.set('Content-Security-Policy', contentSecurityPolicy);
  ctx.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.type = 'html';
  await sendText(ctx, html);
}
