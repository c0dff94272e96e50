import { isIP, isIPv4, isIPv6 } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';

/** A valid address. */
export interface Address {
  /** Local part as written, quotes included. */
  readonly local: string;
  /** Domain in lower case and Unicode, e.g. `münchen.example`. */
  readonly domain: string;
  /** Domain in the DNS, e.g. `xn--mnchen-3ya.example`, or an address literal. */
  readonly asciiDomain: string;
  readonly isQuoted: boolean;
  /** True if the domain is an IP address in brackets. */
  readonly isLiteral: boolean;
}

/** Reason why an address is invalid, as a sentence for clients. */
export interface Fault {
  readonly reason: string;
}

/** Octets, RFC 5321 section 4.5.3.1 and RFC 3696 erratum 1690; UTF-8 counts by its octets (RFC 6531). */
const LOCAL_OCTETS = 64;
const ADDRESS_OCTETS = 254;
const DOMAIN_OCTETS = 253;

/** Characters of RFC 5322 atext, and with RFC 6531 beyond ASCII except controls, spaces and invisible signs. */
const ATOM = /^(?:[\w!#$%&'*+/=?^`{|}~-]|[^\p{ASCII}\p{C}\p{Z}])+$/u;
/** RFC 5321 Quoted-string: qtextSMTP, quoted-pairSMTP, and beyond ASCII as above. */
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~]|[^\p{ASCII}\p{C}\p{Z}])*"$/u;

/** Labels of letters, digits and inner hyphens (RFC 1123), the last one of letters or in Punycode (RFC 3696 section 2). */
const HOST_NAME = /^(?:(?!-)[a-z\d-]{1,63}(?<!-)\.)+(?:[a-z]{2,63}|xn[a-z\d-]{1,60}[a-z\d])$/;

/**
 * Parses an address by the syntax of SMTP mailboxes (RFC 5321 section 4.1.2), with internationalised local parts (RFC 6531) and domains
 * (UTS 46). Comments, folding and display names belong to headers and are refused.
 */
export function readAddress(text: string): Address | Fault {
  const at = text.startsWith('"') ? text.indexOf('@', closingQuote(text)) : text.indexOf('@');
  if (at < 0) return fault('There is no @');
  const local = text.slice(0, at).normalize('NFC');
  const domain = text.slice(at + 1);
  return localFault(local) ?? lengthFault(local, domain) ?? readDomain(local, domain);
}

