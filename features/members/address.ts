/** Pattern of an email address: ASCII dot-atoms at a domain with a dot (RFC 5321, without quoted forms). */
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9][a-z0-9-]*[a-z0-9]$/;
const LONGEST_ADDRESS = 254;
const LONGEST_LOCAL_PART = 64;

/**
 * Parses a typed email address into the form in which it is stored and compared: trimmed and in lower case, since no provider
 * distinguishes inboxes by case.
 *
 * @returns undefined if it is invalid
 */
export function readAddress(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || typed.length > 2 * LONGEST_ADDRESS) return undefined;
  const address = typed.trim().toLowerCase();
  if (address.length > LONGEST_ADDRESS || address.indexOf('@') > LONGEST_LOCAL_PART) return undefined;
  return ADDRESS.test(address) ? address : undefined;
}

/** Domains of Gmail, which ignores dots in the local part and delivers both to the same inbox. */
const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns one address for all spellings that lead to the same inbox: lower case, without a `+tag`, and for Gmail without dots and
 * under one domain. Use it for limits and comparisons only, and send email to the address as typed.
 */
export function canonicalizeAddress(address: string): string {
  const typed = address.trim().toLowerCase();
  const at = typed.lastIndexOf('@');
  if (at < 0) return typed;
  const [local = ''] = typed.slice(0, at).split('+', 1);
  const domain = typed.slice(at + 1);
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
