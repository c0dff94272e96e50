import * as oidc from 'openid-client';
import Type from 'typebox';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { ConfigError } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import { parseJsonSetting } from '../../shared/process/parse-setting.js';

/** Timeout of a request to a provider, in seconds. */
const TIMEOUT_SECONDS = 5;
/** Time for which the endpoints of a provider are cached, in ms. */
const CACHED_MS = 3_600_000;
/** Issuers that may use http: those on this machine. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const SCOPES = ['openid', 'email', 'profile'];

/** Audience of a provider configuration: the prefix of its settings. */
type Prefix = 'PORTAL_OIDC' | 'OPERATOR_OIDC';

/** Settings of the providers. */
export type OidcSettings<P extends Prefix = Prefix> = {
  readonly [Name in `${P}_${'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'ROLES'}`]?: string | undefined;
};

/** A user whom a provider has authenticated. */
export interface Identity<Role extends string> {
  readonly issuer: string;
  /** Id of the user at the provider. */
  readonly subject: string;
  /** Email address, if the provider has verified it. */
  readonly email: string | undefined;
  readonly username: string | undefined;
  /** Role of the user by the mapping of the settings; undefined if none matches, or there is no mapping. */
  readonly role: Role | undefined;
}

/** State of a sign-in until the browser comes back from the provider. */
export interface Attempt {
  readonly redirectUri: string;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

interface Rule<Role extends string> {
  readonly claim: string;
  readonly value: string;
  readonly role: Role;
}

/**
 * Creates the provider of a group of settings; undefined without an issuer.
 *
 * @param roles that the mapping may name
 * @throws ConfigError if a setting is missing or invalid
 */
export function createProvider<Role extends string>(
  prefix: Prefix,
  settings: OidcSettings,
  roles: readonly Role[],
  log: Pick<Logger, 'warn'>,
): Provider<Role> | undefined {
  const issuer = settings[`${prefix}_ISSUER` as const];
  if (issuer === undefined) return undefined;
  const clientId = settings[`${prefix}_CLIENT_ID` as const];
  const clientSecret = settings[`${prefix}_CLIENT_SECRET` as const];
  if (clientId === undefined || clientSecret === undefined)
    throw new ConfigError(`${prefix}_ISSUER requires ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET`);
  const url = new URL(issuer);
  if (url.protocol !== 'https:' && !LOOPBACK.has(url.hostname))
    throw new ConfigError(`${prefix}_ISSUER must be an https URL`);
  const name = `${prefix}_ROLES` as const;
  return new Provider({ issuer: url, clientId, clientSecret, rules: parseRules(name, settings[name], roles), log });
}

function parseRules<Role extends string>(
  name: string,
  setting: string | undefined,
  roles: readonly Role[],
): readonly Rule<Role>[] {
  if (setting === undefined) return [];
  const schema = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()));
  const mapping = parseJsonSetting(name, setting, schema, `{"groups": {"staff": "${roles[0]}"}}`);
  return Object.entries(mapping).flatMap(([claim, byValue]) =>
    Object.entries(byValue).map(([value, given]) => {
      const role = roles.find((one) => one === given);
      if (role === undefined) throw new ConfigError(`${name}: "${given}" is not one of ${roles.join(', ')}`);
      return { claim, value, role };
    }),
  );
}

/** An OpenID Connect provider. It is discovered when somebody signs in, so that the platform starts without it. */
export class Provider<Role extends string> {
  #discovered: { at: number; configuration: Promise<oidc.Configuration> } | undefined;

  constructor(
    private readonly options: {
      readonly issuer: URL;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly rules: readonly Rule<Role>[];
      readonly log: Pick<Logger, 'warn'>;
    },
  ) {}

  /** True if users get their roles from the provider. */
  get mapsRoles(): boolean {
    return this.options.rules.length > 0;
  }

