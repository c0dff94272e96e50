import type { SlowFacts } from 'readings';
import { minorFacts } from '../lib/readings/minor.js';
import type { SkyDay } from '../lib/sky/days.js';
import type { Subject } from '../lib/sky/natal-chart.js';
import { findHouse, type Planet } from '../lib/sky/zodiac.js';

/** Returns the houses of the slow planets on a day for a person. */
export function slowFacts(sky: SkyDay, subject: Subject): SlowFacts {
  const house = (planet: Planet): number => findHouse(sky.signs.get(planet) ?? subject.sign, subject.sign);
  return {
    sign: subject.sign,
    sun_house: house('sun'),
    venus_house: house('venus'),
    mars_house: house('mars'),
    ...(subject.birthDate === undefined ? {} : { birth_date: subject.birthDate }),
    ...minorFacts(subject.birthDate, sky.date),
  };
}
