import { createRequire } from 'node:module';
import { getDomain, parse } from 'tldts';

const load = createRequire(import.meta.url);

const listed: readonly string[] = load('disposable-email-domains');
const listedWithBelow: readonly string[] = load('disposable-email-domains/wildcard.json');
const listedProviders: readonly string[] = load('email-providers/all.json');

const disposable = new Set(listed);
const disposableWithBelow = new Set(listedWithBelow);
const providers = new Set(listedProviders);

/** Returns the registered part of a domain, e.g. `company.co.uk`, also below a shared suffix. */
export const registrable = (domain: string): string => getDomain(domain, { allowPrivateDomains: true }) ?? domain;

/** True if the top-level domain exists in the root zone (by the public suffix list). */
export const hasRealTld = (domain: string): boolean => parse(domain).isIcann === true;

/** True if a domain has disposable addresses (npm disposable-email-domains). */
export function isDisposable(domain: string): boolean {
  if (knownProviders.has(domain)) return false;
  const registered = registrable(domain);
  if (disposable.has(domain) || disposable.has(registered)) return true;
  return ancestors(domain, registered).some((ancestor) => disposableWithBelow.has(ancestor));
}

/** Returns a domain and its parents, down to the registered one. */
function ancestors(domain: string, registered: string): string[] {
  const found = [domain];
  for (let rest = domain; rest !== registered && rest.includes('.'); ) {
    rest = rest.slice(rest.indexOf('.') + 1);
    found.push(rest);
  }
  return found;
}

/** True if anyone can have an address there: the common providers, and those of npm email-providers. */
export const isFree = (domain: string): boolean =>
  knownProviders.has(domain) || (providers.has(domain) && !isDisposable(domain));

