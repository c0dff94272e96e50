import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { baseUrl, type Config } from '../../shared/process/config.js';
import { toNetwork } from '../../shared/process/network.js';
import {
  panelStyle,
  type RateLimiter,
  readAnyForm,
  readJson,
  renderDocument,
  templates,
  themeScript,
} from '../web/index.js';
import type { Clients } from './clients.js';
import { ACCESS_SECONDS, type Connections, type IssuedTokens } from './connections.js';
import { allowOrigin } from './cors.js';
import { connectUrl, describeResource, describeServer, paths, SCOPE } from './metadata.js';
import { OAuthError } from './oauth-error.js';
import { addParameters, checkRedirectUri, describeTarget, isLoopback, isRegistered } from './redirect-uris.js';

interface OAuthServices {
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly connections: Connections;
  readonly clients: Clients;
  readonly rateLimiter: RateLimiter;
}

const render = templates('features/oauth/templates');

/** Page of the portal on which a member allows a request. */
const CONSENT_PATH = '/account/connections/new';

/** Maximum size of a request, in bytes. */
const LARGEST_BODY = 16 * 1_024;
const LONGEST_STATE = 2_000;
/** Pattern of a PKCE challenge of the method S256, and of a verifier (RFC 7636). */
const [CHALLENGE, VERIFIER] = [/^[\w-]{43}$/, /^[\w.~-]{43,128}$/];
/** Requests of a network in a time. Apps that run in a cloud share one. */
const LIMITS = {
  authorize: { requests: 60, seconds: 60 },
  register: { requests: 100, seconds: 3_600 },
  token: { requests: 600, seconds: 60 },
} as const;

/** Mounts the authorization server (OAuth 2.1) and its metadata. */
export function mountOAuth(router: Router, services: OAuthServices): void {
  const { config, connections, clients, rateLimiter } = services;

  /** Counts a request. @throws OAuthError above the limit */
  const count = async ({ ip }: Pick<Context, 'ip'>, name: keyof typeof LIMITS) => {
    const { requests, seconds } = LIMITS[name];
    const { allowed, resetMs } = await rateLimiter.countWithin(`oauth-${name}:${toNetwork(ip)}`, requests, seconds);
    if (allowed) return;
    const wait = Math.ceil(resetMs / 1_000);
    throw new OAuthError('temporarily_unavailable', `Too many requests: try again in ${wait} s`, 429, wait);
  };
  const readSender = (ctx: RouterContext) => ({ from: ctx.ip, requestId: ctx.state.requestId });

  for (const path of paths.resource) servePublicly(router, 'get', path, async () => describeResource(config));
  for (const path of paths.server) servePublicly(router, 'get', path, async () => describeServer(config));

  servePublicly(router, 'post', paths.register, async (ctx) => {
    await count(ctx, 'register');
    const { id, name, redirect_uris, registered } = await clients.register(
      await readJson(ctx, { limit: LARGEST_BODY }),
    );
    ctx.status = 201;
    return {
      client_id: id,
      client_id_issued_at: Math.floor(registered.getTime() / 1_000),
      client_name: name,
      redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: SCOPE,
    };
  });

  servePublicly(router, 'post', paths.token, async (ctx) => {
    await count(ctx, 'token');
    const sent = await readParameters(ctx);
    const client = requireOne(sent, 'client_id');
    checkResource(sent, config);
    const grant = requireOne(sent, 'grant_type');
    if (grant !== 'authorization_code' && grant !== 'refresh_token')
      throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
    const issued =
      grant === 'refresh_token'
        ? await connections.refresh({ token: requireOne(sent, 'refresh_token'), client }, readSender(ctx))
        : await connections.redeem({ ...readCode(sent), client }, readSender(ctx));
    await clients.touch(client);
    return describeTokens(issued);
  });

  servePublicly(router, 'post', paths.revoke, async (ctx) => {
    await count(ctx, 'token');
    const sent = await readParameters(ctx);
    await connections.revoke(
      { token: requireOne(sent, 'token'), client: requireOne(sent, 'client_id') },
      readSender(ctx),
    );
    return {};
  });

  router.get(paths.authorize, async (ctx) => {
    // An app may open it in a window of its own, and wait for that to come back.
    ctx.set('Cross-Origin-Opener-Policy', 'unsafe-none');
    const sent = toParameters(Object.entries(ctx.query));
    let redirectUri: string | undefined;
    try {
      await count(ctx, 'authorize');
      const client = await clients.find(requireOne(sent, 'client_id'));
      const requested = checkRedirectUri(requireOne(sent, 'redirect_uri'));
      if (!isRegistered(requested, client.redirect_uris))
        throw new OAuthError('invalid_redirect_uri', 'redirect_uri is not one that the app has registered');
      redirectUri = requested;
      const challenge = readChallenge(sent);
      checkResource(sent, config);
      const state = readState(sent);
      const id = await connections.begin(client, { redirect_uri: redirectUri, challenge, state });
      ctx.redirect(`${CONSENT_PATH}?request=${id}`);
    } catch (error) {
      if (!(error instanceof OAuthError)) throwUnavailable(error);
      const { code, message, status } = error;
      ctx.state.errorType = code;
      const state = sent.get('state')?.[0]?.slice(0, LONGEST_STATE);
      const parameters = { error: code, error_description: message, state, iss: baseUrl(config) };
      const next = redirectUri && { url: addParameters(redirectUri, parameters), target: describeTarget(redirectUri) };
      // Everyone can register an app: without the consent of a member, the browser is sent to no other site (RFC 9700, section 4.11.2).
      if (next && isLoopback(next.url)) {
        ctx.redirect(next.url);
        return;
      }
      ctx.status = status;
      ctx.type = 'html';
      const title = 'The app cannot be connected';
      const body = render('problem', { title, message, next });
      ctx.body = renderDocument({ title, body, styles: [panelStyle], early: [themeScript] });
    }
  });
}

