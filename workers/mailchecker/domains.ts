import { createRequire } from 'node:module';
import { getDomain, parse } from 'tldts';
import type { DisposableDomains } from '../lib/disposable-domains.js';
import { disposableMailHosts, findMailCompany, isCompanyFilter } from './mail-hosts.js';

const load = createRequire(import.meta.url);

/** Domains of npm email-providers, some of which are disposable. */
const listedProviders: readonly string[] = load('email-providers/all.json');
/** Domains for examples (RFC 2606), one of which the list has. */
const EXAMPLES: readonly string[] = ['example.com', 'example.net', 'example.org'];
const providers = new Set(listedProviders.filter((domain) => !EXAMPLES.includes(domain)));

/** Returns the registered part of a domain, e.g. `company.co.uk`, also below a shared suffix. */
export const registrable = (domain: string): string => getDomain(domain, { allowPrivateDomains: true }) ?? domain;

/** True if the top-level domain exists in the root zone (by the public suffix list). */
export const hasRealTld = (domain: string): boolean => parse(domain).isIcann === true;

type Lists = Pick<DisposableDomains, 'has' | 'isConfirmed'>;

/**
 * True if a domain, or one that it is below, has disposable addresses, or one of its mail hosts belongs to an operator of them. Providers
 * and relays have none, whatever a list says. A list that others collect is not believed of domains whose mail a company's filter receives.
 */
export function isDisposable(domain: string, mx: readonly string[], lists: Lists): boolean {
  if (isExempt(domain)) return false;
  const hasFilter = mx.some(isCompanyFilter);
  const names = ancestors(domain, registrable(domain)).filter((name) => !isExempt(name));
  const isListed = names.some((name) => lists.isConfirmed(name) || (lists.has(name) && !hasFilter));
  return isListed || mx.some((host) => isDisposableHost(host, lists));
}

const isExempt = (domain: string): boolean =>
  knownProviders.has(domain) || isRelay(domain) || notDisposable.has(domain);

