import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** User whom the provider signs in without asking. */
export interface ProviderUser {
  sub: string;
  [claim: string]: unknown;
}

/** An OpenID Connect provider that signs in one configured user. Tests change it to misbehave. */
export interface OidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  user: ProviderUser;
  /** Returns the user to whom a code belongs, in place of the configured one. */
  subjectOf(code: string): string | undefined;
  /** Claims of the ID token that replace the right ones. */
  forged: Record<string, unknown>;
  /** Claims that only the user info has. */
  userinfo: Record<string, unknown>;
  /** Status of every response, if it is down. */
  down: number | undefined;
  /** Shows a page with a link, as a person sees it, in place of a redirect. */
  isAsking: boolean;
  /** Signs with a key that is not published. */
  isWronglySigned: boolean;
  close(): Promise<void>;
}

/** Starts a provider. Its codes are used once, and checked with PKCE and the client's secret. */
export async function startOidcProvider(user: ProviderUser): Promise<OidcProvider> {
  const [published, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(published.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, URLSearchParams>();
  const accessToken = randomUUID();

  const issueToken = async (request: URLSearchParams, code: string) => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      ...{ iss: provider.issuer, aud: provider.clientId, iat: now, exp: now + 300, nonce: request.get('nonce') },
      ...provider.user,
      ...provider.forged,
    };
    const sub = provider.subjectOf(code) ?? provider.user.sub;
    const { privateKey } = provider.isWronglySigned ? other : published;
    return new SignJWT({ ...claims, sub }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey);
  };
  const exchange = async (request: IncomingMessage) => {
    const form = new URLSearchParams(await text(request));
    const [id = '', secret = ''] = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64')
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    if (id !== provider.clientId || secret !== provider.clientSecret) return { error: 'invalid_client' };
    const code = form.get('code') ?? '';
    const asked = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (asked?.get('code_challenge') !== challenge || asked.get('redirect_uri') !== form.get('redirect_uri'))
      return { error: 'invalid_grant' };
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await issueToken(asked, code),
    };
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', provider.issuer);
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (provider.down) return response.writeHead(provider.down).end();
    if (pathname === '/authorize') {
      const code = randomUUID();
      codes.set(code, searchParams);
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString();
      if (!provider.isAsking) return response.writeHead(302, { Location: back.href }).end();
      const page = `<!doctype html><title>Provider</title><link rel="icon" href="data:,"><a href="${back.href.replaceAll('&', '&amp;')}">Sign in</a>`;
      return response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
    }
    if (pathname === '/token') {
      const answer = await exchange(request);
      return json(answer, 'error' in answer ? 400 : 200);
    }
    if (pathname === '/keys') return json({ keys: [jwk] });
    if (pathname === '/userinfo') {
      if (request.headers.authorization !== `Bearer ${accessToken}`) return response.writeHead(401).end();
      return json({ sub: provider.user.sub, ...provider.userinfo });
    }
    const { issuer } = provider;
    return json({
      ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
      ...{ jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/userinfo` },
      ...{ response_types_supported: ['code'], code_challenge_methods_supported: ['S256'] },
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const provider: OidcProvider = {
    ...{ issuer: `http://localhost:${port}`, clientId: 'utility-api', clientSecret: 'the secret of the client' },
    ...{
      user,
      subjectOf: () => undefined,
      forged: {},
      userinfo: {},
      down: undefined,
      isAsking: false,
      isWronglySigned: false,
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return provider;
}