type Parameters = ReadonlyMap<string, readonly string[]>;

const toParameters = (entries: readonly (readonly [string, string | readonly string[] | undefined])[]): Parameters =>
  new Map(entries.map(([name, value = []]) => [name, [value].flat()]));

const readParameters = async (ctx: Pick<Context, 'req' | 'request'>): Promise<Parameters> =>
  toParameters(Object.entries(await readAnyForm(ctx, LARGEST_BODY)));

const invalidRequest = (message: string) => new OAuthError('invalid_request', message);

/** Returns a parameter. @throws OAuthError if it is missing, or sent more than once */
function requireOne(sent: Parameters, name: string): string {
  const values = sent.get(name) ?? [];
  const [value] = values;
  if (!value || values.length > 1) throw invalidRequest(`${name} is required, once`);
  return value;
}

function readChallenge(sent: Parameters): string {
  if (requireOne(sent, 'response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type must be code');
  const challenge = requireOne(sent, 'code_challenge');
  if (requireOne(sent, 'code_challenge_method') !== 'S256') throw invalidRequest('code_challenge_method must be S256');
  if (!CHALLENGE.test(challenge)) throw invalidRequest('code_challenge must be a SHA-256 in base64url');
  return challenge;
}

function readCode(sent: Parameters): { code: string; verifier: string; redirectUri: string | undefined } {
  const code = requireOne(sent, 'code');
  const verifier = requireOne(sent, 'code_verifier');
  if (!VERIFIER.test(verifier)) throw invalidRequest('code_verifier must have 43 to 128 characters (RFC 7636)');
  return { code, verifier, redirectUri: sent.get('redirect_uri')?.[0] };
}

function readState(sent: Parameters): string | undefined {
  const values = sent.get('state') ?? [];
  if (values.length > 1 || (values[0] ?? '').length > LONGEST_STATE)
    throw invalidRequest(`state must be sent once, with at most ${LONGEST_STATE} characters`);
  return values[0];
}

/** Requires that a token is requested for no other resource (RFC 8707). Some apps do not name it. @throws OAuthError */
function checkResource(sent: Parameters, config: OAuthServices['config']): void {
  const resource = connectUrl(config);
  if ((sent.get('resource') ?? []).some((one) => one.replace(/\/$/, '') !== resource))
    throw new OAuthError('invalid_target', `Tokens are only issued for the resource ${resource}`);
}

const describeTokens = ({ access, refresh }: IssuedTokens) => ({
  access_token: access,
  token_type: 'Bearer',
  expires_in: ACCESS_SECONDS,
  refresh_token: refresh,
  scope: SCOPE,
});

/** Adds a route that pages of every origin may use. Its errors have the format of OAuth, and it has no cookies. */
function servePublicly(
  router: Router,
  method: 'get' | 'post',
  path: string,
  handle: (ctx: RouterContext) => Promise<object>,
): void {
  router.options(path, (ctx) => {
    allowOrigin(ctx);
    ctx.set('Allow', `${method.toUpperCase()}, OPTIONS`);
    ctx.status = 204;
  });
  router[method](path, async (ctx) => {
    allowOrigin(ctx);
    ctx.set('Cache-Control', method === 'get' ? 'public, max-age=300' : 'no-store');
    try {
      ctx.body = await handle(ctx);
    } catch (error) {
      const { code, message, status, retryAfterSeconds } = toOAuthError(error);
      ctx.state.errorType = code;
      ctx.status = status;
      if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
      ctx.body = { error: code, error_description: message };
    }
  });
}

/** Converts the error of an unreadable body. @throws ApiError 503 when the store or Redis is unavailable */
function toOAuthError(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  if (!(error instanceof ApiError) || error.status >= 500) throwUnavailable(error);
  const status = error.type === errors.bodyTooLarge.type ? error.status : 400;
  return new OAuthError('invalid_request', error.message, status);
}