function isDisposableHost(host: string, lists: Lists): boolean {
  const registered = registrable(host);
  if (isExempt(registered) || findMailCompany(host) !== undefined) return false;
  return disposableMailHosts.has(registered) || lists.isConfirmed(registered);
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

/** True if anyone can have an address there: the common providers, relays, and npm email-providers without disposable ones. */
export const isFree = (domain: string, lists: Lists): boolean =>
  knownProviders.has(domain) || isRelay(domain) || (providers.has(domain) && !isDisposable(domain, [], lists));

/**
 * Services whose addresses forward to a person's inbox: they last, and hide who it is. From the disposable project's greylist and list of
 * mail services, Apple's, Mozilla's, Fastmail's and addy.io's help pages.
 */
const relays: ReadonlySet<string> = new Set(
  `privaterelay.appleid.com mozmail.com relay.firefox.com duck.com simplelogin.co simplelogin.com simplelogin.fr simplelogin.io
  8alias.com 8shield.net aleeas.com dralias.com silomails.com slmail.me slmails.com passfwd.com passinbox.com passmail.com
  passmail.net addy.io anonaddy.com anonaddy.me addymail.com 4wrd.cc mailer.me 33mail.com erine.email`.split(/\s+/),
);

/** True if addresses of the domain, or of one of its subdomains, forward to an inbox elsewhere. */
export const isRelay = (domain: string): boolean => relays.has(domain) || relays.has(registrable(domain));

/** Services of public inboxes: whatever is sent to any name is shown to anyone. From their own front pages and help. */
const publicInboxes = new Set(
  'mailinator.com yopmail.com yopmail.fr yopmail.net maildrop.cc mailnesia.com dispostable.com inboxkitten.com harakirimail.com'.split(
    ' ',
  ),
);
/** Services in which every name at a person's own subdomain is theirs: `shop@jane.33mail.com`. */
const subdomainServices = new Set(
  '33mail.com anonaddy.com anonaddy.me addymail.com 4wrd.cc mailer.me fastmail.com'.split(' '),
);

/** True if a domain accepts every local part, false if only registered ones, null if that is unknown without contacting its mail server. */
export function isCatchAll(domain: string): boolean | null {
  const registered = registrable(domain);
  if (publicInboxes.has(registered)) return true;
  if (subdomainServices.has(registered) && domain !== registered) return true;
  return knownProviders.has(domain) ? false : null;
}

/**
 * Domains that lists of disposable ones name, and that are none: well-known sites and companies among the 100,000 most visited of Cloudflare
 * Radar, Tranco and Cisco Umbrella, and operators of mailboxes by the disposable project's list of mail services.
 */
const notDisposable: ReadonlySet<string> = new Set(
  `afternic.com asana.biz aver.com beliefnet.com blogs.com buygoods.com com.com craigslist.org crazydomains.com dyndns.org
  feedspot.com feedspotmailer.com fide.com gail.com first-state.net citizensonline.com gocardless.dev google.tm hidemyass.com joi.com
  mail2world.com mailinblack.com mamba.ru msk.ru mtu-net.ru nstarbank.com poneytelecom.eu railway.com salla.dev sankakucomplex.com sdf.org
  seomoz.org sutterhealth.org telegra.ph test.com theporndude.com topseos.com webgarden.com yandex.net za.com
  4x4man.com qmail.com tamail.com unimail.com e-mail.net vipmail.net e2estudios.com file-up.fr gide.com lionelastomers.com wizard.com buildingradar.com lilo.org`.split(
    /\s+/,
  ),
);

/**
 * Common email providers by operator, from their sign-up and help pages; the further domains are those of the disposable project's list of
 * mail services that its other lists name.
 */
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
  'Further domains of mail.com': `alumni.com birdlover.com blader.com cheerful.com collector.org contractor.net cutey.com discofan.com dutchmail.com
    fastservice.com mexicomail.com myself.com optician.com pacific-ocean.com photographer.net presidency.com
    priest.com protestant.com qualityservice.com salesperson.net snakebite.com techie.com uymail.com`,
  'Further domains of GMX and web.de': `abwesend.de alpenjodel.de alphafrau.de baldmama.de baldpapa.de betriebsdirektor.de bin-wieder-da.de
    bleib-bei-mir.de buerotiger.de coole-files.de die-besten-bilder.de die-genossen.de die-optimisten.net
    digital-filestore.de download-privat.de fahr-zur-hoelle.org feinripptraeger.de fettabernett.de freudenkinder.de
    gentlemansclub.de hab-verschlafen.de habmalnefrage.de herr-der-mails.de ich-bin-verrueckt-nach-dir.de
    ich-will-net.de ist-allein.info ist-einmalig.de ist-ganz-allein.de ist-willig.de kaffeeschluerfer.com
    kommespaeter.de lass-es-geschehen.de liebt-dich.info loveyouforever.de maennerversteherin.com mailueberfall.de
    meine-dateien.info meine-diashow.de meine-fotos.info meine-urlaubsfotos.de muskelshirt.de netterchef.de
    neue-dateien.de office-dateien.de partybombe.de partyheld.de polizisten-duzer.de public-files.de quantentunnel.de
    raubtierbaendiger.de saeuferleber.de sags-per-mail.de schmusemail.de schreib-doch-mal-wieder.de shared-files.de
    sonnenkinder.org streber24.de terminverpennt.de topmail-files.de tortenboxer.de turboprinz.de turboprinzessin.de
    unterderbruecke.de verlass-mich-nicht.de vollbio.de volloeko.de vorsicht-bissig.de vorsicht-scharf.de
    war-im-urlaub.de weibsvolk.org weinenvorglueck.de will-hier-weg.de wir-haben-nachwuchs.de wir-sind-cool.org
    wolke7.net women-at-work.org`,
  Fastmail: 'fastmail.com fastmail.fm sent.com fastmessaging.com mailhaven.com reallyfast.info veryfast.biz',
  Zoho: 'zoho.com zoho.eu zoho.in zohomail.com zohomail.eu zohomail.in',
  'Other independent ones': `hey.com mailbox.org posteo.de posteo.net runbox.com startmail.com hushmail.com hush.com hush.ai mailfence.com
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
