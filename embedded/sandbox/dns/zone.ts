import { knownProviders } from '../../../workers/mailchecker/domains.js';
import type { Zone, ZoneEntry } from '../dns.js';

const SPF = 'v=spf1 mx -all';
const DMARC = 'v=DMARC1; p=reject';

/** A domain with mail and what goes with it: a mail host, SPF, DMARC. */
export function mailDomain(domain: string, exchanges: readonly string[], dmarc = DMARC): Record<string, ZoneEntry> {
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

/** Large providers with the names of their real mail hosts; the other known ones get a host of the same pattern. */
const providers: Record<string, readonly string[]> = {
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

const parked: ZoneEntry = {
  mx: [[10, 'mx.sedoparking.example']],
  a: ['192.0.2.81'],
  ns: ['ns1.sedoparking.com', 'ns2.sedoparking.com'],
};

/**
 * What the sandbox's DNS says: one synthetic domain of each kind under `.example`, which nobody can own,
 * and the common mailbox providers, so that everyday addresses can be tried.
 */
export const sandboxZone: Zone = {
  ...Object.assign({}, ...[...knownProviders].map((domain) => mailDomain(domain, [`mx.${domain}`]))),
  ...Object.assign({}, ...Object.entries(providers).map(([domain, exchanges]) => mailDomain(domain, exchanges))),
  ...mailDomain('company.example', ['mx1.company.example', 'mx2.company.example']),
  ...mailDomain('hosted.example', ['hosted-example.mail.protection.outlook.com'], 'v=DMARC1; p=none'),
  ...mailDomain('xn--mnchen-3ya.example', ['mx.company.example']),
  'plain-mx.example': { mx: [[10, 'mx1.company.example']] },
  // RFC 7505: a domain that takes no mail.
  'null-mx.example': { mx: [[0, '']], a: ['192.0.2.80'] },
  'example.com': { mx: [[0, '']], a: ['192.0.2.80'], txt: ['v=spf1 -all'] },
  'a-only.example': { a: ['192.0.2.80'] },
  'aaaa-only.example': { aaaa: ['2001:db8::80'] },
  'no-mail.example': { txt: ['nothing here takes mail'] },
  'dangling-mx.example': { mx: [[10, 'gone.company.example']] },
  'parked.example': parked,
  'gmial.com': parked,
  'mx.sedoparking.example': { a: ['192.0.2.81'] },
  'servfail.example': { fault: 'servfail' },
  'silent.example': { fault: 'silent' },
};
