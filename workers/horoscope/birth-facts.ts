import type { BirthFacts, Transit } from 'readings';
import type { SkyDay } from '../lib/sky/days.js';
import type { Subject } from '../lib/sky/natal-chart.js';
import { findTransits } from '../lib/sky/transits.js';
import { findHouse, signAt } from '../lib/sky/zodiac.js';

/** Returns the facts of some days for a birth, or undefined without a date of birth. */
export function birthFacts(days: readonly SkyDay[], subject: Subject): BirthFacts | undefined {
  const { natal, rising, moon } = subject;
  const venus = natal.get('venus');
  const mars = natal.get('mars');
  const [first] = days;
  if (venus === undefined || mars === undefined || !first) return undefined;
  const transits = findTransits(days, natal);
  // The first transit already names one of the two.
  const planet = transits[0]?.planet === 'mars' ? 'venus' : 'mars';
  return {
    transits,
    distinct_transits: selectDistinct(transits),
    venus: signAt(venus),
    mars: signAt(mars),
    ...(moon && { moon }),
    ...(rising && { house: { planet, house: findHouse(first.signs.get(planet) ?? rising, rising) } }),
  };
}

/** Returns the most important transit for each planet and quality. */
const selectDistinct = (transits: readonly Transit[]): Transit[] =>
  [
    ...new Map(transits.toReversed().map((transit) => [`${transit.planet} ${transit.quality}`, transit])).values(),
  ].toReversed();
