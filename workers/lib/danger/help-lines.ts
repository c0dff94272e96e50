import type { Danger } from './detect.js';

/** Purposes of help lines. */
export const purposes = ['emergency', 'suicide', 'violence', 'children'] as const;
type Purpose = (typeof purposes)[number];

/** Help line of one country. */
interface HelpLine {
  /** ISO 3166 code, or `EU`. */
  readonly country: string;
  /** ISO 639-1 codes of the country's languages, the main one first. The line is named to speakers of these languages. */
  readonly languages: readonly string[];
  readonly purpose: Purpose;
  readonly name: string;
  /** Number as dialled inside the country. */
  readonly number: string;
  /** Page of the line itself or of the authority that is responsible for it. */
  readonly source: string;
  /**
   * Day on which the number was last compared with its source, YYYY-MM-DD. Null means never: the entry comes from general
   * knowledge and must be confirmed.
   */
  readonly checked: string | null;
}

/** Day on which the unchecked entries were recorded. */
export const RECORDED = '2026-11-28';

const line = (
  country: string,
  languages: string,
  purpose: Purpose,
  name: string,
  number: string,
  source: string,
  checked: string | null = null,
): HelpLine => ({ country, languages: languages.split(' '), purpose, name, number, source, checked });

/** Help lines, in the order in which messages name them. Doubtful numbers are left out. */
export const helpLines: readonly HelpLine[] = [
  // The Americas
  line('US', 'en es', 'emergency', '', '911', 'https://www.911.gov'),
  line('US', 'en es', 'suicide', '988', '988', 'https://988lifeline.org'),
  line('US', 'en es', 'violence', 'National Domestic Violence Hotline', '1-800-799-7233', 'https://www.thehotline.org'),
  line('US', 'en es', 'children', 'Childhelp', '1-800-422-4453', 'https://www.childhelphotline.org'),
  line('CA', 'en fr', 'emergency', '', '911', 'https://www.canada.ca'),
  line('CA', 'en fr', 'suicide', '988', '988', 'https://988.ca'),
  line('CA', 'en fr', 'children', 'Kids Help Phone', '1-800-668-6868', 'https://kidshelpphone.ca'),
  line('MX', 'es', 'emergency', '', '911', 'https://www.gob.mx/911'),
  line('MX', 'es', 'suicide', 'Línea de la Vida', '800 911 2000', 'https://www.gob.mx/conasama'),
  line('AR', 'es', 'emergency', '', '911', 'https://www.argentina.gob.ar'),
  line(
    'AR',
    'es',
    'suicide',
    'Centro de Asistencia al Suicida',
    '0800 345 1435',
    'https://www.asistenciaalsuicida.org.ar',
  ),
  line('AR', 'es', 'violence', '144', '144', 'https://www.argentina.gob.ar/linea-144'),
  line('CL', 'es', 'suicide', '*4141', '*4141', 'https://www.gob.cl/saludablemente'),
  line('CL', 'es', 'violence', 'SernamEG', '1455', 'https://www.sernameg.gob.cl'),
  line('CO', 'es', 'violence', '155', '155', 'https://www.equidadmujer.gov.co'),
  line('BR', 'pt', 'emergency', 'SAMU', '192', 'https://www.gov.br/saude'),
  line('BR', 'pt', 'emergency', 'Polícia', '190', 'https://www.gov.br'),
  line('BR', 'pt', 'suicide', 'CVV', '188', 'https://cvv.org.br'),
  line('BR', 'pt', 'violence', '180', '180', 'https://www.gov.br/mulheres'),
  line('BR', 'pt', 'children', 'Disque 100', '100', 'https://www.gov.br/mdh'),
  // Europe
  line(
    'EU',
    'de fr it es pt en pl nl sv da fi el cs hu ro',
    'emergency',
    '',
    '112',
    'https://digital-strategy.ec.europa.eu/en/policies/112',
  ),
  line('DE', 'de', 'suicide', 'TelefonSeelsorge', '0800 111 0 111', 'https://www.telefonseelsorge.de'),
  line('DE', 'de', 'violence', 'Hilfetelefon Gewalt gegen Frauen', '116 016', 'https://www.hilfetelefon.de'),
  line('DE', 'de', 'children', 'Nummer gegen Kummer', '116 111', 'https://www.nummergegenkummer.de'),
  line('AT', 'de', 'suicide', 'TelefonSeelsorge', '142', 'https://www.telefonseelsorge.at'),
  line('AT', 'de', 'violence', 'Frauenhelpline', '0800 222 555', 'https://www.frauenhelpline.at'),
  line('AT', 'de', 'children', 'Rat auf Draht', '147', 'https://www.rataufdraht.at'),
  line('CH', 'de fr it', 'suicide', '143', '143', 'https://www.143.ch'),
  line('CH', 'de fr it', 'children', 'Pro Juventute', '147', 'https://www.147.ch'),
  line('FR', 'fr', 'suicide', '3114', '3114', 'https://3114.fr'),
  line('FR', 'fr', 'violence', '3919', '3919', 'https://arretonslesviolences.gouv.fr'),
  line('FR', 'fr', 'children', 'Allô enfance en danger', '119', 'https://www.allo119.gouv.fr'),
  line('BE', 'fr', 'suicide', 'Centre de Prévention du Suicide', '0800 32 123', 'https://www.preventionsuicide.be'),
  line(
    'BE',
    'fr',
    'violence',
    'Écoute violences conjugales',
    '0800 30 030',
    'https://www.ecouteviolencesconjugales.be',
  ),
  line('BE', 'nl', 'suicide', 'Zelfmoordlijn', '1813', 'https://www.zelfmoord1813.be'),
  line('ES', 'es', 'suicide', '024', '024', 'https://www.sanidad.gob.es/linea024/home.htm'),
  line('ES', 'es', 'violence', '016', '016', 'https://violenciagenero.igualdad.gob.es'),
  line('ES', 'es', 'children', 'ANAR', '116 111', 'https://www.anar.org'),
  line('IT', 'it', 'suicide', 'Telefono Amico', '02 2327 2327', 'https://www.telefonoamico.it'),
  line('IT', 'it', 'violence', 'Antiviolenza e stalking', '1522', 'https://www.1522.eu'),
  line('IT', 'it', 'children', 'Emergenza infanzia', '114', 'https://www.114.it'),
  line('PT', 'pt', 'suicide', 'SNS 24', '808 24 24 24', 'https://www.sns24.gov.pt'),
  line(
    'PT',
    'pt',
    'violence',
    'Linha de informação a vítimas de violência doméstica',
    '800 202 148',
    'https://www.cig.gov.pt',
  ),
  line('PT', 'pt', 'children', 'SOS Criança', '116 111', 'https://iacrianca.pt'),
  line(
    'GB',
    'en',
    'emergency',
    '',
    '999',
    'https://www.gov.uk/guidance/999-and-112-the-uks-national-emergency-numbers',
  ),
  line('GB', 'en', 'suicide', 'Samaritans', '116 123', 'https://www.samaritans.org'),
  line(
    'GB',
    'en',
    'violence',
    'National Domestic Abuse Helpline',
    '0808 2000 247',
    'https://www.nationaldahelpline.org.uk',
  ),
  line('GB', 'en', 'children', 'Childline', '0800 1111', 'https://www.childline.org.uk'),
  line('IE', 'en', 'suicide', 'Samaritans', '116 123', 'https://www.samaritans.ie'),
  line('IE', 'en', 'violence', "Women's Aid", '1800 341 900', 'https://www.womensaid.ie'),
  line('PL', 'pl', 'suicide', 'Telefon zaufania', '116 123', 'https://116sos.pl'),
  line('NL', 'nl', 'suicide', '113 Zelfmoordpreventie', '0800 0113', 'https://www.113.nl'),
  line('SE', 'sv', 'suicide', 'Självmordslinjen', '90101', 'https://mind.se'),
  line('DK', 'da', 'suicide', 'Livslinien', '70 201 201', 'https://www.livslinien.dk'),
  line('NO', 'no', 'emergency', '', '113', 'https://www.helsenorge.no'),
  line('NO', 'no', 'suicide', 'Mental Helse', '116 123', 'https://mentalhelse.no'),
  line('FI', 'fi', 'suicide', 'MIELI', '09 2525 0111', 'https://mieli.fi'),
  line('GR', 'el', 'suicide', 'Klimaka', '1018', 'https://www.klimaka.org.gr'),
  line('CZ', 'cs', 'suicide', 'Linka první psychické pomoci', '116 123', 'https://www.linkapsychickepomoci.cz'),
  line('HU', 'hu', 'suicide', 'LESZ', '116 123', 'https://sos116-123.hu'),
  line('RO', 'ro', 'suicide', 'Telefonul Antisuicid', '0800 801 200', 'https://www.antisuicid.ro'),
  line('UA', 'uk', 'emergency', '', '112', 'https://112.gov.ua'),
  line('UA', 'uk', 'suicide', 'Lifeline Ukraine', '7333', 'https://lifelineukraine.com'),
  line('RU', 'ru', 'emergency', '', '112', 'https://mchs.gov.ru'),
  line('RU', 'ru', 'suicide', 'МЧС', '8 495 989 50 50', 'https://psi.mchs.gov.ru'),
  line('TR', 'tr', 'emergency', '', '112', 'https://www.112.gov.tr'),
  // Asia, Oceania and Africa
  line('AU', 'en', 'emergency', '', '000', 'https://www.triplezero.gov.au'),
  line('AU', 'en', 'suicide', 'Lifeline', '13 11 14', 'https://www.lifeline.org.au'),
  line('AU', 'en', 'violence', '1800RESPECT', '1800 737 732', 'https://www.1800respect.org.au'),
  line('AU', 'en', 'children', 'Kids Helpline', '1800 55 1800', 'https://kidshelpline.com.au'),
  line('NZ', 'en', 'emergency', '', '111', 'https://www.police.govt.nz'),
  line('NZ', 'en', 'suicide', '1737', '1737', 'https://1737.org.nz'),
  line('NZ', 'en', 'violence', "Women's Refuge", '0800 733 843', 'https://womensrefuge.org.nz'),
  line('JP', 'ja', 'emergency', '', '119', 'https://www.fdma.go.jp'),
  line('JP', 'ja', 'suicide', 'いのちの電話', '0120-783-556', 'https://www.inochinodenwa.org'),
  line('JP', 'ja', 'suicide', 'よりそいホットライン', '0120-279-338', 'https://www.since2011.net/yorisoi/'),
  line('CN', 'zh', 'emergency', '', '120', 'https://www.nhc.gov.cn'),
  line('CN', 'zh', 'suicide', '12356', '12356', 'https://www.nhc.gov.cn'),
  line('TW', 'zh', 'emergency', '', '119', 'https://www.nfa.gov.tw'),
  line('TW', 'zh', 'suicide', '1925', '1925', 'https://www.mohw.gov.tw'),
  line('HK', 'zh', 'suicide', '18111', '18111', 'https://www.shallwetalk.hk'),
  line('KR', 'ko', 'emergency', '', '119', 'https://www.nfa.go.kr'),
  line('KR', 'ko', 'suicide', '109', '109', 'https://www.mohw.go.kr'),
  line('IN', 'hi', 'emergency', '', '112', 'https://112.gov.in'),
  line('IN', 'hi', 'suicide', 'Tele MANAS', '14416', 'https://telemanas.mohfw.gov.in'),
  line('IL', 'he', 'emergency', '', '101', 'https://www.mdais.org'),
  line('IL', 'he', 'suicide', 'ERAN', '1201', 'https://www.eran.org.il'),
  line('EG', 'ar', 'emergency', '', '123', 'https://www.mohp.gov.eg'),
  line('EG', 'ar', 'suicide', '16328', '16328', 'https://www.mohp.gov.eg'),
  line('LB', 'ar', 'suicide', 'Embrace', '1564', 'https://embracelebanon.org'),
  line('SA', 'ar', 'suicide', '920033360', '920033360', 'https://ncmh.org.sa'),
  line('TH', 'th', 'emergency', '', '1669', 'https://www.niems.go.th'),
  line('TH', 'th', 'suicide', '1323', '1323', 'https://dmh.go.th'),
  line('ID', 'id', 'emergency', '', '119', 'https://kemkes.go.id'),
  line('VN', 'vi', 'emergency', '', '115', 'https://moh.gov.vn'),
];

