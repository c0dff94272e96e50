import type { Context } from 'koa';
import type { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { looksLikeKey } from './keys.js';

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
  const isKey = bearer !== undefined && looksLikeKey(bearer);
  return { key: ctx.get('X-API-Key').trim() || (isKey ? bearer : undefined), token: isKey ? undefined : bearer };
}

/** What stands in `Authorization: Bearer …`. */
export const bearerOf = (ctx: Pick<Context, 'get'>): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(ctx.get('Authorization'))?.[1];

/** What every JSON Web Token looks like: its header begins with `{"` in base64. */
const TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** Why what was sent as a key is none, with what helps whoever took something else for one. */
export const keyInvalid = (plain: string): ApiError =>
  TOKEN.test(plain) ? errors.tokenSentAsKey() : errors.apiKeyInvalid();

/** Whether somebody has put a key into the address of a request, under whatever name. */
export const hasKeyInQuery = ({ query }: Pick<Context, 'query'>): boolean =>
  Object.entries(query).some(([name, value]) => /^(x[-_]?)?api[-_]?key$/i.test(name) || looksLikeKey(String(value)));
