import { createRequire } from 'node:module';
import { getDomain, parse } from 'tldts';
import { knownProviders } from './providers.js';

const load = createRequire(import.meta.url);

const listed: readonly string[] = load('disposable-email-domains');
const listedWithBelow: readonly string[] = load('disposable-email-domains/wildcard.json');
const listedProviders: readonly string[] = load('email-providers/all.json');

const disposable = new Set(listed);
const disposableWithBelow = new Set(listedWithBelow);
const providers = new Set(listedProviders);

/** The part of a domain that somebody has registered, e.g. `company.co.uk`; what stands below a shared suffix counts. */
export const registrable = (domain: string): string => getDomain(domain, { allowPrivateDomains: true }) ?? domain;

/** Whether the top-level domain exists in the root zone (as the public suffix list has it). */
export const hasRealTld = (domain: string): boolean => parse(domain).isIcann === true;

/** Whether a domain gives mailboxes to be thrown away (npm disposable-email-domains), checked before anything else. */
export function isDisposable(domain: string): boolean {
  if (knownProviders.has(domain)) return false;
  const registered = registrable(domain);
  if (disposable.has(domain) || disposable.has(registered)) return true;
  return ancestors(domain, registered).some((ancestor) => disposableWithBelow.has(ancestor));
}

/** A domain and those above it, down to the registered one. */
function ancestors(domain: string, registered: string): string[] {
  const found = [domain];
  for (let rest = domain; rest !== registered && rest.includes('.'); ) {
    rest = rest.slice(rest.indexOf('.') + 1);
    found.push(rest);
  }
  return found;
}

/** Whether anyone can have a mailbox there: the common providers, and the many of npm email-providers. */
export const isFree = (domain: string): boolean =>
  knownProviders.has(domain) || (providers.has(domain) && !isDisposable(domain));
