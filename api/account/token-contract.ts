import { errors } from '../../shared/contract/errors.js';
import { instant, integer, list, nullable, object, optional, text, withDefault } from '../../shared/contract/fields.js';
import { serviceRoute } from '../../shared/contract/route.js';

/** The longest that a browser token may live, in seconds. */
export const TOKEN_MAX_SECONDS = 900;

export const tokens = serviceRoute({
  method: 'POST',
  path: '/v1/tokens',
  summary: 'Get a short-lived token for a browser, with no more rights than the key',
  request: object({
    scopes: optional(list(text(), { maxItems: 20, description: "Groups that it may call; by default the key's" })),
    expires_in: withDefault(
      integer({ minimum: 1, maximum: TOKEN_MAX_SECONDS, description: 'Seconds until it expires' }),
      TOKEN_MAX_SECONDS,
    ),
    origin: optional(
      text({
        pattern: '^https?://[A-Za-z0-9.:\\[\\]-]+$',
        shape: 'an origin such as https://example.com',
        description: 'The one origin that it works from',
      }),
    ),
  }),
  response: object({
    token: text(),
    expires_at: instant(),
    scopes: list(text()),
    origin: nullable(text()),
  }),
  errors: [errors.tokensOff, errors.scopesTooWide],
  example: { request: { scopes: ['currency'], expires_in: 300, origin: 'https://example.com' } },
});
