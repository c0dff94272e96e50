import type { Context } from 'koa';
import type { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { looksLikeKey } from './keys.js';

/** Credentials in the headers of a request. If there are both, the key counts. */
interface Credentials {
  readonly key: string | undefined;
  readonly token: string | undefined;
}

/**
 * Reads `X-API-Key: …` and `Authorization: Bearer …`. A bearer that looks like a key is taken for one, since many programs can send
 * credentials in no other way.
 */
export function readCredentials(ctx: Pick<Context, 'get'>): Credentials {
  const bearer = readBearer(ctx);
  const isKey = bearer !== undefined && looksLikeKey(bearer);
  return { key: ctx.get('X-API-Key').trim() || (isKey ? bearer : undefined), token: isKey ? undefined : bearer };
}

/** Returns the value of `Authorization: Bearer …`. */
export const readBearer = (ctx: Pick<Context, 'get'>): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(ctx.get('Authorization'))?.[1];

/** Pattern of a JSON Web Token, whose header begins with `{"` in base64. */
const TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** Creates the error for an invalid key, with advice if it is a token instead. */
export const createInvalidKeyError = (plain: string): ApiError =>
  TOKEN.test(plain) ? errors.tokenSentAsKey() : errors.apiKeyInvalid();

/** True if the query of a request contains a key, under any name. */
export const hasKeyInQuery = ({ query }: Pick<Context, 'query'>): boolean =>
  Object.entries(query).some(([name, value]) => /^(x[-_]?)?api[-_]?key$/i.test(name) || looksLikeKey(String(value)));
