import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Eclipse, findEclipse, findEvents, findEventsOfMonth, type Ingress, type Station } from './events.js';

const months = (first: number, last: number): string[] =>
  Array.from(
    { length: (last - first + 1) * 12 },
    (_, n) => `${first + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`,
  );

const eventsOfYears = (first: number, last: number) => months(first, last).flatMap((month) => findEventsOfMonth(month));

describe('sky events', () => {
  it('include every eclipse of 2024 to 2028 with its date and kind', () => {
    // NASA, Five Millennium Catalog of Solar Eclipses and of Lunar Eclipses (Espenak and Meeus), eclipse.gsfc.nasa.gov.
    const published = [
      ['2024-03-25', 'penumbral_lunar'],
      ['2024-04-08', 'total_solar'],
      ['2024-09-18', 'partial_lunar'],
      ['2024-10-02', 'annular_solar'],
      ['2025-03-14', 'total_lunar'],
      ['2025-03-29', 'partial_solar'],
      ['2025-09-07', 'total_lunar'],
      ['2025-09-21', 'partial_solar'],
      ['2026-02-17', 'annular_solar'],
      ['2026-03-03', 'total_lunar'],
      ['2026-08-12', 'total_solar'],
      ['2026-08-28', 'partial_lunar'],
      ['2027-02-06', 'annular_solar'],
      ['2027-02-20', 'penumbral_lunar'],
      ['2027-07-18', 'penumbral_lunar'],
      ['2027-08-02', 'total_solar'],
      ['2027-08-17', 'penumbral_lunar'],
      ['2028-01-12', 'partial_lunar'],
      ['2028-01-26', 'annular_solar'],
      ['2028-07-06', 'partial_lunar'],
      ['2028-07-22', 'total_solar'],
      ['2028-12-31', 'total_lunar'],
    ];
    const found = eventsOfYears(2024, 2028).filter((event): event is Eclipse => event.type === 'eclipse');
    deepEqual(
      found.map(({ date, kind }) => [date, kind]),
      published,
    );
  });

  it('have the sign of each eclipse: that of the Sun, or of the Moon opposite', () => {
    equal(findEclipse('2026-08-12')?.sign, 'leo');
    equal(findEclipse('2026-08-28')?.sign, 'pisces');
    equal(findEclipse('2026-03-03')?.sign, 'virgo');
    equal(findEclipse('2026-08-13'), undefined);
  });

  it("include Mercury's stations of 2025 and 2026", () => {
    // Cafe Astrology, Mercury Retrograde dates, in UTC; cafeastrology.com/mercury-retrograde.html.
    const published = [
      ['2025-03-15', 'retrograde', 'aries'],
      ['2025-04-07', 'direct', 'pisces'],
      ['2025-07-18', 'retrograde', 'leo'],
      ['2025-08-11', 'direct', 'leo'],
      ['2025-11-09', 'retrograde', 'sagittarius'],
      ['2025-11-29', 'direct', 'scorpio'],
      ['2026-02-26', 'retrograde', 'pisces'],
      ['2026-03-20', 'direct', 'pisces'],
      ['2026-06-29', 'retrograde', 'cancer'],
      ['2026-07-23', 'direct', 'cancer'],
      ['2026-10-24', 'retrograde', 'scorpio'],
      ['2026-11-13', 'direct', 'scorpio'],
    ];
    const found = eventsOfYears(2025, 2026).filter(
      (event): event is Station => event.type === 'station' && event.planet === 'mercury',
    );
    deepEqual(
      found.map(({ date, motion, sign }) => [date, motion, sign]),
      published,
    );
  });

  it('include the published changes of sign, forwards and backwards', () => {
    // Astrodienst, Swiss Ephemeris (astro.com/swisseph), in UTC: slow planets, and the sun by the equinoxes and solstices.
    const published: readonly (readonly [date: string, planet: string, sign: string])[] = [
      ['2025-03-30', 'neptune', 'aries'],
      ['2025-05-25', 'saturn', 'aries'],
      ['2025-06-09', 'jupiter', 'cancer'],
      ['2025-07-07', 'uranus', 'gemini'],
      ['2025-09-01', 'saturn', 'pisces'],
      ['2025-10-22', 'neptune', 'pisces'],
      ['2025-11-08', 'uranus', 'taurus'],
      ['2026-01-26', 'neptune', 'aries'],
      ['2026-02-14', 'saturn', 'aries'],
      ['2026-03-20', 'sun', 'aries'],
      ['2026-04-26', 'uranus', 'gemini'],
      ['2026-06-21', 'sun', 'cancer'],
      ['2026-06-30', 'jupiter', 'leo'],
      ['2026-09-23', 'sun', 'libra'],
    ];
    for (const [date, planet, sign] of published) {
      const found = findEvents([date]).filter((event): event is Ingress => event.type === 'ingress');
      ok(
        found.some((event) => event.planet === planet && event.sign === sign),
        `${date} ${planet} ${sign}: ${JSON.stringify(found)}`,
      );
    }
    const slow = eventsOfYears(2025, 2026).filter(
      (event): event is Ingress =>
        event.type === 'ingress' && ['jupiter', 'saturn', 'uranus', 'neptune', 'pluto'].includes(event.planet),
    );
    equal(slow.length, 11, JSON.stringify(slow.map(({ date, planet }) => [date, planet])));
  });

  it('include twelve ingresses of the sun in every year, from 1800 to 2200', () => {
    for (const year of [1800, 1900, 1969, 2000, 2100, 2200]) {
      const entered = eventsOfYears(year, year).filter((event) => event.type === 'ingress' && event.planet === 'sun');
      equal(entered.length, 12, String(year));
    }
  });
});
