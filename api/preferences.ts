import type { Context } from 'koa';

/** What a caller wishes in the header `Prefer` (RFC 7240). */
export interface Preferences {
  /** To be answered at once, and to fetch the result later. */
  readonly respondAsync: boolean;
  /** How long to wait for a result before it is fetched later, in ms; undefined for as long as it takes. */
  readonly waitMs: number | undefined;
  /** To have refused what would be ignored. */
  readonly isStrict: boolean;
}

/** Reads the header `Prefer`. Of a wish that stands there twice the first counts; what is unknown is ignored, as the RFC has it. */
export function preferencesOf(ctx: Pick<Context, 'get'>): Preferences {
  const wishes = new Map<string, string>();
  for (const part of ctx.get('Prefer').split(',')) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*(?:=\s*"?([^";]*)"?)?/.exec(part) ?? [];
    const wish = name.toLowerCase();
    if (!wishes.has(wish)) wishes.set(wish, value.trim());
  }
  const wait = wishes.get('wait') ?? '';
  return {
    respondAsync: wishes.has('respond-async'),
    waitMs: /^\d{1,6}$/.test(wait) ? Number(wait) * 1_000 : undefined,
    isStrict: wishes.get('handling')?.toLowerCase() === 'strict',
  };
}

/** Tells the caller that a wish was granted. */
export const granted = (ctx: Pick<Context, 'append'>, wish: string): void => ctx.append('Preference-Applied', wish);