/** Common email providers by operator, from their sign-up and help pages. */
const byOperator: Record<string, string> = {
  Google: 'gmail.com googlemail.com',
  Microsoft: `outlook.com hotmail.com live.com msn.com passport.com windowslive.com outlook.at outlook.be outlook.cl
    outlook.co.id outlook.co.th outlook.com.ar outlook.com.au outlook.com.br outlook.com.gr outlook.com.tr outlook.com.vn
    outlook.cz outlook.de outlook.dk outlook.es outlook.fr outlook.hu outlook.ie outlook.in outlook.it outlook.jp
    outlook.kr outlook.lv outlook.my outlook.ph outlook.pt outlook.sa outlook.sg outlook.sk hotmail.be hotmail.ca
    hotmail.ch hotmail.co.id hotmail.co.il hotmail.co.jp hotmail.co.nz hotmail.co.th hotmail.co.uk hotmail.co.za
    hotmail.com.ar hotmail.com.au hotmail.com.br hotmail.com.tr hotmail.com.vn hotmail.cz hotmail.de hotmail.dk
    hotmail.es hotmail.fi hotmail.fr hotmail.gr hotmail.hu hotmail.it hotmail.nl hotmail.no hotmail.rs hotmail.se
    hotmail.sg live.at live.be live.ca live.cl live.cn live.co.kr live.co.uk live.co.za live.com.ar live.com.au
    live.com.mx live.com.my live.com.ph live.com.pt live.com.sg live.de live.dk live.fi live.fr live.hk live.ie live.in
    live.it live.jp live.nl live.no live.ru live.se`,
  Yahoo: `yahoo.com ymail.com rocketmail.com myyahoo.com yahoo.at yahoo.be yahoo.bg yahoo.ca yahoo.cl yahoo.co.id
    yahoo.co.il yahoo.co.in yahoo.co.kr yahoo.co.nz yahoo.co.th yahoo.co.uk yahoo.co.za yahoo.com.ar yahoo.com.au
    yahoo.com.br yahoo.com.co yahoo.com.hk yahoo.com.mx yahoo.com.my yahoo.com.pe yahoo.com.ph yahoo.com.sg yahoo.com.tr
    yahoo.com.tw yahoo.com.vn yahoo.cz yahoo.de yahoo.dk yahoo.es yahoo.fi yahoo.fr yahoo.gr yahoo.hu yahoo.ie yahoo.in
    yahoo.it yahoo.nl yahoo.no yahoo.pl yahoo.pt yahoo.ro yahoo.se aol.com aol.co.uk aol.de aol.fr aim.com verizon.net
    netscape.net cs.com`,
  'LY Corporation': 'yahoo.co.jp ymail.ne.jp',
  Apple: 'icloud.com me.com mac.com privaterelay.appleid.com',
  Proton: 'proton.me protonmail.com protonmail.ch pm.me',
  Tuta: 'tuta.com tuta.io tutanota.com tutanota.de tutamail.com keemail.me',
  'United Internet': `gmx.de gmx.net gmx.com gmx.at gmx.ch gmx.fr gmx.es gmx.co.uk gmx.us web.de mail.com email.com
    usa.com post.com europe.com asia.com consultant.com engineer.com doctor.com lawyer.com 1und1.de online.de`,
  Fastmail: 'fastmail.com fastmail.fm sent.com',
  Zoho: 'zoho.com zoho.eu zoho.in zohomail.com zohomail.eu zohomail.in',
  'Other independent ones': `hey.com mailbox.org posteo.de posteo.net runbox.com startmail.com hushmail.com mailfence.com
    disroot.org riseup.net kolabnow.com countermail.com inbox.lv inbox.com pobox.com mailo.com duck.com mozmail.com`,
  'VK (Mail.ru)': 'mail.ru inbox.ru list.ru bk.ru internet.ru xmail.ru',
  Yandex: 'yandex.ru yandex.com yandex.by yandex.kz yandex.ua yandex.com.tr ya.ru narod.ru',
  Rambler: 'rambler.ru lenta.ru autorambler.ru myrambler.ru ro.ru',
  Ukraine: 'ukr.net i.ua meta.ua bigmir.net email.ua',
  China:
    'qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com 139.com 189.cn 21cn.com tom.com',
  Korea: 'naver.com daum.net hanmail.net kakao.com nate.com',
  Japan: 'docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp nifty.com biglobe.ne.jp excite.co.jp',
  India: 'rediffmail.com rediff.com indiatimes.com sify.com',
  'Germany, Austria, Switzerland': `t-online.de magenta.de freenet.de arcor.de vodafone.de kabelmail.de gmx.li a1.net aon.at
    chello.at bluewin.ch hispeed.ch sunrise.ch`,
  France: `orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr club-internet.fr numericable.fr aliceadsl.fr
    cegetel.net`,
  Italy:
    'libero.it virgilio.it iol.it inwind.it blu.it giallo.it tim.it alice.it tin.it tiscali.it fastwebnet.it poste.it',
  'Spain and Portugal': 'telefonica.net movistar.es terra.es ono.com sapo.pt iol.pt',
  'United Kingdom and Ireland': `btinternet.com btopenworld.com sky.com virginmedia.com virgin.net ntlworld.com
    blueyonder.co.uk talktalk.net tiscali.co.uk plusnet.com o2.co.uk eircom.net`,
  'Netherlands and Belgium': `ziggo.nl kpnmail.nl kpnplanet.nl planet.nl home.nl hetnet.nl xs4all.nl chello.nl upcmail.nl
    telenet.be skynet.be proximus.be`,
  'Nordic countries': 'telia.com comhem.se spray.se bredband.net online.no broadpark.no stofanet.dk luukku.com hot.ee',
  'Central and eastern Europe': `seznam.cz email.cz post.cz centrum.cz volny.cz azet.sk wp.pl o2.pl onet.pl op.pl
    poczta.onet.pl interia.pl interia.eu gazeta.pl tlen.pl freemail.hu citromail.hu abv.bg mail.bg dir.bg`,
  'United States': `comcast.net xfinity.com att.net sbcglobal.net bellsouth.net pacbell.net ameritech.net swbell.net cox.net
    charter.net spectrum.net roadrunner.com rr.com twc.com earthlink.net mindspring.com juno.com netzero.net
    frontier.com frontiernet.net optonline.net optimum.net windstream.net centurylink.net centurytel.net q.com tds.net
    suddenlink.net cableone.net wowway.com`,
  Canada: 'rogers.com shaw.ca telus.net bell.net sympatico.ca videotron.ca cogeco.ca eastlink.ca',
  'Australia and New Zealand': `bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au internode.on.net
    westnet.com.au dodo.com.au xtra.co.nz slingshot.co.nz`,
  'Latin America': `uol.com.br bol.com.br ig.com.br terra.com.br globo.com globomail.com oi.com.br r7.com zipmail.com.br
    prodigy.net.mx fibertel.com.ar speedy.com.ar ciudad.com.ar arnet.com.ar`,
  'Israel, Turkey, South Africa':
    'walla.co.il walla.com netvision.net.il mynet.com mweb.co.za telkomsa.net webmail.co.za',
};

