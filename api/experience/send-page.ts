import type { Context } from 'koa';
import type { RenderedPage } from './render.js';

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
