import type { Context } from 'koa';
import { sendText } from '../../web/index.js';
import type { HostedPage } from '../collections.js';
import type { Obstacle } from './access.js';
import { type NoticedPage, type RenderedPage, renderNotice, renderPasswordForm } from './render.js';
import { hiddenStatus } from './visibility.js';
import { languages } from './words/index.js';

/** Returns the language that a visitor prefers among those of the packs. */
export const findPreferredLanguage = (ctx: Pick<Context, 'acceptsLanguages'>): string | undefined =>
  ctx.acceptsLanguages([...languages]) || undefined;

/** Redirects a visitor. Nobody keeps the response: another visit may lead elsewhere, and is counted. */
export function redirectVisitor(ctx: Context, url: string): void {
  ctx.set('Cache-Control', 'private, no-store');
  ctx.redirect(url);
}

/** Sends what a visitor gets instead of a page: a notice, the form for its password, or a redirect once it has ended. */
export async function sendObstacle(
  ctx: Context,
  obstacle: Obstacle | 'missing',
  page?: NoticedPage & Pick<HostedPage, 'code'>,
): Promise<void> {
  if (obstacle === 'ended' && page?.ended?.url) return redirectVisitor(ctx, page.ended.url);
  if (obstacle === 'protected') return page && sendPasswordForm(ctx, page, 200);
  const status = obstacle === 'missing' ? 404 : hiddenStatus[obstacle];
  await sendPage(ctx, renderNotice(obstacle, { language: findPreferredLanguage(ctx) }, page), status);
}

/** Sends the form for the password of a page. It is not a refusal of the page, so browsers are not told to ask for a password themselves. */
export async function sendPasswordForm(
  ctx: Context,
  page: Pick<HostedPage, 'code' | 'page'>,
  status: number,
  problem?: 'wrong' | 'tooMany' | 'busy',
): Promise<void> {
  await sendPage(ctx, renderPasswordForm(page, { language: findPreferredLanguage(ctx) }, problem), status);
  ctx.set('Cache-Control', 'private, no-store');
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
  ctx.vary('Accept-Language');
  ctx.type = 'html';
  await sendText(ctx, html);
}
