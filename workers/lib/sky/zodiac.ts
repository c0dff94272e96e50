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

/** The modern rulers, from Aries to Pisces. */
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

/** The item at a whole number counted round a list, in either direction. */
export function around<T>(list: readonly T[], index: number): T {
  const item = list[((index % list.length) + list.length) % list.length];
  if (item === undefined) throw new RangeError('an empty list has no items');
  return item;
}

/** 0 for Aries to 11 for Pisces. */
export const signIndex = (sign: Sign): number => signs.indexOf(sign);

/** The sign `steps` signs further round the zodiac. */
export const signAfter = (sign: Sign, steps: number): Sign => around(signs, signIndex(sign) + steps);

/** The tropical sign of an ecliptic longitude in degrees: twelve equal parts from the equinox of date. */
export const signAt = (longitude: number): Sign => around(signs, Math.floor(longitude / 30));

export const elementOf = (sign: Sign): Element => around(elements, signIndex(sign));
export const modalityOf = (sign: Sign): Modality => around(modalities, signIndex(sign));
export const rulerOf = (sign: Sign): Planet => around(rulers, signIndex(sign));

/** The sign that colours a third of a sign, by its longitude in degrees: of the same element, beginning with itself. */
export const decanAt = (longitude: number): Sign => signAfter(signAt(longitude), Math.floor((longitude % 30) / 10) * 4);

/** The whole-sign house, 1 to 12, that a sign is when `own` is the first. */
export const findHouse = (sign: Sign, own: Sign): number => ((signIndex(sign) - signIndex(own) + 12) % 12) + 1;
