import type { Context } from 'koa';
import { type Notice, type RenderedPage, renderNotice } from './render.js';
import { hiddenStatus } from './visibility.js';
import { languages } from './words/index.js';

/** Returns the language that a visitor prefers among those of the packs. */
export const preferredLanguage = (ctx: Pick<Context, 'acceptsLanguages'>): string | undefined =>
  ctx.acceptsLanguages([...languages]) || undefined;

/** Sends the notice for a page that is not shown. */
export function sendNotice(ctx: Context, notice: Exclude<Notice, 'reported'>): void {
  ctx.status = notice === 'missing' ? 404 : hiddenStatus[notice];
  ctx.set('Cache-Control', 'no-store');
  sendPage(ctx, renderNotice(notice, { language: preferredLanguage(ctx) }));
}

/** Sends a page with its content security policy. */
export function sendPage(
  ctx: Pick<Context, 'set' | 'type' | 'body'>,
  { html, contentSecurityPolicy }: RenderedPage,
): void {
  ctx.set('Content-Security-Policy', contentSecurityPolicy);
  ctx.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  ctx.type = 'html';
  ctx.body = html;
}