/** Domains of common email providers. */
export const knownProviders: ReadonlySet<string> = new Set(Object.values(byOperator).join(' ').split(/\s+/));

/** Domains that typos are compared with, the most used first; names of fewer than five letters are too similar to others. */
export const largestProviders: readonly string[] =
  `gmail.com yahoo.com hotmail.com outlook.com icloud.com googlemail.com
  live.com protonmail.com comcast.net rocketmail.com verizon.net sbcglobal.net bellsouth.net hotmail.co.uk yahoo.co.uk
  hotmail.fr yahoo.fr orange.fr wanadoo.fr laposte.net t-online.de freenet.de libero.it virgilio.it yandex.ru rambler.ru
  naver.com btinternet.com rediffmail.com bigpond.com seznam.cz hotmail.it yahoo.it hotmail.es yahoo.es yahoo.co.in
  yahoo.com.br hotmail.de yahoo.de outlook.fr outlook.de outlook.es fastmail.com proton.me`.split(/\s+/);

/** Companies that receive email for other domains, by the registrable domain of their mail hosts. */
const mailHosts: ReadonlySet<string> = new Set(
  `google.com googlemail.com outlook.com office365.us zoho.com zoho.eu zoho.in zohomail.com protonmail.ch
  messagingengine.com icloud.com yahoodns.net yandex.net yandex.ru mail.ru gmx.net kundenserver.de ionos.com ionos.co.uk
  ionos.de ionos.fr ionos.es 1and1.com perfora.net strato.de rzone.de hostedemail.com secureserver.net emailsrvr.com
  ovh.net mail.ovh.net gandi.net privateemail.com registrar-servers.com one.com migadu.com mailbox.org posteo.de runbox.com
  tutanota.de tutao.de hey.com mimecast.com mimecast-offshore.com pphosted.com ppe-hosted.com barracudanetworks.com
  iphmx.com messagelabs.com trendmicro.com trendmicro.eu sophos.com hornetsecurity.com antispameurope.com mailcontrol.com
  mxlogic.net amazonaws.com amazonses.com cloudflare.net mailgun.org improvmx.com forwardemail.net infomaniak.ch
  hostpoint.ch qq.com mxhichina.com netease.com aliyun.com naver.com kakao.com seznam.cz active24.com hostinger.com
  titan.email dreamhost.com bluehost.com siteground.eu siteground.net transip.email transip.nl mail.hostnet.nl`.split(
    /\s+/,
  ),
);

export const isMailHost = (registrableDomain: string): boolean => mailHosts.has(registrableDomain);

/** Operators of parked domains, by the registrable domain of their name servers and mail hosts. */
export const parkingOperators: ReadonlySet<string> = new Set(
  `sedoparking.com parkingcrew.net bodis.com above.com parklogic.com afternic.com cashparking.com undeveloped.com dan.com
  namedrive.com voodoo.com rookdns.com rookmedia.net uniregistrymarket.link dsredirection.com ztomy.com fastpark.net
  h-email.net fakemx.net hastydns.com parkpage.foundationapi.com domainmarket.com brandbucket.com`.split(/\s+/),
);
