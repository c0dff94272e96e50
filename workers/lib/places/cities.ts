import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import anyAscii from 'any-ascii';
import { projectFile } from '../../../shared/process/project-file.js';

export interface City {
  readonly name: string;
  /** Two-letter code. */
  readonly country: string;
  /** The code of its first-level region; for the United States the postal code of the state. */
  readonly region: string;
  readonly population: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Whether the name asked for is its own, or as good as its own, and not one that it has in another language. */
  readonly byOwnName: boolean;
}

/**
 * Places of 1,000 inhabitants and more, the largest first: name, country, region, population, latitude, longitude, and its
 * own name folded. Made by generate/cities.ts from GeoNames (geonames.org, CC BY 4.0).
 */
export const CITIES = 'workers/lib/places/cities.tsv.gz';

/** Every folded name that a city has in any language, in byte order, and where in the other table its cities' lines start. */
export const CITY_NAMES = 'workers/lib/places/city-names.tsv.gz';

/** A city that bears a name only in another language must be this much larger than one that bears it at home. */
const LARGER_ABROAD = 10;

/** Folded names by which a city is known that is not so much larger than its namesakes, or has a longer name at home; and that name. */
const BEST_KNOWN: Readonly<Record<string, string>> = {
  bruges: 'brugge',
  geneva: 'geneve',
  halle: 'hallesaale',
  leon: 'leondelosaldama',
  mansoura: 'almansurah',
  matamoros: 'heroicamatamoros',
};

const [TAB, NEWLINE] = [9, 10];

/** Both tables as they are in their files: names are searched in place, since a map of them takes seconds and memory. */
interface Tables {
  readonly cities: Buffer;
  readonly names: Buffer;
}

let tables: Tables | undefined;

/** Loads the tables before the first call needs them. */
export function loadCities(): void {
  tables ??= load();
}

/** All cities of a name, in any language that is known for them, the likeliest first. */
export function findCities(name: string): City[] {
  tables ??= load();
  const { cities, names } = tables;
  const key = fold(name);
  return findStarts(names, key)
    .map((start) => readCity(cities, start, key))
    .sort((one, other) => weight(other) - weight(one));
}

const weight = (city: City): number => (city.byOwnName ? city.population : city.population / LARGER_ABROAD);

function readCity(cities: Buffer, start: number, key: string): City {
  const fields = cities.toString('utf8', start, endOfLine(cities, start)).split('\t');
  const [name = '', country = '', region = '', population, latitude, longitude, ownName] = fields;
  return {
    name,
    country,
    region,
    population: Number(population),
    latitude: Number(latitude),
    longitude: Number(longitude),
    byOwnName: ownName === key || (ownName !== '' && ownName === BEST_KNOWN[key]),
  };
}

/** Where the lines of the cities of a folded name start: a binary search among lines. */
function findStarts(names: Buffer, key: string): number[] {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const start = middle === 0 ? 0 : names.lastIndexOf(NEWLINE, middle - 1) + 1;
    const end = endOfLine(names, start);
    const tab = names.indexOf(TAB, start);
    const name = names.toString('latin1', start, tab);
    if (name === key)
      return names
        .toString('latin1', tab + 1, end)
        .split(' ')
        .map(Number);
    if (name < key) low = end + 1;
    else high = start;
  }
  return [];
}

function endOfLine(lines: Buffer, start: number): number {
  const newline = lines.indexOf(NEWLINE, start);
  return newline === -1 ? lines.length : newline;
}

const load = (): Tables => ({ cities: read(CITIES), names: read(CITY_NAMES) });

const read = (path: string): Buffer => gunzipSync(readFileSync(projectFile(path)));

/**
 * A name reduced to what people agree on: Latin letters and digits, lower case. `São Paulo` and `Sao Paulo` meet.
 * Emoji go first, since their transliteration is their English name.
 */
export const fold = (name: string): string =>
  anyAscii(name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]/gu, ' '))
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
