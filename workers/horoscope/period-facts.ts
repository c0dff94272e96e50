import type { BirthFacts, SlowFacts, Transit } from 'readings';
import { findMinorFacts } from '../lib/readings/minor.js';
import type { SkyDay } from '../lib/sky/days.js';
import type { Subject } from '../lib/sky/natal-chart.js';
import { findTransits } from '../lib/sky/transits.js';
import { findHouse, type Planet, signAt } from '../lib/sky/zodiac.js';

/** Returns the houses of the slow planets on a day for a person. */
export function slowFacts(sky: SkyDay, subject: Subject): SlowFacts {
  const house = (planet: Planet): number => findHouse(sky.signs.get(planet) ?? subject.sign, subject.sign);
  return {
    sign: subject.sign,
    sun_house: house('sun'),
    venus_house: house('venus'),
    mars_house: house('mars'),
    ...(subject.birthDate === undefined ? {} : { birth_date: subject.birthDate }),
    ...findMinorFacts(subject.birthDate, sky.date),
  };
}

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
