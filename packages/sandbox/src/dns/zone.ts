import { createRequire } from 'node:module';

/** Records of a name in a zone, or the fault of its server. */
export interface ZoneEntry {
  readonly mx?: readonly (readonly [priority: number, exchange: string])[];
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
  readonly txt?: readonly string[];
  readonly ns?: readonly string[];
  /** Time to live of the records, in seconds; 300 by default. */
  readonly ttl?: number;
  /** `servfail` responds with SERVFAIL, `silent` never responds, `absent` responds with NXDOMAIN. */
  readonly fault?: 'servfail' | 'silent' | 'absent';
}

/**
 * Entries by name, in lower case and without the final dot. Other names below these, or below
 * `.example`, do not exist. The server refuses queries for the rest of the world.
 */
export type Zone = Readonly<Record<string, ZoneEntry>>;

const SPF = 'v=spf1 mx -all';
const DMARC = 'v=DMARC1; p=reject';

/** Creates the records of a domain with mail: mail hosts, SPF, DMARC. */
export function createMailDomain(
  domain: string,
  exchanges: readonly string[],
  dmarc = DMARC,
): Record<string, ZoneEntry> {
  const hosts = exchanges.map((exchange): [string, ZoneEntry] => [exchange, { a: ['192.0.2.25'] }]);
  return {
    [domain]: {
      mx: exchanges.map((exchange, at) => [10 * (at + 1), exchange]),
      a: ['192.0.2.80'],
      txt: [SPF],
      ns: [`ns1.${domain}`],
    },
    [`_dmarc.${domain}`]: { txt: [dmarc] },
    ...Object.fromEntries(hosts),
  };
}

const load = createRequire(import.meta.url);

/** Domains of public mailbox providers: those of npm email-providers, and common ones that it lacks. */
const providers: readonly string[] = [
  ...load('email-providers/all.json'),
  ...`passport.com hotmail.ch hotmail.co.id hotmail.co.za hotmail.com.tr hotmail.com.vn hotmail.cz hotmail.fi hotmail.hu
  hotmail.no hotmail.rs hotmail.se live.at live.cl live.co.za live.com.my live.com.ph live.com.pt live.fi live.in live.no
  live.ru live.se myyahoo.com yahoo.at yahoo.be yahoo.bg yahoo.cl yahoo.co.il yahoo.co.za yahoo.com.co yahoo.com.pe
  yahoo.com.tr yahoo.cz yahoo.fi yahoo.hu yahoo.nl yahoo.no yahoo.pl yahoo.pt aol.de aol.fr ymail.ne.jp tuta.com tuta.io
  tutanota.com tutanota.de tutamail.com keemail.me gmx.ch gmx.es gmx.co.uk gmx.us 1und1.de zoho.eu zoho.in zohomail.com
  zohomail.eu zohomail.in posteo.de posteo.net startmail.com mailfence.com disroot.org riseup.net kolabnow.com
  countermail.com mailo.com duck.com mozmail.com internet.ru xmail.ru yandex.by yandex.kz yandex.ua yandex.com.tr narod.ru
  lenta.ru autorambler.ru myrambler.ru ro.ru meta.ua bigmir.net email.ua sohu.com 139.com 189.cn kakao.com au.com nifty.com
  biglobe.ne.jp rediff.com magenta.de vodafone.de a1.net aon.at chello.at hispeed.ch sunrise.ch bbox.fr numericable.fr
  cegetel.net giallo.it tim.it fastwebnet.it telefonica.net movistar.es ono.com iol.pt plusnet.com ziggo.nl kpnplanet.nl
  xs4all.nl upcmail.nl proximus.be telia.com comhem.se bredband.net online.no broadpark.no stofanet.dk volny.cz azet.sk
  op.pl poczta.onet.pl interia.eu tlen.pl citromail.hu mail.bg dir.bg xfinity.com spectrum.net suddenlink.net eastlink.ca
  slingshot.co.nz ciudad.com.ar mynet.com mweb.co.za telkomsa.net`.split(/\s+/),
];

