import type { Context } from 'koa';
import { KEY_PREFIX } from '../../shared/keys/keys.js';

/** What a request's headers say of who sends it; the key counts when there are both. */
export interface Credentials {
  readonly key: string | undefined;
  readonly token: string | undefined;
}

/**
 * Reads `X-API-Key: …` and `Authorization: Bearer …`. What is sent as a bearer and looks like a key is one: many
 * programs can send credentials in no other way.
 */
export function credentialsOf(ctx: Pick<Context, 'get'>): Credentials {
  const bearer = bearerOf(ctx);
  const isKey = bearer?.startsWith(KEY_PREFIX) === true;
  return { key: ctx.get('X-API-Key').trim() || (isKey ? bearer : undefined), token: isKey ? undefined : bearer };
}

/** What stands in `Authorization: Bearer …`. */
export const bearerOf = (ctx: Pick<Context, 'get'>): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(ctx.get('Authorization'))?.[1];
