/**
 * Mailboxes that are read by whoever has a task: those of RFC 2142, and what companies call them in several languages.
 */
const roles = new Set(
  `info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp
  admin administrator root sysadmin it itsupport helpdesk help service services customerservice customercare care
  contact contactus hello hi hey mail email mailbox inbox office reception team staff all everyone company
  noreply no-reply donotreply do-not-reply no.reply mailer-daemon mailerdaemon bounce bounces notifications notification
  alerts newsletter unsubscribe subscribe list lists
  billing accounts accounting accountspayable accountsreceivable finance invoice invoices payments payroll orders order
  purchasing procurement shop store returns shipping
  hr jobs job careers career recruiting recruitment resume press media pr public publicrelations events
  legal privacy dpo gdpr compliance copyright dmca feedback enquiries enquiry inquiries inquiry booking bookings
  reservations dev devops developers api ops operations partners partner investors ir affiliates
  kontakt buero büro verwaltung vertrieb einkauf buchhaltung rechnung bewerbung personal datenschutz impressum presse
  contacto ventas soporte ayuda administracion facturacion compras empleo rrhh prensa
  bonjour accueil commercial comptabilite facturation emploi recrutement contacter
  informazioni assistenza vendite amministrazione fatturazione ufficio
  contato vendas suporte financeiro comercial rh biuro sekretariat`.split(/\s+/),
);

/** What people type who do not want to give an address. */
const placeholders = new Set(
  `test tests testing test123 tester asdf asdfasdf asdfgh asd qwe qwer qwerty qwertz azerty abc abcd abc123 aaa aaaa xxx xxxx
  zzz foo bar foobar none nobody noone no na null undefined nil void fake anonymous anon user username name email
  example sample demo temp dummy spam trash me you someone somebody 123 1234 12345 123456 111 000`.split(/\s+/),
);

/** A local part without what its owner may add to it: `info+orders` is `info`. */
const base = (local: string): string => local.toLowerCase().replace(/[+].*$/, '');

export const isRole = (local: string): boolean => roles.has(base(local));

export const isPlaceholder = (local: string): boolean =>
  placeholders.has(base(local)) || /^(.)\1{2,}$/u.test(base(local));
