import { equal, ok, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { projectFile } from '../../../shared/process/project-file.js';
import { CITIES } from './cities.js';
import { findPlace } from './find-place.js';

const near = (text: string, latitude: number, longitude: number): void => {
  const place = findPlace(text);
  ok(
    Math.abs(place.latitude - latitude) < 0.2 && Math.abs(place.longitude - longitude) < 0.2,
    `${text} → ${JSON.stringify(place)}`,
  );
};

describe('places', () => {
  it('finds a city by its name in many languages and scripts', () => {
    // Coordinates from the Getty Thesaurus of Geographic Names.
    for (const name of [
      'Munich',
      'München',
      'MUENCHEN',
      'Monaco di Baviera',
      'Мюнхен',
      'ミュンヘン',
      'Múnich, Alemania',
    ]) {
      near(name, 48.13, 11.57);
    }
    for (const name of ['Cairo', 'القاهرة', 'El Cairo', 'Le Caire', 'Kairo']) near(name, 30.05, 31.25);
    for (const name of ['Tokyo', '東京', 'Tokio']) near(name, 35.69, 139.75);
    for (const name of ['Nueva York', 'New York', 'Nova Iorque']) near(name, 40.7, -74);
    for (const name of ['Londres', 'Londra', 'London, UK', 'London, England']) near(name, 51.5, -0.12);
    for (const name of ['Firenze', 'Florenz', 'Florencia, Italia']) near(name, 43.77, 11.25);
  });

  it('finds the largest city of every country by city and country, in six languages', () => {
    const largest = new Map<string, string>();
    // The largest cities stand first.
    for (const line of gunzipSync(readFileSync(projectFile(CITIES)))
      .toString()
      .split('\n')) {
      const [name = '', country = ''] = line.split('\t');
      if (country !== '' && !largest.has(country)) largest.set(country, name);
    }
    for (const language of ['de', 'en', 'es', 'fr', 'it', 'pt']) {
      const countries = new Intl.DisplayNames(language, { type: 'region' });
      for (const [country, name] of largest) {
        equal(findPlace(`${name}, ${countries.of(country)}`).country, country, `${name}, ${countries.of(country)}`);
      }
    }
  });

  it('decides between cities of one name by country or state, else by population', () => {
    near('Paris', 48.86, 2.35);
    near('Paris, Texas', 33.66, -95.56);
    near('Paris, TX, USA', 33.66, -95.56);
    near('Springfield, Illinois', 39.8, -89.65);
    near('Springfield, MA', 42.1, -72.59);
    near('Córdoba, España', 37.88, -4.77);
    near('Córdoba', -31.4, -64.18);
    near('Birmingham', 52.48, -1.9);
    near('Birmingham, Alabama', 33.52, -86.8);
    near('San José, Costa Rica', 9.93, -84.08);
    near('Munich, Bavaria, Germany', 48.13, 11.57);
    near('Istanbul, Turkey', 41.01, 28.95);
    near('Edimburgo, Escocia', 55.95, -3.2);
    near('Amsterdam, Holanda', 52.37, 4.89);
  });

  it('prefers the best-known city to local namesakes', () => {
    near('Geneva', 46.2, 6.15);
    near('Geneva, Illinois', 41.89, -88.31);
    near('Bruges', 51.21, 3.22);
    near('Bruges, France', 44.88, -0.61);
    near('Halle', 51.48, 11.97);
    near('Halle, Belgium', 50.73, 4.23);
    near('León', 21.12, -101.68);
    near('León, España', 42.6, -5.57);
    near('Matamoros', 25.88, -97.5);
    near('Mansoura', 31.04, 31.38);
  });

  it('knows the time zone of a place', () => {
    equal(findPlace('Lisbon').timeZone, 'Europe/Lisbon');
    equal(findPlace('27.7172,85.324').timeZone, 'Asia/Kathmandu');
    equal(findPlace('St. Johns, Newfoundland, Canada').timeZone, 'America/St_Johns');
  });

  it('reads coordinates and refuses those out of range', () => {
    near('48.14, 11.58', 48.14, 11.58);
    near('-33.87,151.21', -33.87, 151.21);
    for (const off of ['91,0', '0,181', '-90.5,10']) {
      throws(() => findPlace(off), { status: 422, message: /latitude from -90 to 90/ });
    }
  });

  it('refuses an unknown city', () => {
    for (const unknown of ['Xyzzyville', 'Paris, Atlantica', 'Munich, Japan', '12345', '???', ',']) {
      throws(() => findPlace(unknown), { status: 422, message: /is not a known city/ }, unknown);
    }
  });

  it('finds every city of the table by its own name', () => {
    const lines = gunzipSync(readFileSync(projectFile(CITIES)))
      .toString('utf8')
      .split('\n');
    ok(lines.length >= 24_000, `${lines.length} cities`);
    const some = lines.filter((_, index) => index % 97 === 0);
    for (const line of some) {
      const [name = '', country = ''] = line.split('\t');
      if (name.includes(',') || !/\p{L}/u.test(name)) continue;
      const place = findPlace(`${name}, ${country}`);
      equal(place.country, country, `${name}, ${country}`);
    }
  });
});
