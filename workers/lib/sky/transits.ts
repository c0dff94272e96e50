import type { Transit } from 'readings';
import { rateAspect, type SkyDay } from './days.js';
import type { NatalPlaces, NatalPoint } from './natal-chart.js';
import { findAspect } from './positions.js';
import { planets } from './zodiac.js';

/** Maximum orb of a transit that becomes exact within the span, in degrees. */
const MAX_EXACT_ORB = 1;

/** Natal points, the most important first. */
const points: readonly NatalPoint[] = ['moon', 'sun', 'ascendant', 'venus', 'mars', 'mercury'];

/** Planets whose transits are reported. The moon touches every natal point each week. */
const transiting = planets.filter((planet) => planet !== 'moon');

/** Finds the closest transit to each natal point that becomes exact within some days. */
export function findTransits(days: readonly SkyDay[], natal: NatalPlaces): Transit[] {
  return points.flatMap((point) => {
    const place = natal.get(point);
    const transit = place === undefined ? undefined : findClosest(days, point, place);
    return transit ? [transit] : [];
  });
}

function findClosest(days: readonly SkyDay[], point: NatalPoint, place: number): Transit | undefined {
  let best: (Transit & { readonly orb: number }) | undefined;
  for (const { date, longitudes } of days) {
    for (const planet of transiting) {
      const aspect = findAspect(longitudes.get(planet) ?? 0, place);
      if (!aspect || aspect.orb > MAX_EXACT_ORB || (best && best.orb <= aspect.orb)) continue;
      best = { planet, point, quality: rateAspect(aspect), date, orb: aspect.orb };
    }
  }
  return best && { planet: best.planet, point, quality: best.quality, date: best.date };
}
