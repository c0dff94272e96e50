import { knownProviders } from './domains.js';

/** Kinds of typos of a word, each a single mistake at the keyboard. */
type Slip = 'swapped_letters' | 'missing_letter' | 'extra_letter' | 'neighbouring_key';

/**
 * Names of providers that resemble no other word, so that a single slip of them is a typo although the domain may be registered. Names such
 * as live, naver or libero do: love.com, aver.com and libro.it belong to others.
 */
const names =
  `gmail hotmail yahoo outlook icloud googlemail protonmail rocketmail fastmail rediffmail btinternet comcast verizon
  sbcglobal bellsouth bigpond t-online freenet orange wanadoo laposte yandex rambler bluewin`.split(/\s+/);
/** Names that are too short for slips of their letters, but not for those of their ending. */
const shortNames = ['aol', 'gmx', 'msn', 'proton'];

/** Endings that exist and are what remains of another: Colombia's, Cameroon's, Oman's and Niger's. */
const brokenEndings: Readonly<Record<string, string>> = { co: 'com', cm: 'com', om: 'com', ne: 'net' };

/** Names of others one slip away from a provider's: GAIL (India) and people called Gail, and one of memail.com's domains. */
const realNames = ['gail', 'fatmail'];

/** Typosquats that are more than one slip away, or of a name that is too short: from duhow's mail-checker and other open sign-up forms. */
const knownTyposquats: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'gmail.com': 'gimail.com gmeil.com gmailc.com gmaii.com gamail.com',
    'hotmail.com': 'hotmeil.com hotmaii.com',
    'outlook.com': 'putlook.com outluk.com',
    'icloud.com': 'iclould.com iclound.com',
    'yahoo.com': 'uahoo.com',
    'aol.com': 'aoll.com',
  }).flatMap(([meant, typed]) => typed.split(' ').map((typo) => [typo, meant] as const)),
);

export interface Typo {
  /** The domain that was meant. */
  readonly meant: string;
  readonly kind: Slip | 'broken_ending' | 'known_typosquat';
}

/** Recognises a domain as a typo of a large provider's, although it may exist and accept mail: typosquats do. */
export function findTypo(domain: string): Typo | undefined {
  if (knownProviders.has(domain)) return undefined;
  const known = knownTyposquats.get(domain);
  if (known !== undefined) return { meant: known, kind: 'known_typosquat' };
  const dot = domain.indexOf('.');
  const typed = domain.slice(0, dot);
  const ending = domain.slice(dot + 1);
  if (realNames.includes(typed)) return undefined;
  for (const name of [...names, ...shortNames]) {
    const slip = shortNames.includes(name) ? undefined : findSlip(typed, name);
    const kind = typed === name ? 'broken_ending' : slip;
    if (!kind) continue;
    const meant = [ending, brokenEndings[ending]].map((one) => `${name}.${one}`).find((one) => knownProviders.has(one));
    if (meant !== undefined) return { meant, kind };
  }
  return undefined;
}

/**
 * Finds the one slip between two words. The first letter is hardly ever wrong: words that differ there are others, unless the first two
 * letters are swapped. An `s` at the end is a plural.
 */
export function findSlip(typed: string, meant: string): Slip | undefined {
  if (Math.abs(typed.length - meant.length) > 1) return undefined;
  let at = 0;
  while (at < meant.length && typed[at] === meant[at]) at++;
  const rest = { typed: typed.slice(at + 1), meant: meant.slice(at + 1) };
  const isSwap = typed[at] === meant[at + 1] && typed[at + 1] === meant[at];
  if (isSwap && typed.slice(at + 2) === meant.slice(at + 2) && at < meant.length) return 'swapped_letters';
  if (at === 0) return undefined;
  if (typed.slice(at) === rest.meant && at < meant.length) return 'missing_letter';
  const [wrong = '', before = '', after = ''] = [typed[at], meant[at - 1], meant[at]];
  if (rest.typed === rest.meant && areNeighbours(wrong, after)) return 'neighbouring_key';
  const isPlural = wrong === 's' && at === meant.length;
  const isNearby = wrong === before || areNeighbours(wrong, before) || areNeighbours(wrong, after);
  return rest.typed === meant.slice(at) && isNearby && !isPlural ? 'extra_letter' : undefined;
}

/** Rows of the QWERTY keyboard, each half a key to the right of the one above. */
const rows = ['1234567890-', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const keys = new Map(rows.flatMap((row, y) => [...row].map((key, x) => [key, { x: x + y / 2, y }] as const)));

function areNeighbours(one: string, other: string): boolean {
  const [a, b] = [keys.get(one), keys.get(other)];
  return one !== other && a !== undefined && b !== undefined && Math.abs(a.y - b.y) <= 1 && Math.abs(a.x - b.x) <= 1;
}
