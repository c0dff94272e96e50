import { OAuthError } from './oauth-error.js';

/** Hosts of this device, on which native apps listen (RFC 8252, section 7.3). */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Schemes of editors that have no dot in theirs, as RFC 8252 (section 7.1) demands. */
const EDITORS: ReadonlySet<string> = new Set([
  ...['claude:', 'cursor:', 'kiro:', 'raycast:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:'],
]);

/** Scheme of a native app that contains the name of a domain, such as `com.example.app:`. */
const APP_SCHEME = /^[a-z][a-z\d-]*(\.[a-z\d-]+)+:$/;

/** Domain, IPv4 or IPv6 address. A URL parser lets pass others, such as `a;b`, which a content security policy would split. */
const HOST = /^([a-z\d_-]+(\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])$/;

const LONGEST = 500;

/**
 * Checks a redirect URI of an app: https, or http on this device, or the scheme of a native app.
 *
 * @throws OAuthError
 */
export function checkRedirectUri(uri: unknown): string {
  const refuse = (problem: string) => new OAuthError('invalid_redirect_uri', `A redirect URI ${problem}`);
  if (typeof uri !== 'string' || uri.length > LONGEST) throw refuse(`must be text of at most ${LONGEST} characters`);
  // A URL parser removes such characters, so that what is compared would differ from what is opened.
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\') || !URL.canParse(uri)) throw refuse('must be an absolute URL');
  if (uri.includes('#')) throw refuse('must not have a fragment');
  const { protocol, hostname, username, password } = new URL(uri);
  if (username || password) throw refuse('must not contain a user name or password');
  const isAllowed =
    protocol === 'https:'
      ? HOST.test(hostname)
      : protocol === 'http:'
        ? LOOPBACK.has(hostname)
        : EDITORS.has(protocol) || APP_SCHEME.test(protocol);
  if (!isAllowed) throw refuse('must be https, http on a loopback address, or have the scheme of a native app');
  return uri;
}

/** True if a redirect URI is one of those of an app. Only the port of a loopback address may differ, since it is free at each start. */
export const isRegistered = (uri: string, registered: readonly string[]): boolean =>
  registered.some(
    (one) => one === uri || (isLoopback(one) && isLoopback(uri) && withoutPort(one) === withoutPort(uri)),
  );

export const isLoopback = (uri: string): boolean => {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, username } = new URL(uri);
  return protocol === 'http:' && LOOPBACK.has(hostname) && username === '';
};

function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = '';
  return url.href;
}

/** Describes the place where an app receives its codes: the host, or the app on this device. */
export function describeTarget(uri: string): string {
  const { protocol, host } = new URL(uri);
  if (isLoopback(uri)) return 'an app on this device';
  return protocol === 'https:' ? host : `an app on this device (${protocol.slice(0, -1)})`;
}

/** True if the host that receives the codes is the one that describes the app. Anyone can give a registered app any name. */
export const isVerified = (client: string, redirectUri: string): boolean =>
  client.startsWith('https:') && !isLoopback(redirectUri) && new URL(client).host === new URL(redirectUri).host;

/** Returns the source of a content security policy that allows a redirect to an app. */
export function toPolicySource(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri);
  // A policy cannot name an IPv6 address.
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}

/** Adds parameters to a redirect URI. */
export function addParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