/** Large providers with the names of their real mail hosts. */
const largeProviders: Record<string, readonly string[]> = {
  'gmail.com': ['gmail-smtp-in.l.google.com', 'alt1.gmail-smtp-in.l.google.com'],
  'googlemail.com': ['gmail-smtp-in.l.google.com'],
  'outlook.com': ['outlook-com.olc.protection.outlook.com'],
  'hotmail.com': ['hotmail-com.olc.protection.outlook.com'],
  'live.com': ['live-com.olc.protection.outlook.com'],
  'yahoo.com': ['mta5.am0.yahoodns.net', 'mta6.am0.yahoodns.net'],
  'icloud.com': ['mx01.mail.icloud.com', 'mx02.mail.icloud.com'],
  'proton.me': ['mail.protonmail.ch', 'mailsec.protonmail.ch'],
  'protonmail.com': ['mail.protonmail.ch', 'mailsec.protonmail.ch'],
  'aol.com': ['mx-aol.mail.gm0.yahoodns.net'],
  'gmx.de': ['mx00.emig.gmx.net', 'mx01.emig.gmx.net'],
  'web.de': ['mx-ha02.web.de', 'mx-ha03.web.de'],
  'fastmail.com': ['in1-smtp.messagingengine.com', 'in2-smtp.messagingengine.com'],
  'yandex.ru': ['mx.yandex.ru'],
  'mail.ru': ['mxs.mail.ru'],
  'mailinator.com': ['mail.mailinator.com', 'mail2.mailinator.com'],
};

/** Typosquatted domains, which receive mail for others. */
const typosquats =
  'gmai.com gmil.com gamil.com gnail.com gmail.cm outloo.com hotmal.com protonmial.com aoll.com gmx.ne'.split(' ');

const parked: ZoneEntry = {
  mx: [[10, 'mx.sedoparking.example']],
  a: ['192.0.2.81'],
  ns: ['ns1.sedoparking.com', 'ns2.sedoparking.com'],
};

/** One domain of each kind, and large providers. */
const syntheticZone: Zone = {
  ...Object.assign(
    {},
    ...Object.entries(largeProviders).map(([domain, exchanges]) => createMailDomain(domain, exchanges)),
  ),
  ...createMailDomain('company.example', ['mx1.company.example', 'mx2.company.example']),
  ...createMailDomain('hosted.example', ['hosted-example.mail.protection.outlook.com'], 'v=DMARC1; p=none'),
  ...createMailDomain('xn--mnchen-3ya.example', ['mx.company.example']),
  'plain-mx.example': { mx: [[10, 'mx1.company.example']] },
  // RFC 7505: a domain that receives no mail.
  'null-mx.example': { mx: [[0, '']], a: ['192.0.2.80'] },
  'example.com': { mx: [[0, '']], a: ['192.0.2.80'], txt: ['v=spf1 -all'] },
  'a-only.example': { a: ['192.0.2.80'] },
  'aaaa-only.example': { aaaa: ['2001:db8::80'] },
  'no-mail.example': { txt: ['nothing here takes mail'] },
  'dangling-mx.example': { mx: [[10, 'gone.company.example']] },
  'parked.example': parked,
  'gmial.com': parked,
  ...Object.assign({}, ...typosquats.map((domain) => createMailDomain(domain, ['mx.typosquats.example']))),
  ...createMailDomain('workspace.example', ['aspmx.l.google.com', 'alt1.aspmx.l.google.com']),
  ...createMailDomain('throwaway.example', ['mail.wabblywabble.com']),
  ...createMailDomain('passmail.net', ['mx1.simplelogin.co']),
  'mx.sedoparking.example': { a: ['192.0.2.81'] },
  'servfail.example': { fault: 'servfail' },
  'silent.example': { fault: 'silent' },
};

/**
 * Zone of the sandbox's DNS: one synthetic domain of each kind under `.example`, which is reserved,
 * and the mailbox providers, so that everyday addresses can be tried.
 */
export const sandboxZone: Zone = Object.fromEntries([
  ...providers
    .filter((domain) => !Object.hasOwn(syntheticZone, domain))
    .flatMap((domain) => Object.entries(createMailDomain(domain, [`mx.${domain}`]))),
  ...Object.entries(syntheticZone),
]);
