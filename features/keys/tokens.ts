import { jwtVerify, SignJWT } from 'jose';
import Type from 'typebox';
import { errors } from '../../shared/contract/errors.js';
import { conforms } from '../../shared/contract/input.js';
import { parseNamedSecrets } from '../../shared/process/parse-setting.js';

const ALGORITHM = 'HS256';
const ISSUER = 'utility-api';

/** Claims of a browser token. */
interface TokenClaims {
  /** Hash of the key that created it. The token stops working with the key. */
  key: string;
  scopes: string[];
  /** The only origin that it works from, if it is bound to one. */
  origin?: string;
}

const claimsSchema = Type.Object({
  key: Type.String(),
  scopes: Type.Array(Type.String()),
  origin: Type.Optional(Type.String()),
});

/** Signs and verifies browser tokens (JWT, HMAC-SHA-256). For rotation there may be several secrets: the first signs, all verify. */
export class Tokens {
  readonly #secrets: ReadonlyMap<string, Uint8Array>;

  /**
   * @param secrets `id:secret`, comma-separated; undefined switches tokens off
   * @throws ConfigError when a secret has no id, or is shorter than 16 characters
   */
  constructor(secrets: string | undefined) {
    const given = parseNamedSecrets('TOKEN_SECRETS', secrets);
    this.#secrets = new Map([...given].map(([id, secret]) => [id, new TextEncoder().encode(secret)]));
  }

  /** @throws ApiError 503 when tokens are switched off */
  async sign(claims: TokenClaims, now: Date, expires: Date): Promise<string> {
    const [newest] = this.#secrets;
    if (!newest) throw errors.tokensOff();
    const [kid, secret] = newest;
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: ALGORITHM, kid })
      .setIssuer(ISSUER)
      .setIssuedAt(now)
      .setExpirationTime(expires)
      .sign(secret);
  }

  /** @throws ApiError 401 when the token is invalid or has expired */
  async verify(token: string, now: Date): Promise<TokenClaims> {
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid = '' }) => this.#secrets.get(kid) ?? Promise.reject(new Error(`unknown signing key ${kid}`)),
        { issuer: ISSUER, algorithms: [ALGORITHM], currentDate: now },
      );
      if (!conforms(claimsSchema, payload)) throw new Error('claims are missing');
      return payload;
    } catch (cause) {
      throw errors.tokenInvalid({}, cause);
    }
  }
}