  /** Begins a sign-in (authorization code with PKCE). @throws ApiError 503 if the provider cannot be reached */
  async begin(redirectUri: string): Promise<{ url: URL; attempt: Attempt }> {
    const configuration = await this.#discover();
    const attempt = {
      redirectUri,
      verifier: oidc.randomPKCECodeVerifier(),
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
    };
    const offered = configuration.serverMetadata().scopes_supported ?? [];
    const claims = this.options.rules.map(({ claim }) => claim).filter((claim) => offered.includes(claim));
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: [...new Set([...SCOPES, ...claims])].join(' '),
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      state: attempt.state,
      nonce: attempt.nonce,
    });
    return { url, attempt };
  }

  /**
   * Completes a sign-in with the query that the provider has sent the browser back with.
   *
   * @throws ApiError 403 if the provider refused the user or its response is invalid, 503 if it cannot be reached
   */
  async finish({ redirectUri, verifier, state, nonce }: Attempt, query: string): Promise<Identity<Role>> {
    const configuration = await this.#discover();
    try {
      const url = new URL(`${redirectUri}?${query}`);
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      const tokens = await oidc.authorizationCodeGrant(configuration, url, checks);
      const token = tokens.claims();
      if (!token) throw errors.ssoRefused();
      return this.#identify(token, await this.#readMore(configuration, tokens.access_token, token));
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** Returns the claims of the user info if the token lacks any that matter: some providers send little more than the user's id there. */
  async #readMore(configuration: oidc.Configuration, accessToken: string, token: oidc.IDToken): Promise<object> {
    const isComplete =
      readVerifiedEmail(token) !== undefined &&
      this.options.rules.every(({ claim }) => readClaim(token, claim) !== undefined);
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return {};
    try {
      return await oidc.fetchUserInfo(configuration, accessToken, token.sub);
    } catch (error) {
      const explained = this.#explain(error);
      if (explained.status >= 500) throw explained;
      // Some providers identify the user differently there. The token alone decides then.
      return {};
    }
  }

  #identify(token: oidc.IDToken, more: object): Identity<Role> {
    const claims = { ...more, ...token };
    const { preferred_username: username } = claims;
    const rule = this.options.rules.find(({ claim, value }) =>
      [readClaim(claims, claim)].flat().map(String).includes(value),
    );
    return {
      issuer: token.iss,
      subject: token.sub,
      email: readVerifiedEmail(token) ?? readVerifiedEmail(more),
      username: typeof username === 'string' ? username : undefined,
      role: rule?.role,
    };
  }

  /** Returns the endpoints and keys of the provider. @throws ApiError 503 */
  async #discover(): Promise<oidc.Configuration> {
    if (!this.#discovered || Date.now() - this.#discovered.at > CACHED_MS) {
      this.#discovered = { at: Date.now(), configuration: this.#requestMetadata() };
    }
    const current = this.#discovered;
    try {
      return await current.configuration;
    } catch (error) {
      if (this.#discovered === current) this.#discovered = undefined;
      this.options.log.warn({ err: error, issuer: this.options.issuer.href }, 'sign-in provider not reached');
      throw errors.ssoUnavailable({}, error);
    }
  }

  #requestMetadata(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.options;
    const basic = oidc.ClientSecretBasic(clientSecret);
    const post = oidc.ClientSecretPost(clientSecret);
    const authenticate: oidc.ClientAuth = (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? [];
      const isBasic = methods.length === 0 || methods.includes('client_secret_basic');
      return (isBasic ? basic : post)(server, ...rest);
    };
    const insecure = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    // Signatures are checked too, although the token comes from the provider directly.
    const execute = [oidc.enableNonRepudiationChecks, ...insecure];
    return oidc.discovery(issuer, clientId, clientSecret, authenticate, { execute, timeout: TIMEOUT_SECONDS });
  }

  /** Returns the error that the user sees, and logs the cause. */
  #explain(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    this.options.log.warn({ err: error, issuer: this.options.issuer.href }, 'single sign-on failed');
    if (error instanceof oidc.AuthorizationResponseError) return errors.ssoDenied({}, error);
    const isOutage =
      error instanceof TypeError ||
      (error instanceof oidc.ClientError && (error.code === 'OAUTH_TIMEOUT' || isFault(error.cause))) ||
      (error instanceof oidc.ResponseBodyError && error.status >= 500);
    return isOutage ? errors.ssoUnavailable({}, error) : errors.ssoRefused({}, error);
  }
}

/** True for a response with a server error. */
const isFault = (cause: unknown): boolean => cause instanceof Response && cause.status >= 500;

/**
 * Reads an email address that the provider has verified. Microsoft Entra ID has no `email_verified`; its `xms_edov` says that the domain of
 * the address is verified.
 */
function readVerifiedEmail(claims: object): string | undefined {
  const { email, email_verified: verified, xms_edov: isDomainVerified }: Record<string, unknown> = { ...claims };
  const isVerified =
    verified === undefined ? [true, 1, '1', 'true'].some((value) => value === isDomainVerified) : verified === true;
  return typeof email === 'string' && isVerified ? email : undefined;
}

/** Reads a claim by its name, or by its path with dots. */
function readClaim(claims: object, name: string): unknown {
  const direct: unknown = Object(claims)[name];
  if (direct !== undefined) return direct;
  return name.split('.').reduce<unknown>((value, part) => Object(value)[part], claims);
}
