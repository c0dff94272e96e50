import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { errors } from '../../shared/contract/errors.js';
import { baseUrl, type Config, pagesUrl } from '../../shared/process/config.js';

type Settings = Pick<Config, 'BASE_URL' | 'HOST' | 'PAGES_URL' | 'PORT'>;

const LABEL = /^[a-z0-9_]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Maximum length of a host whose TXT record has a valid name (RFC 1035, section 2.3.4). */
const LONGEST = 253 - '_utility-api.'.length;

/** Host names of the platform itself. */
export const listPlatformHosts = (config: Settings): ReadonlySet<string> =>
  new Set([baseUrl(config), pagesUrl(config)].map((url) => new URL(url).hostname));

/** True if a host cannot be a customer's: an IP address, a name of a local network, or longer than a name may be. */
export const isLocalHost = (host: string): boolean =>
  host.length > LONGEST ||
  !host.includes('.') ||
  /[:[\]]/.test(host) ||
  isIP(host) !== 0 ||
  /(^|\.)(localhost|local)$/.test(host);

/**
 * Reads a host name that a customer wants to use, and returns it in ASCII and lower case.
 *
 * @throws ApiError 422 for what is no public host name, and for the platform's own
 */
export function readHost(typed: string, config: Settings): string {
  const host = domainToASCII(typed.trim().replace(/\.$/, '')).toLowerCase();
  const labels = host.split('.');
  if (typed.includes('/') || typed.includes(':') || labels.length < 2 || !labels.every((label) => LABEL.test(label)))
    refuse('must be a host name such as go.example.com, without https://, path or port');
  if (host.length > LONGEST) refuse(`must have at most ${LONGEST} characters`);
  if (isLocalHost(host)) refuse('must be a public host name');
  if (listPlatformHosts(config).has(host)) refuse('is a host of this platform');
  if (parse(host, { allowPrivateDomains: true }).publicSuffix === host)
    refuse('is a public suffix, under which others have domains');
  return host;
}

function refuse(problem: string): never {
  throw errors.domainRefused({ problem });
}
