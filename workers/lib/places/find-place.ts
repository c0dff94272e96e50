import tzLookup from '@photostructure/tz-lookup';
import { errors } from '../../../shared/contract/errors.js';
import { type City, findCities, fold } from './cities.js';

export interface Place {
  /** Degrees, north positive. */
  readonly latitude: number;
  /** Degrees, east positive. */
  readonly longitude: number;
  /** IANA name. */
  readonly timeZone: string;
  /** Name of the city. Undefined for coordinates. */
  readonly name?: string;
  /** Two-letter code of the country. Undefined for coordinates. */
  readonly country?: string;
}

const COORDINATES = /^([+-]?\d+(?:\.\d+)?)\s*[,;]\s*([+-]?\d+(?:\.\d+)?)$/;

/**
 * Finds the place of `lat,lon`, a city, `city, country` or `city, region, country`. The country decides among cities of one
 * name, then the population.
 *
 * @throws ApiError 422 for coordinates out of range and unknown cities
 */
export function findPlace(text: string): Place {
  const coordinates = COORDINATES.exec(text.trim());
  return coordinates ? placeAt(Number(coordinates[1]), Number(coordinates[2])) : findCityPlace(text);
}

function placeAt(latitude: number, longitude: number): Place {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) throw errors.coordinatesOutOfRange();
  return { latitude, longitude, timeZone: tzLookup(latitude, longitude) };
}

function findCityPlace(text: string): Place {
  const [name = '', ...within] = text.split(',').map((part) => part.trim());
  const city = choose(findCities(name), within.filter(Boolean));
  if (!city) throw errors.placeUnknown({ place: text });
  return { ...placeAt(city.latitude, city.longitude), name: city.name, country: city.country };
}

/**
 * Chooses the likeliest city within a country or a state of the USA, by code or name. Other regions, as in "Munich, Bavaria,
 * Germany", are ignored.
 */
function choose(candidates: readonly City[], within: readonly string[]): City | undefined {
  const last = within.at(-1);
  if (last === undefined) return candidates[0];
  // Names of countries may contain a comma: "Hong Kong, RAE da China".
  const country = findCountry(within.join(' ')) ?? findCountry(last);
  const inCountry = candidates.filter((city) => city.country === country);
  if (inCountry.length === 0) return filterByState(candidates, last)[0];
  const before = within.at(-2);
  return (before && filterByState(inCountry, before)[0]) || inCountry[0];
}

function filterByState(candidates: readonly City[], word: string): City[] {
  const state = findState(word);
  return candidates.filter((city) => city.country === 'US' && city.region === state);
}

/** Names of countries that Intl does not know: colloquial and former ones, and those of parts. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  US: [
    ...['USA', 'U.S.A.', 'America', 'United States of America', 'Vereinigte Staaten von Amerika', 'EE. UU.', 'EUA'],
    ...['Estados Unidos de América', 'États-Unis d’Amérique', "Stati Uniti d'America", 'Estados Unidos da América'],
  ],
  GB: [
    ...[
      'UK',
      'Britain',
      'Great Britain',
      'Großbritannien',
      'Gran Bretaña',
      'Grande-Bretagne',
      'Gran Bretagna',
      'Grã-Bretanha',
    ],
    ...[
      'England',
      'Inglaterra',
      'Angleterre',
      'Inghilterra',
      'Scotland',
      'Schottland',
      'Escocia',
      'Écosse',
      'Scozia',
      'Escócia',
    ],
    ...[
      'Wales',
      'Gales',
      'Pays de Galles',
      'Galles',
      'País de Gales',
      'Northern Ireland',
      'Nordirland',
      'Irlanda del Norte',
    ],
    ...['Irlande du Nord', 'Irlanda del Nord', 'Irlanda do Norte'],
  ],
  AE: ['UAE', 'VAE', 'EAU'],
  BA: ['Bosnia', 'Bosnien', 'Bosnie'],
  BY: ['Weißrussland', 'Bielorrusia', 'Biélorussie', 'Bielorussia', 'Bielorrússia'],
  CD: ['DR Congo', 'DRC', 'Democratic Republic of the Congo', 'DR Kongo', 'RD Congo', 'RDC'],
  CG: ['Republic of the Congo', 'Congo'],
  CI: ['Ivory Coast'],
  CV: ['Cape Verde'],
  CZ: [
    'Czech Republic',
    'Tschechische Republik',
    'República Checa',
    'République tchèque',
    'Repubblica Ceca',
    'República Tcheca',
  ],
  IE: ['Republic of Ireland'],
  KP: ['North Korea'],
  KR: ['South Korea', 'Korea'],
  MK: ['Macedonia', 'Mazedonien', 'Macédoine'],
  MM: ['Burma', 'Birma', 'Birmania', 'Birmanie'],
  MO: ['Macau', 'Macao'],
  NL: ['The Netherlands', 'Holland', 'Holanda', 'Hollande', 'Olanda'],
  PS: ['Palestine', 'Palästina', 'Palestina'],
  RU: ['Russian Federation', 'Russische Föderation', 'Federación de Rusia', 'Fédération de Russie', 'Federação Russa'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey'],
};

/** Languages of country names: those of the readings and the most spoken others. */
const languages = [
  ...['en', 'es', 'fr', 'de', 'pt', 'it', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'hu', 'ro', 'tr', 'el', 'ru', 'uk'],
  ...['ar', 'he', 'fa', 'hi', 'bn', 'zh', 'ja', 'ko', 'vi', 'th', 'id'],
];

let countries: Map<string, string> | undefined;

/** Finds the code of a country by code or name. */
function findCountry(text: string): string | undefined {
  countries ??= indexCountries();
  return countries.get(fold(text));
}

function indexCountries(): Map<string, string> {
  const found = new Map<string, string>();
  const codes = listCountryCodes();
  for (const language of languages) {
    const inLanguage = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = inLanguage.of(code);
      if (name) found.set(fold(name), code);
    }
  }
  for (const [code, names] of Object.entries(otherNames)) for (const name of names) found.set(fold(name), code);
  for (const code of codes) found.set(code.toLowerCase(), code);
  return found;
}

/** Lists the codes that Intl has a name for, except those of former countries, which have the names of their successors. */
function listCountryCodes(): string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const notCountries = new Set(['EU', 'EZ', 'UN', 'ZZ', 'XA', 'XB', 'QO']);
  const isFormer = (code: string) => new Intl.Locale('und', { region: code }).region !== code;
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.has(code) && english.of(code) !== undefined && !isFormer(code));
}

/** States of the USA by postal code (USPS Publication 28, appendix B). */
const states: Readonly<Record<string, string>> = {
  ...{ AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado' },
  ...{ CT: 'Connecticut', DE: 'Delaware', DC: 'District of Columbia', FL: 'Florida', GA: 'Georgia', HI: 'Hawaii' },
  ...{ ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana' },
  ...{ ME: 'Maine', MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi' },
  ...{ MO: 'Missouri', MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey' },
  ...{ NM: 'New Mexico', NY: 'New York', NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio', OK: 'Oklahoma' },
  ...{ OR: 'Oregon', PA: 'Pennsylvania', RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota' },
  ...{ TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VT: 'Vermont', VA: 'Virginia', WA: 'Washington' },
  ...{ WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming' },
};

const statesByName = new Map(
  Object.entries(states).flatMap(([code, name]) => [[fold(name), code] as const, [fold(code), code]]),
);

/** Finds the postal code of a state of the USA by code or name. */
const findState = (text: string): string | undefined => statesByName.get(fold(text));
