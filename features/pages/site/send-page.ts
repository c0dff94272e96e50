import type { Context } from 'koa';
import { type Notice, type RenderedPage, renderNotice } from './render.js';
import { hiddenStatus } from './shown.js';
import { languages } from './words/index.js';

/** The language that a visitor asks for, of those that pages speak. */
export const preferredLanguage = (ctx: Pick<Context, 'acceptsLanguages'>): string | undefined =>
  ctx.acceptsLanguages([...languages]) || undefined;

/** Says why there is no page, with the status that is for that. */
export function sendNotice(ctx: Context, notice: Exclude<Notice, 'reported'>): void {
  ctx.status = notice === 'missing' ? 404 : hiddenStatus[notice];
  ctx.set('Cache-Control', 'no-store');
  sendPage(ctx, renderNotice(notice, { language: preferredLanguage(ctx) }));
}

/** Sends a page with what its browser may load. */
export function sendPage(
  ctx: Pick<Context, 'set' | 'type' | 'body'>,
  { html, contentSecurityPolicy }: RenderedPage,
): void {
  ctx.set('Content-Security-Policy', contentSecurityPolicy);
  ctx.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  ctx.type = 'html';
  ctx.body = html;
}
