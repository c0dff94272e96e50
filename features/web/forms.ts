import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';

/** Browsers say where a request comes from; what says nothing is no browser, and has no cookie by accident. */
export function isFromElsewhere(ctx: Pick<Context, 'get' | 'host'>): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = ctx.get('Origin');
  return origin !== '' && !(URL.canParse(origin) && new URL(origin).host === ctx.host);
}

/** Whether a form bears the token that stands in every form of a session. */
export const isFormTokenOf = ({ formToken }: { formToken: string }, given: unknown): boolean =>
  typeof given === 'string' && timingSafeEqual(digest(given), digest(formToken));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
