import type { SkyDay } from '../lib/sky/days.js';
import type { Subject } from '../lib/sky/natal-chart.js';
import { elementOf, houseOf, type Planet, type Sign } from '../lib/sky/zodiac.js';
import { paragraph, type Words } from '../lib/writing/words.js';

/** Where the planets that stay for weeks stand for a sign. */
export interface SlowFacts {
  readonly sign: Sign;
  readonly sun_house: number;
  readonly venus_house: number;
  readonly mars_house: number;
  readonly birth_date?: string;
}

export function slowFacts(sky: SkyDay, subject: Subject): SlowFacts {
  const house = (planet: Planet): number => houseOf(sky.signs.get(planet) ?? subject.sign, subject.sign);
  return {
    sign: subject.sign,
    sun_house: house('sun'),
    venus_house: house('venus'),
    mars_house: house('mars'),
    ...(subject.birthDate === undefined ? {} : { birth_date: subject.birthDate }),
  };
}

/** Conditions of the lines of a week or a month. */
export const slowTheme = (facts: SlowFacts) => ({
  sign: facts.sign,
  element: elementOf(facts.sign),
  sun_house: facts.sun_house,
  venus_house: facts.venus_house,
  mars_house: facts.mars_house,
});

/** What a week or a month brings in each area of life. */
export const areasOfLife = (words: Words) => ({
  love: paragraph(words, ['slow.love', 'slow.love.element'], 'slow.love.element'),
  career: paragraph(words, ['slow.work', 'slow.work.element'], 'slow.work.element'),
  health: paragraph(words, ['slow.health', 'slow.health'], 'slow.health'),
});
