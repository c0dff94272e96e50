import { signs } from '../../../shared/contract/catalogue/horoscope-names.js';

export type Sign = (typeof signs)[number];
export type Planet = (typeof planets)[number];
type Element = 'fire' | 'earth' | 'air' | 'water';
type Modality = 'cardinal' | 'fixed' | 'mutable';
export const planets = [
  'sun',
  'moon',
  'mercury',
  'venus',
  'mars',
  'jupiter',
  'saturn',
  'uranus',
  'neptune',
  'pluto',
] as const;

const elements: readonly Element[] = ['fire', 'earth', 'air', 'water'];
const modalities: readonly Modality[] = ['cardinal', 'fixed', 'mutable'];

/** Modern rulers, from Aries to Pisces. */
const rulers: readonly Planet[] = [
  'mars',
  'venus',
  'mercury',
  'moon',
  'sun',
  'mercury',
  'venus',
  'pluto',
  'jupiter',
  'saturn',
  'uranus',
  'neptune',
];

/** Returns the item at an index that wraps around a list, in either direction. */
export function itemAround<T>(list: readonly T[], index: number): T {
  const item = list[((index % list.length) + list.length) % list.length];
  if (item === undefined) throw new RangeError('an empty list has no items');
  return item;
}

/** Returns 0 for Aries to 11 for Pisces. */
export const signIndex = (sign: Sign): number => signs.indexOf(sign);

/** Returns the sign a number of signs later. */
export const signAfter = (sign: Sign, steps: number): Sign => itemAround(signs, signIndex(sign) + steps);

/** Returns the tropical sign of an ecliptic longitude in degrees. */
export const signAt = (longitude: number): Sign => itemAround(signs, Math.floor(longitude / 30));

export const findElement = (sign: Sign): Element => itemAround(elements, signIndex(sign));
export const findModality = (sign: Sign): Modality => itemAround(modalities, signIndex(sign));
export const findRuler = (sign: Sign): Planet => itemAround(rulers, signIndex(sign));

/** Returns the sign of a decan by its longitude in degrees: of the same element, beginning with the sign itself. */
export const findDecan = (longitude: number): Sign =>
  signAfter(signAt(longitude), Math.floor((longitude % 30) / 10) * 4);

/** Returns the whole-sign house of a sign, 1 to 12, if `own` is the first. */
export const findHouse = (sign: Sign, own: Sign): number => ((signIndex(sign) - signIndex(own) + 12) % 12) + 1;
