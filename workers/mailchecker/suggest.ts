import { readAddress } from './address.js';
import { hasRealTld, knownProviders, largestProviders } from './domains.js';
import type { MailState } from './records.js';

/** Typos that are registered domains, possibly with mail hosts, so that the DNS does not reveal them. */
const slips: Readonly<Record<string, string>> = {
  'gmail.com': `gmial.com gmai.com gmal.com gmil.com gamil.com gmaill.com gmali.com gnail.com gmsil.com gmaik.com gmaul.com
    gmaol.com gimail.com ggmail.com gmaail.com gmeil.com gmailc.com gmail.co gmail.cm gmail.om gmai.co`,
  'hotmail.com': `hotmial.com hotmal.com hotmil.com hotmai.com hotamil.com hotmaill.com homtail.com hotmali.com hotnail.com
    htomail.com hotmeil.com hotmail.co hotmail.cm hotmail.om`,
  'yahoo.com': 'yaho.com yahooo.com yhoo.com yahho.com yhaoo.com yaoo.com yahoo.co yahoo.cm yahoo.om',
  'outlook.com': 'outlok.com outloook.com outllook.com outook.com oulook.com outlook.co outlook.cm outlook.om',
  'icloud.com': 'iclod.com iclould.com icoud.com icluod.com icloud.co icloud.cm icloud.om',
  'aol.com': 'aol.co aol.cm aol.om',
};

const knownSlips = new Map(
  Object.entries(slips).flatMap(([meant, typed]) => typed.split(/\s+/).map((slip) => [slip, meant] as const)),
);

/** Corrections of top-level domains that do not exist. */
const endings = [
  'com',
  'net',
  'org',
  'edu',
  'gov',
  'info',
  'co.uk',
  'de',
  'fr',
  'it',
  'es',
  'ru',
  'nl',
  'com.br',
  'com.au',
];

/** Top-level domains that exist outside of the root zone, and are not corrected. */
const reservedEnding = /\.(?:example|test|invalid|localhost|local|onion|internal|lan|home|corp)$/;

/**
 * Suggests the domain that was probably meant. A domain that receives mail is not corrected unless it is a known typo, nor one without a
 * DNS result.
 */
export function suggestDomain(domain: string, mail: MailState): string | undefined {
  if (knownProviders.has(domain)) return undefined;
  const known = knownSlips.get(domain);
  if (known !== undefined) return known;
  if (!hasRealTld(domain) && !reservedEnding.test(domain)) return withRealEnding(domain);
  return mail === 'none' || mail === 'null_mx' ? nearestProvider(domain) : undefined;
}

function withRealEnding(domain: string): string | undefined {
  const provider = nearestProvider(domain);
  if (provider !== undefined) return provider;
  const dot = domain.lastIndexOf('.');
  const typed = domain.slice(dot + 1);
  const ending = endings.find((one) => distance(one, typed) === 1);
  if (ending === undefined || typed.length < 2) return undefined;
  const repaired = `${domain.slice(0, dot)}.${ending}`;
  return knownSlips.get(repaired) ?? nearestProvider(repaired) ?? repaired;
}

/** Finds the provider within one typo of a domain, or two of a long one; the most used first. */
function nearestProvider(domain: string): string | undefined {
  if (knownProviders.has(domain)) return domain;
  const near = largestProviders.map((provider) => ({ provider, slips: distance(provider, domain) }));
  const allowed = domain.length >= 10 ? 2 : 1;
  return near.filter(({ slips }) => slips <= allowed).sort((one, other) => one.slips - other.slips)[0]?.provider;
}

/** Counts the typos between two words: letters left out, added, mistaken, swapped (optimal string alignment distance). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const steps = [(last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1)];
      row.push(Math.min(...steps, ...(isSwap ? [(before[j - 2] ?? 0) + 1] : [])));
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}

/** Repairs of invalid addresses, the smallest first. */
const repairs: readonly ((text: string) => string)[] = [
  (text) => text.replace(/^mailto:/i, '').replace(/^[^<]*<([^>]+)>$/, '$1'),
  (text) => text.replace(/\s*(?:\(at\)|\[at\]|\sat\s)\s*/i, '@'),
  (text) => text.replaceAll(/\s+/g, ''),
  (text) => text.replace(/@@+/, '@'),
  (text) => text.replace(/[.,;:]+$/, ''),
  (text) => text.replace(/@[^@]*$/, (domain) => domain.replaceAll(/[,;]/g, '.').replaceAll(/\.{2,}/g, '.')),
  (text) => text.replace(/@\.+/, '@'),
  (text) => text.replace(/@([^@.]+)$/, (whole, name: string) => withEnding(name) ?? whole),
];

/** Completes the name of a provider to its domain, also without the dot: `gmail`, `gmailcom`. */
function withEnding(name: string): string | undefined {
  const provider = largestProviders.find(
    (one) => one.replaceAll('.', '') === name.toLowerCase() || one.split('.')[0] === name.toLowerCase(),
  );
  return provider && `@${provider}`;
}

/** Suggests the address that was probably meant; each repair is tried on top of those before. */
export function repair(text: string): string | undefined {
  let repaired = text;
  for (const step of repairs) {
    repaired = step(repaired);
    const address = readAddress(repaired);
    if ('reason' in address || repaired === text) continue;
    return `${address.local}@${suggestDomain(address.asciiDomain, 'unknown') ?? address.domain}`;
  }
  return undefined;
}
