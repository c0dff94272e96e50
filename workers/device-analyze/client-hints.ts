/** Client hints of a browser: properties that its user agent does not have, or only a frozen value of. Null or empty if it sent none. */
export interface ClientHints {
  /** Brands with their most precise versions, without those that browsers make up. */
  readonly brands: readonly Brand[];
  /** Full version of the browser by the header that Sec-CH-UA-Full-Version-List replaced. */
  readonly fullVersion: string | null;
  readonly platform: string | null;
  readonly platformVersion: string | null;
  readonly model: string | null;
  readonly architecture: string | null;
  readonly bitness: string | null;
  readonly formFactors: readonly string[];
  readonly isMobile: boolean | null;
  /** Android app whose web view sent the request, by X-Requested-With: `com.opera.mini.native`. */
  readonly app: string | null;
}

export interface Brand {
  readonly name: string;
  readonly version: string;
}

/** User agent, client hints and signer that a request names. */
export interface Visitor {
  readonly ua: string | null;
  readonly hints: ClientHints | null;
  /** Agent that claims to have signed the request (RFC 9421), by Signature-Agent: `https://chatgpt.com`. */
  readonly signer: string | null;
}

/** Maximum characters of a hint, and maximum number of brands or form factors. The longest of real browsers have 40 characters and 4 brands. */
const LONGEST = 128;
const MOST = 16;

type Fields = Readonly<Record<string, unknown>>;

/** Reads the user agent and the client hints of the headers of a request. Names may have any letter case, and CGI's form `HTTP_SEC_CH_UA`. */
export function readHeaders(headers: Fields): Visitor {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [headerName(name), value]));
  const inHeaders = [...byName].filter(([name]) => name.startsWith('sec-ch-ua') || name === 'x-requested-with');
  const ua = byName.get('user-agent');
  return {
    ua: typeof ua === 'string' && ua.trim() !== '' ? ua.trim() : null,
    hints: readFields(inHeaders),
    signer: readText(byName.get('signature-agent')),
  };
}

/** Reads client hints by the names of their headers, or of the properties that `navigator.userAgentData` returns. */
export const readClientHints = (hints: Fields): ClientHints | null =>
  readFields(Object.entries(hints).map(([name, value]) => [headerName(name), value]));

const headerName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^http-/, '');

/** Reads client hints. A header and the property of the same meaning differ in prefix and hyphens only. */
function readFields(fields: readonly (readonly [name: string, value: unknown])[]): ClientHints | null {
  const given = new Map(
    fields.map(([name, value]) => [name.replace(/^sec-ch-ua/, '').replaceAll('-', ''), first(value)]),
  );
  const text = (...names: string[]): string | null =>
    names.map((name) => readText(given.get(name))).find((value) => value !== null) ?? null;
  const app = text('xrequestedwith');
  const versions = readBrands(given.get('fullversionlist'));
  const hints: ClientHints = {
    brands: versions.length > 0 ? versions : readBrands(given.get('brands') ?? given.get('')),
    fullVersion: text('fullversion', 'uafullversion'),
    platform: text('platform'),
    platformVersion: text('platformversion'),
    model: text('model'),
    architecture: text('arch', 'architecture'),
    bitness: text('bitness'),
    formFactors: readList(given.get('formfactors')),
    isMobile: readFlag(given.get('mobile')),
    app: app !== null && /^\w+(?:\.\w+)+$/.test(app) ? app : null,
  };
  const isEmpty = Object.values(hints).every((hint) => hint === null || (Array.isArray(hint) && hint.length === 0));
  return isEmpty ? null : hints;
}

/** Returns the header of a list with one, as some frameworks return them; lists of objects are brands. */
const first = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 && typeof value[0] === 'string' && /[";?]/.test(value[0])
    ? value[0]
    : value;

/** Reads a text, which headers have in quotes. */
function readText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const bare = value.trim().replace(/^"(.*)"$/, '$1');
  return printable(bare) || null;
}

const printable = (text: string): string =>
  text
    .slice(0, LONGEST)
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim();

function readFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === '?1' || value === '1' || value === 'true') return true;
  return value === '?0' || value === '0' || value === 'false' ? false : null;
}

/** A brand that browsers invent to keep servers from relying on a fixed list (GREASE): `Not/A)Brand`. */
const MADE_UP = /^\W*not[^a-z]*a[^a-z]*brand\W*$/i;

/** Reads brands: a list of objects, or a header such as `"Chromium";v="140", "Brave";v="140"`. */
function readBrands(value: unknown): Brand[] {
  const pairs = typeof value === 'string' ? parseBrands(value) : Array.isArray(value) ? value.slice(0, MOST) : [];
  return pairs.flatMap((pair: unknown) => {
    if (typeof pair !== 'object' || pair === null || !('brand' in pair) || typeof pair.brand !== 'string') return [];
    const version = 'version' in pair && typeof pair.version === 'string' ? printable(pair.version) : '';
    const name = printable(pair.brand);
    return name === '' || MADE_UP.test(name) ? [] : [{ name, version }];
  });
}

const parseBrands = (header: string): { brand: string; version: string }[] =>
  [...header.slice(0, LONGEST * MOST).matchAll(/"((?:[^"\\]|\\.)*)"\s*;\s*v="([^"]*)"/g)]
    .slice(0, MOST)
    .map(([, brand = '', version = '']) => ({ brand, version }));

/** Reads a list of texts, or a header such as `"Mobile", "XR"`. */
function readList(value: unknown): string[] {
  const words =
    typeof value === 'string'
      ? [...value.slice(0, LONGEST * MOST).matchAll(/"([^"]+)"/g)].map(([, word]) => word)
      : value;
  return (Array.isArray(words) ? words.slice(0, MOST) : []).flatMap((word: unknown) => readText(word) ?? []);
}
