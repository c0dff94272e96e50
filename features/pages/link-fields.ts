import { errors, invalidInput } from '../../shared/contract/errors.js';
import type { OwnerFields, PageTargets, TargetRule } from '../../shared/contract/hosted-pages/page-fields.js';
import { baseUrl, type Config, pagesUrl } from '../../shared/process/config.js';
import type { HostedPage } from './collections.js';
import type { PageUrls } from './hosts.js';
import { hashPagePassword } from './page-passwords.js';
import type { Changes } from './versions.js';

/** Fields of a request that say when a page opens and ends, who may open it, and where it leads. */
type LinkRequest = Pick<OwnerFields, 'targets' | 'valid_from' | 'valid_until' | 'max_scans' | 'ended' | 'password'>;

type LinkFields = Pick<
  Changes,
  'targets' | 'valid_from' | 'valid_until' | 'max_scans' | 'scans_counted' | 'ended' | 'password'
>;

/** Fields of a page that may be undefined. */
type Optional<Field extends keyof HostedPage> = { readonly [Name in Field]?: HostedPage[Name] | undefined };

/**
 * Reads these fields of a request, as they are stored. Values that remove a field are undefined.
 *
 * @param before the page before an edit
 * @throws ApiError 422 for a rule without a condition, and an end that is not after the beginning
 */
export async function readLinkFields(
  { targets, valid_from, valid_until, max_scans, ended, password }: LinkRequest,
  before: Pick<HostedPage, 'valid_from' | 'valid_until' | 'max_scans'> = {},
): Promise<LinkFields> {
  const fields: LinkFields = {
    ...(targets && { targets: readTargets(targets) }),
    ...(valid_from !== undefined && { valid_from: readInstant(valid_from) }),
    ...(valid_until !== undefined && { valid_until: readInstant(valid_until) }),
    ...(max_scans !== undefined && readLimit(max_scans, before)),
    ...(ended && { ended: Object.keys(ended).length > 0 ? ended : undefined }),
  };
  const { valid_from: from, valid_until: until } = { ...before, ...fields };
  if (from && until && until <= from)
    throw invalidInput(422, 'valid_until must be later than valid_from', 'valid_until');
  // Last, as it takes the most time.
  if (password === undefined) return fields;
  return { ...fields, password: password === '' ? undefined : await hashPagePassword(password) };
}

const readInstant = (text: string): Date | undefined => (text === '' ? undefined : new Date(text));

/** A new limit counts from now on, a changed one counts on. */
function readLimit(max_scans: number, before: Pick<HostedPage, 'max_scans'>): LinkFields {
  if (max_scans === 0) return { max_scans: undefined, scans_counted: undefined };
  return { max_scans, ...(before.max_scans === undefined && { scans_counted: 0 }) };
}

function readTargets({ rules = [], shares = [], ...phones }: PageTargets): PageTargets | undefined {
  const targets = {
    ...phones,
    ...(rules.length > 0 && { rules: rules.map(readRule) }),
    ...(shares.length > 0 && { shares }),
  };
  return Object.keys(targets).length > 0 ? targets : undefined;
}

function readRule(rule: TargetRule, index: number): TargetRule {
  const { languages, countries, devices, days, from, until } = rule;
  if (![languages, countries, devices, days, from, until].some((condition) => condition !== undefined)) {
    const at = `targets.rules[${index}]`;
    throw invalidInput(422, `${at} must have a condition: languages, countries, devices, days, from or until`, at);
  }
  return {
    ...rule,
    ...(languages && { languages: languages.map((code) => code.toLowerCase()) }),
    ...(countries && { countries: countries.map(toCountry) }),
  };
}

/** Returns a country code as proxies send it: UK is GB. */
const toCountry = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code.toUpperCase();

/**
 * Refuses URLs of a page that lead to the page itself.
 *
 * @param urls URLs of the pages of its account
 * @throws ApiError 422 that names the field
 */
export function refuseLoops(
  { code, slug, target, targets, ended }: Pick<HostedPage, 'code' | 'target'> & Optional<'slug' | 'targets' | 'ended'>,
  config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>,
  urls: PageUrls,
): void {
  const hosts = new Set([baseUrl(config), pagesUrl(config), urls.origin].map((origin) => new URL(origin).host));
  const isLoop = (url: string | null | undefined): boolean => {
    if (!url) return false;
    const { host, origin, pathname } = new URL(url);
    const [folder, name] = readPageName(pathname);
    // A code belongs to one page, whichever host it is requested from, and that of a customer needs no folder.
    if (name === code) return true;
    const isPage = (folder === '/e/' && hosts.has(host)) || `${origin}${folder}${name}` === urls.urlOf(name);
    return isPage && name.toLowerCase() === slug;
  };
  const { ios, android, rules = [], shares = [] } = targets ?? {};
  const leading: [field: string, url: string | null | undefined][] = [
    ['target', target],
    ['targets.ios', ios],
    ['targets.android', android],
    ...rules.map(({ url }, index): [string, string] => [`targets.rules[${index}].url`, url]),
    ...shares.map(({ url }, index): [string, string] => [`targets.shares[${index}].url`, url]),
    ['ended.url', ended?.url],
  ];
  const loop = leading.find(([, url]) => isLoop(url));
  if (loop) throw errors.targetIsOwnPage({ field: loop[0] });
}

/** Returns the folder in the path of a page's URL, and its code or slug; empty for other paths. */
function readPageName(path: string): [folder: string, name: string] {
  try {
    const [, folder = '', name = ''] = /^(\/e\/|\/)([^/]+)\/?$/.exec(decodeURIComponent(path)) ?? [];
    return [folder, name];
  } catch {
    return ['', ''];
  }
}

/** Returns the size of the stored rules of a page, which counts towards the storage of the account. */
export const measureLinkFields = ({ targets, ended }: Optional<'targets' | 'ended'>): number =>
  [targets, ended].reduce((sum, part) => sum + (part ? Buffer.byteLength(JSON.stringify(part)) : 0), 0);
