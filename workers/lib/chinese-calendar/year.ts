import { Lunar } from 'lunar-typescript';
import { chineseAnimals, chineseElements } from '../../../shared/contract/catalogue/horoscope-names.js';
import { around } from '../sky/zodiac.js';

export type Animal = (typeof chineseAnimals)[number];
export type ChineseElement = (typeof chineseElements)[number];
export type YinYang = 'yin' | 'yang';

export interface ChineseYear {
  /** The Gregorian year in which this lunar year begins. */
  readonly year: number;
  readonly animal: Animal;
  readonly element: ChineseElement;
  readonly yinYang: YinYang;
}

/** A year of the rat and of yang wood: the first of a cycle of sixty. */
const CYCLE_START = 1984;

/** The animal, element and polarity of a lunar year, by its place in the cycle of sixty. */
export function chineseYear(year: number): ChineseYear {
  const place = year - CYCLE_START;
  return {
    year,
    animal: around(chineseAnimals, place),
    element: around(chineseElements, Math.floor(place / 2)),
    yinYang: place % 2 === 0 ? 'yang' : 'yin',
  };
}

/** The Gregorian date, YYYY-MM-DD, on which a lunar year begins in China. */
export const lunarNewYear = (year: number): string => Lunar.fromYmd(year, 1, 1).getSolar().toYmd();

/** The lunar year that a calendar day falls in: the one before until the new year's day. */
export function chineseYearOf(date: string): ChineseYear {
  const year = Number(date.slice(0, 4));
  return chineseYear(date < lunarNewYear(year) ? year - 1 : year);
}
