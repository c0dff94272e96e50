import damerauLevenshtein from 'damerau-levenshtein';
import { readAddress } from './address.js';
import { hasRealTld, knownProviders, largestProviders } from './domains.js';
import type { MailState } from './records.js';
import { findTypo, type Typo } from './typo.js';

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

/** A correction of a domain, and why it is one. */
interface Correction {
  readonly meant: string;
  readonly kind: Typo['kind'] | 'unknown_ending' | 'no_mail';
}

/**
 * Suggests the domain that was probably meant. A domain that receives mail is not corrected unless it is an evident typo of a provider's,
 * nor one without a DNS result.
 */
export function suggestDomain(domain: string, mail: MailState): Correction | undefined {
  if (knownProviders.has(domain)) return undefined;
  const typo = findTypo(domain);
  if (typo) return typo;
  if (!hasRealTld(domain) && !reservedEnding.test(domain)) {
    const meant = withRealEnding(domain);
    return meant === undefined ? undefined : { meant, kind: 'unknown_ending' };
  }
  const meant = mail === 'none' || mail === 'null_mx' ? nearestProvider(domain) : undefined;
  return meant === undefined ? undefined : { meant, kind: 'no_mail' };
}

function withRealEnding(domain: string): string | undefined {
  const provider = nearestProvider(domain);
  if (provider !== undefined) return provider;
  const dot = domain.lastIndexOf('.');
  const typed = domain.slice(dot + 1);
  const ending = endings.find((one) => countSlips(one, typed) === 1);
  if (ending === undefined || typed.length < 2) return undefined;
  const repaired = `${domain.slice(0, dot)}.${ending}`;
  return findTypo(repaired)?.meant ?? nearestProvider(repaired) ?? repaired;
}

/** Finds the provider within one typo of a domain, or two of a long one; the most used first. */
function nearestProvider(domain: string): string | undefined {
  if (knownProviders.has(domain)) return domain;
  const near = largestProviders.map((provider) => ({ provider, slips: countSlips(provider, domain) }));
  const allowed = domain.length >= 10 ? 2 : 1;
  return near.filter(({ slips }) => slips <= allowed).sort((one, other) => one.slips - other.slips)[0]?.provider;
}

/** Counts the typos between two words: letters left out, added, mistaken, swapped. */
const countSlips = (one: string, other: string): number => damerauLevenshtein(one, other).steps;

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
  (text) => text.replace(/@([^@.]+\.[a-z])$/i, (whole, cut: string) => withWholeEnding(cut) ?? whole),
];

/** Completes the name of a provider to its domain, also without the dot: `gmail`, `gmailcom`. */
function withEnding(name: string): string | undefined {
  const provider = largestProviders.find(
    (one) => one.replaceAll('.', '') === name.toLowerCase() || one.split('.')[0] === name.toLowerCase(),
  );
  return provider && `@${provider}`;
}

/** Completes a provider's domain of which only the first letter of the ending is left: `web.d`. */
function withWholeEnding(cut: string): string | undefined {
  const provider = [...largestProviders, ...knownProviders].find(
    (one) => one.startsWith(cut.toLowerCase()) && one.lastIndexOf('.') === cut.lastIndexOf('.'),
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
    return `${address.local}@${suggestDomain(address.asciiDomain, 'unknown')?.meant ?? address.domain}`;
  }
  return undefined;
}
