import { MOST_SCOPES } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { instant, integer, list, nullable, object, optional, text, withDefault } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import { ANY_KEY } from '../../shared/contract/service-scopes.js';
import type { Clock } from '../../shared/process/clock.js';
import { accountRoute, type Caller } from '../web/index.js';
import type { Key } from './collections.js';
import { checkScopes, isServiceScope, isWithin } from './scopes.js';
import type { Tokens } from './tokens.js';

interface TokenContext {
  readonly clock: Clock;
  readonly key: Key;
  readonly tokens: Tokens;
}

/** Maximum lifetime of a browser token, in seconds. */
export const TOKEN_MAX_SECONDS = 900;

export const createToken = accountRoute(
  route({
    name: 'createToken',
    title: 'Create a browser token',
    method: 'POST',
    path: '/v1/tokens',
    scope: ANY_KEY,
    returnsSecret: true,
    forTestKeys: true,
    summary: 'Creates a short-lived token for use in a browser, with no more permissions than the key',
    request: object({
      scopes: optional(
        list(text(), {
          maxItems: MOST_SCOPES,
          description: 'Ids of groups and endpoints that the token may call; defaults to those of the key',
        }),
      ),
      expires_in: withDefault(
        integer({ minimum: 1, maximum: TOKEN_MAX_SECONDS, description: 'Lifetime of the token in seconds' }),
        TOKEN_MAX_SECONDS,
      ),
      origin: optional(
        text({
          pattern: '^https?://[A-Za-z0-9.:\\[\\]-]+$',
          shape: 'an origin such as https://example.com',
          description: 'Only origin from which the token works',
        }),
      ),
    }),
    response: object({
      token: text(),
      expires_at: instant(),
      scopes: list(text()),
      origin: nullable(text()),
    }),
    errors: [
      errors.tokensOff,
      errors.scopesTooWide,
      errors.scopeUnknown,
      errors.scopeNotForTokens,
      errors.responseNotStored,
    ],
    example: { request: { scopes: ['currency'], expires_in: 300, origin: 'https://example.com' } },
  }),
  async ({ scopes: requested, expires_in, origin }, { tokens, clock, key }: TokenContext & Caller) => {
    checkScopes(requested ?? []);
    const forServices = requested?.find(isServiceScope);
    if (forServices !== undefined) throw errors.scopeNotForTokens({ scope: forServices });
    const scopes = requested ?? key.scopes.filter((scope) => !isServiceScope(scope));
    if (!scopes.every((scope) => isWithin(scope, key.scopes))) throw errors.scopesTooWide();
    const now = clock.now();
    const expires = new Date(now.getTime() + expires_in * 1_000);
    const claims = { key: key._id, scopes, ...(origin === undefined ? {} : { origin }) };
    return {
      token: await tokens.sign(claims, now, expires),
      expires_at: expires.toISOString(),
      scopes,
      origin: origin ?? null,
    };
  },
  'nothing',
);