/** Purpose of the help lines for each danger. */
const PURPOSES_BY_DANGER: Readonly<Record<Danger, Purpose>> = {
  suicide: 'suicide',
  selfharm: 'suicide',
  harm: 'suicide',
  violence: 'violence',
  child: 'children',
};

/** Returns the lines of a language's countries for a danger, or their emergency numbers if they have none. */
export function findHelpLines(danger: Danger, language: string): HelpLine[] {
  const [fitting = [], suicide = []] = [PURPOSES_BY_DANGER[danger], 'suicide' as const].map((purpose) =>
    findLines(language, purpose),
  );
  return [fitting, suicide].find((lines) => lines.length > 0) ?? findLines(language, 'emergency');
}

/** Returns the emergency numbers of a language's countries, then 112 and 911, which most people know. */
export function listEmergencyLines(language: string): HelpLine[] {
  const known = helpLines.filter(({ purpose, country }) => purpose === 'emergency' && ['EU', 'US'].includes(country));
  return [...new Set([...findLines(language, 'emergency'), ...known])];
}

/** Finds the lines of the countries where a language is spoken, those first where it is the main language. */
const findLines = (language: string, purpose: Purpose): HelpLine[] =>
  helpLines
    .filter((line) => line.purpose === purpose && line.languages.includes(language))
    .sort((one, other) => rankLanguage(one, language) - rankLanguage(other, language));

/** Rank of a language in a country: 0 for the main one, and for any language of the European Union. */
const rankLanguage = ({ country, languages }: HelpLine, language: string): number =>
  country === 'EU' ? 0 : languages.indexOf(language);

/**
 * Writes lines as a list, e.g. `988 (United States, Canada), Samaritans 116 123 (United Kingdom, Ireland) or …`.
 *
 * @param language language of the list
 */
export function listLines(lines: readonly HelpLine[], language: string): string {
  const countryName = new Intl.DisplayNames(language, { type: 'region' });
  const countries = new Map<string, string[]>();
  for (const { name, number, country } of lines) {
    const called = name.includes(number) ? name : `${name} ${number}`.trim();
    countries.set(called, [...(countries.get(called) ?? []), countryName.of(country) ?? country]);
  }
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(
    [...countries].map(([called, where]) => `${called} (${where.join(', ')})`),
  );
}
