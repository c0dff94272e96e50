import type { Transit } from 'readings';
import { qualityOf, type SkyDay } from './days.js';
import type { NatalPlaces, NatalPoint } from './natal-chart.js';
import { aspectBetween } from './positions.js';
import { planets } from './zodiac.js';

/** Wider than this, in degrees, an aspect has not become exact in the span. */
const EXACT = 1;

/** What is felt most comes first: the lights and the ascendant of a birth, then its other planets. */
const heard: readonly NatalPoint[] = ['moon', 'sun', 'ascendant', 'venus', 'mars', 'mercury'];

/** The moon touches every place of a birth each week: too often to be told. */
const told = planets.filter((planet) => planet !== 'moon');

/** The transits that become exact within some days: each place once, by its closest, the places felt most first. */
export function findTransits(days: readonly SkyDay[], natal: NatalPlaces): Transit[] {
  return heard.flatMap((point) => {
    const place = natal.get(point);
    const transit = place === undefined ? undefined : closest(days, point, place);
    return transit ? [transit] : [];
  });
}

function closest(days: readonly SkyDay[], point: NatalPoint, place: number): Transit | undefined {
  let best: (Transit & { readonly orb: number }) | undefined;
  for (const { date, longitudes } of days) {
    for (const planet of told) {
      const aspect = aspectBetween(longitudes.get(planet) ?? 0, place);
      if (!aspect || aspect.orb > EXACT || (best && best.orb <= aspect.orb)) continue;
      best = { planet, point, quality: qualityOf(aspect), date, orb: aspect.orb };
    }
  }
  return best && { planet: best.planet, point, quality: best.quality, date: best.date };
}
