import { chineseAnimals, chineseElements } from '../../../shared/contract/catalogue/horoscope-names.js';
import { around } from '../sky/zodiac.js';
import type { Animal, ChineseElement } from './year.js';

/** How the animal of a year stands to the animal of a birth, by the tradition of the twelve branches. */
export type AnimalRelation = 'own' | 'triad' | 'ally' | 'clash' | 'harm' | 'neutral';

/** How the element of a year stands to the element of a birth, by the cycles of creation and control. */
export type ElementRelation = 'same' | 'feeds' | 'fed' | 'controls' | 'controlled';

/** The six pairs of allies (六合): their places in the circle add up to 1 or 13. */
const isAlly = (one: number, other: number): boolean => (one + other) % 12 === 1;

/** The six harms (六害): their places add up to 7 or 19. */
const isHarm = (one: number, other: number): boolean => (one + other) % 12 === 7;

/** The strongest relation between two animals: itself, its triad (三合), its ally, its opposite (六沖), its harm, none. */
export function animalRelation(birth: Animal, year: Animal): AnimalRelation {
  const one = chineseAnimals.indexOf(birth);
  const other = chineseAnimals.indexOf(year);
  const apart = (other - one + 12) % 12;
  if (apart === 0) return 'own';
  if (apart % 4 === 0) return 'triad';
  if (isAlly(one, other)) return 'ally';
  if (apart === 6) return 'clash';
  return isHarm(one, other) ? 'harm' : 'neutral';
}

/**
 * Each element feeds the next of wood, fire, earth, metal, water, and controls the one after that.
 * `feeds`: the year feeds the birth element; `fed`: the birth element feeds the year.
 */
export function elementRelation(birth: ChineseElement, year: ChineseElement): ElementRelation {
  const relations: readonly ElementRelation[] = ['same', 'fed', 'controls', 'controlled', 'feeds'];
  const apart = (chineseElements.indexOf(year) - chineseElements.indexOf(birth) + 5) % 5;
  return relations[apart] ?? 'same';
}

/**
 * The months, 1 to 12, whose branch is an ally or of the triad of the birth animal and does not clash with the
 * year's. The month of the tiger is about February.
 */
export function luckyMonths(birth: Animal, year: Animal): number[] {
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  return months.filter((month) => {
    const branch = around(chineseAnimals, month);
    const kin = ['triad', 'ally', 'own'].includes(animalRelation(birth, branch));
    return kin && animalRelation(year, branch) !== 'clash';
  });
}
