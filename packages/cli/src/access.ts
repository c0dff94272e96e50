import { type ResponseMetadata, UtilityApi } from 'utility-api-client';
import { AccessError, UsageError } from './failures.js';
import { readLogin } from './login-file.js';
import { readVersion } from './version.js';

export const DEFAULT_URL = 'http://127.0.0.1:3000';

/** Returns URL and key of the service, from the environment or the login. */
export function access(): { url: string; key: string } {
  const { UTILITY_API_KEY, UTILITY_API_URL } = process.env;
  const login = readLogin();
  const url = trimUrl(UTILITY_API_URL || login?.url || DEFAULT_URL);
  if (!isUrl(url)) throw new UsageError(`UTILITY_API_URL must be a URL such as https://api.example.com, not "${url}"`);
  // The key of a login is sent to no other URL.
  const key = UTILITY_API_KEY || (login && trimUrl(login.url) === url ? login.key : undefined);
  if (!key)
    throw new AccessError(`Not logged in to ${url}. Run "utility-api login --url ${url}", or set UTILITY_API_KEY.`);
  return { url, key };
}

/** Returns the URL of a platform without a slash or `/v1` at its end, which the client takes as well. */
export const trimUrl = (url: string): string => url.replace(/(?:\/+v1)?\/*$/i, '');

export const isUrl = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

/** Creates a client of the platform that the user has logged in to. */
export function connect(onResponse?: (metadata: ResponseMetadata) => void): UtilityApi {
  const { url, key } = access();
  return createClient(url, key, onResponse);
}

export const createClient = (
  baseUrl: string,
  apiKey: string,
  onResponse?: (metadata: ResponseMetadata) => void,
): UtilityApi =>
  new UtilityApi({ baseUrl, apiKey, onResponse, headers: { 'User-Agent': `utility-api-cli/${readVersion()}` } });
