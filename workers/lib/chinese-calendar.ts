import { Lunar, Solar } from 'lunar-typescript';
import type { AnimalRelation, ChineseDay, ChineseYear, ElementRelation } from 'readings';
import { chineseAnimals, chineseElements } from '../../shared/contract/catalogue/horoscope-names.js';
import { errors } from '../../shared/contract/errors.js';
import { itemAround } from './sky/zodiac.js';

type Animal = (typeof chineseAnimals)[number];
type ChineseElement = (typeof chineseElements)[number];

/** A year of the rat and of yang wood: the first of a cycle of sixty. */
const CYCLE_START = 1984;

/** Returns the animal, element and polarity of a lunar year, by its place in the cycle of sixty. */
export function chineseYear(year: number): ChineseYear {
  const place = year - CYCLE_START;
  return {
    year,
    animal: itemAround(chineseAnimals, place),
    element: itemAround(chineseElements, Math.floor(place / 2)),
    yinYang: place % 2 === 0 ? 'yang' : 'yin',
  };
}

/** Returns the Gregorian date, YYYY-MM-DD, on which a lunar year begins in China. */
export const computeLunarNewYear = (year: number): string => Lunar.fromYmd(year, 1, 1).getSolar().toYmd();

/** Finds the lunar year of a calendar day. */
export function findChineseYear(date: string): ChineseYear {
  const year = Number(date.slice(0, 4));
  return chineseYear(date < computeLunarNewYear(year) ? year - 1 : year);
}

/**
 * Finds the lunar year of a birth: by the date and the new year's day if there is a date, else the year as given.
 *
 * @throws ApiError 422 if neither is given
 */
export function computeChineseBirth(birth: {
  readonly birth_year?: number;
  readonly birth_date?: string;
}): ChineseYear {
  if (birth.birth_date !== undefined) return findChineseYear(birth.birth_date);
  if (birth.birth_year !== undefined) return chineseYear(birth.birth_year);
  throw errors.birthYearOrDateRequired();
}

/** Finds the inner animal: that of the solar month (節月) in which a calendar day, YYYY-MM-DD, falls in China. */
export function findMonthAnimal(date: string): Animal {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return itemAround(chineseAnimals, Solar.fromYmd(year, month, day).getLunar().getMonthZhiIndex());
}

const seasons = ['winter', 'spring', 'summer', 'autumn'] as const;

/** The branch of the tiger is the first of spring; those of pig, rat and ox are winter. */
const BRANCHES_OF_SEASON = 3;

/** @param date YYYY-MM-DD */
export function computeChineseDay(date: string): ChineseDay {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const lunar = Solar.fromYmd(year, month, day).getLunar();
  const stem = lunar.getDayGanIndex();
  return {
    animal: itemAround(chineseAnimals, lunar.getDayZhiIndex()),
    element: itemAround(chineseElements, Math.floor(stem / 2)),
    yinYang: stem % 2 === 0 ? 'yang' : 'yin',
    lunarDay: lunar.getDay(),
    // A leap month counts as the one that it follows.
    lunarMonth: Math.abs(lunar.getMonth()),
    season: itemAround(seasons, Math.floor((lunar.getMonthZhiIndex() + 1) / BRANCHES_OF_SEASON)),
  };
}

/** Converts a lunar year to its form in responses. */
export const toComputedYear = ({ animal, element, year, yinYang }: ChineseYear) => ({
  animal,
  element,
  year,
  yin_yang: yinYang,
});

/** The six pairs of allies (六合): their places in the circle add up to 1 or 13. */
const isAlly = (one: number, other: number): boolean => (one + other) % 12 === 1;

/** The six harms (六害): their places add up to 7 or 19. */
const isHarm = (one: number, other: number): boolean => (one + other) % 12 === 7;

/** Finds the strongest relation between two animals: itself, its triad (三合), its ally, its opposite (六沖), its harm, none. */
export function findAnimalRelation(birth: Animal, year: Animal): AnimalRelation {
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
export function findElementRelation(birth: ChineseElement, year: ChineseElement): ElementRelation {
  const relations: readonly ElementRelation[] = ['same', 'fed', 'controls', 'controlled', 'feeds'];
  const apart = (chineseElements.indexOf(year) - chineseElements.indexOf(birth) + 5) % 5;
  return relations[apart] ?? 'same';
}

/**
 * Returns the months, 1 to 12, whose branch is an ally or of the triad of the birth animal and does not clash with the
 * year's. The month of the tiger is about February.
 */
export function findLuckyMonths(birth: Animal, year: Animal): number[] {
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  return months.filter((month) => {
    const branch = itemAround(chineseAnimals, month);
    const isRelated = ['triad', 'ally', 'own'].includes(findAnimalRelation(birth, branch));
    return isRelated && findAnimalRelation(year, branch) !== 'clash';
  });
}