/** Returns the end of a quoted local part; 0 if there is none. */
function closingQuote(text: string): number {
  for (let i = 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return 0;
}

function localFault(local: string): Fault | undefined {
  if (local === '') return fault('The part before the @ is empty');
  if (local.startsWith('"')) return QUOTED.test(local) ? undefined : fault('The quoted part before the @ is malformed');
  if (local.startsWith('.') || local.endsWith('.')) return fault('The part before the @ begins or ends with a dot');
  if (local.includes('..')) return fault('The part before the @ has two dots in a row');
  return local.split('.').every((atom) => ATOM.test(atom))
    ? undefined
    : fault('The part before the @ has characters that need quotes or are not allowed');
}

function lengthFault(local: string, domain: string): Fault | undefined {
  if (Buffer.byteLength(local) > LOCAL_OCTETS) return fault('The part before the @ is longer than 64 octets');
  return Buffer.byteLength(`${local}@${domain}`) > ADDRESS_OCTETS
    ? fault('The address is longer than 254 octets')
    : undefined;
}

function readDomain(local: string, domain: string): Address | Fault {
  const isQuoted = local.startsWith('"');
  if (domain === '') return fault('The domain is empty');
  if (domain.includes('@')) return fault('There is more than one @');
  if (domain.startsWith('[')) {
    if (!isLiteral(domain)) return fault('The address in brackets is no IP address');
    return { local, domain, asciiDomain: domain, isQuoted, isLiteral: true };
  }
  if (domain.endsWith('.')) return fault('The domain ends with a dot');
  const asciiDomain = toAscii(domain);
  if (asciiDomain === undefined) return fault('The domain has labels that are empty, too long or not allowed');
  if (!asciiDomain.includes('.')) return fault('The domain has no top-level domain');
  if (!HOST_NAME.test(asciiDomain)) return fault('The domain is no name that the DNS could have');
  return { local, domain: domainToUnicode(asciiDomain), asciiDomain, isQuoted, isLiteral: false };
}

/** RFC 5321 section 4.1.3. */
function isLiteral(domain: string): boolean {
  const [, tag, address = ''] = /^\[(IPv6:)?([\da-fA-F.:]+)\]$/i.exec(domain) ?? [];
  return tag === undefined ? isIPv4(address) : isIPv6(address);
}

/** Characters that Node.js would cut off, as in a URL with a path, or that no label has. */
const NOT_IN_DOMAINS = /[\p{Cc}\p{Z}!-,/:-@[-`{-~]/u;

/** Converts a domain to its DNS form (UTS 46); undefined if invalid. A number that would be an IP address is no domain. */
function toAscii(domain: string): string | undefined {
  if (NOT_IN_DOMAINS.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  const hasEmptyLabel = ascii.split('.').some((label) => label === '');
  return hasEmptyLabel || isIP(ascii) !== 0 || ascii.length > DOMAIN_OCTETS ? undefined : ascii;
}

const fault = (reason: string): Fault => ({ reason });

/**
 * Role accounts without separators: those of RFC 2142, and common ones in several languages, most of them also in Mixmax's
 * role-based-email-addresses (MIT).
 */
const roles = new Set(
  `info information marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp
  admin administrator administration root sysadmin it itsupport techsupport tech technical helpdesk servicedesk help service services
  customerservice customersupport customercare customersuccess care
  contact contactus hello hi hey mail email mailbox inbox office headoffice frontdesk reception team staff all everyone company
  noreply donotreply mailerdaemon bounce bounces notifications notification alerts newsletter unsubscribe subscribe list lists
  billing account accounts accounting accountspayable accountsreceivable finance invoice invoices invoicing payment payments payroll
  order orders purchasing procurement shop store returns shipping logistics delivery
  hr humanresources jobs job careers career recruiting recruitment resume press media pr public publicrelations investorrelations events
  legal privacy dpo gdpr compliance copyright dmca feedback enquiries enquiry inquiries inquiry booking bookings
  reservations dev devops developers api ops operations partners partner investors ir affiliates management editor editorial
  kontakt buero büro verwaltung vertrieb verkauf einkauf buchhaltung rechnung rechnungen bestellung bewerbung personal datenschutz
  impressum presse kundenservice kundendienst zentrale vorstand redaktion empfang sekretariat technik
  contacto hola ventas soporte ayuda administracion facturacion compras empleo rrhh prensa recepcion reservas contabilidad
  atencionalcliente servicioalcliente secretaria pedidos
  bonjour accueil commercial comptabilite comptabilité compta facturation emploi recrutement contacter secretariat serviceclient commandes rh
  informazioni assistenza vendite amministrazione fatturazione ufficio ordini segreteria redazione direzione commerciale
  contato vendas suporte financeiro comercial faturamento atendimento contabilidade compras geral
  klantenservice verkoop inkoop administratie boekhouding facturen vacatures
  kundeservice kundservice kundtjanst faktura ekonomi salg bestilling
  biuro sekretariat kontakti sprzedaz ksiegowosc zamowienia reklamacje praca obsluga
  obchod fakturace ucetni objednavky podpora`.split(/\s+/),
);

/** Placeholders of people who do not want to enter an address. */
const placeholders = new Set(
  `test tests testing test123 tester asdf asdfasdf asdfgh asd qwe qwer qwerty qwertz azerty abc abcd abc123 aaa aaaa xxx xxxx
  zzz foo bar foobar none nobody noone no na null undefined nil void fake anonymous anon user username name email
  example sample demo temp dummy spam trash me you someone somebody 123 1234 12345 123456 111 000`.split(/\s+/),
);

/** Returns a local part without its tag: `info+orders` is `info`. */
const base = (local: string): string => local.toLowerCase().replace(/[+].*$/, '');

/** True for a role account, also with separators and a number: `no-reply`, `customer.service`, `sales2`. Initials are a person's: `h.r`. */
export function isRole(local: string): boolean {
  const name = base(local);
  const words = name.split(/[._-]/);
  return (
    roles.has(name) || (words.every((word) => word.length > 1) && roles.has(words.join('').replace(/\d{1,2}$/, '')))
  );
}

export const isPlaceholder = (local: string): boolean =>
  placeholders.has(base(local)) || /^(.)\1{2,}$/u.test(base(local));
