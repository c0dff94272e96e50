import tzLookup from '@photostructure/tz-lookup';
import { errors } from '../../../shared/contract/errors.js';
import { type City, citiesNamed } from './cities.js';
import { countryCode } from './countries.js';
import { stateCode } from './states.js';

export interface Place {
  /** Degrees, north positive. */
  readonly latitude: number;
  /** Degrees, east positive. */
  readonly longitude: number;
  /** IANA name. */
  readonly timeZone: string;
  /** The city's name, when it was given by name. */
  readonly name?: string;
  /** Two-letter code of the city's country. */
  readonly country?: string;
}

const COORDINATES = /^([+-]?\d+(?:\.\d+)?)\s*[,;]\s*([+-]?\d+(?:\.\d+)?)$/;

/**
 * The place that a caller means by `lat,lon`, a city, `city, country` or `city, region, country`. Among cities
 * of one name, the country decides, then the population.
 *
 * @throws ApiError 422 for coordinates that are not on Earth and for a city that is not known
 */
export function findPlace(text: string): Place {
  const coordinates = COORDINATES.exec(text.trim());
  return coordinates ? placeAt(Number(coordinates[1]), Number(coordinates[2])) : cityPlace(text);
}

function placeAt(latitude: number, longitude: number): Place {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) throw errors.coordinatesOutOfRange();
  return { latitude, longitude, timeZone: tzLookup(latitude, longitude) };
}

function cityPlace(text: string): Place {
  const [name = '', ...within] = text.split(',').map((part) => part.trim());
  const city = choose(citiesNamed(name), within.filter(Boolean));
  if (!city) throw errors.placeUnknown({ place: text });
  return { ...placeAt(city.latitude, city.longitude), name: city.name, country: city.country };
}

/**
 * The likeliest city that fits what follows its name. The last word must be a country, or a state of the USA, by
 * code or name; a state may also stand before the country. Other regions, as in "Munich, Bavaria, Germany", are
 * passed over: the country and the population decide.
 */
function choose(candidates: readonly City[], within: readonly string[]): City | undefined {
  const last = within.at(-1);
  if (last === undefined) return candidates[0];
  const country = countryCode(last);
  const inCountry = candidates.filter((city) => city.country === country);
  if (inCountry.length === 0) return inState(candidates, last)[0];
  const before = within.at(-2);
  return (before && inState(inCountry, before)[0]) || inCountry[0];
}

function inState(candidates: readonly City[], word: string): City[] {
  const state = stateCode(word);
  return candidates.filter((city) => city.country === 'US' && city.region === state);
}
