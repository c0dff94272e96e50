import type { Planet, Sign } from '../facts.js';

const SIGNS: readonly Sign[] = [
  ...(['aries', 'taurus', 'gemini', 'cancer', 'leo', 'virgo'] as const),
  ...(['libra', 'scorpio', 'sagittarius', 'capricorn', 'aquarius', 'pisces'] as const),
];

/** Modern ruling planets. */
const RULERS: Readonly<Record<Sign, Planet>> = {
  aries: 'mars',
  taurus: 'venus',
  gemini: 'mercury',
  cancer: 'moon',
  leo: 'sun',
  virgo: 'mercury',
  libra: 'venus',
  scorpio: 'pluto',
  sagittarius: 'jupiter',
  capricorn: 'saturn',
  aquarius: 'uranus',
  pisces: 'neptune',
};

const ELEMENTS = ['fire', 'earth', 'air', 'water'] as const;
const MODALITIES = ['cardinal', 'fixed', 'mutable'] as const;

/** Returns the position of a sign in the zodiac: 0 for Aries to 11 for Pisces. */
export const signIndex = (sign: Sign): number => SIGNS.indexOf(sign);

/** Returns the sign `steps` signs further round the zodiac. */
export const signAfter = (sign: Sign, steps: number): Sign => SIGNS[(signIndex(sign) + steps) % SIGNS.length] ?? sign;

export const findElement = (sign: Sign): (typeof ELEMENTS)[number] => ELEMENTS[signIndex(sign) % 4] ?? 'fire';
export const findModality = (sign: Sign): (typeof MODALITIES)[number] => MODALITIES[signIndex(sign) % 3] ?? 'cardinal';
export const findRuler = (sign: Sign): Planet => RULERS[sign];

/** Returns how many signs two signs are apart, 0 to 6. */
export function signDistance(one: Sign, other: Sign): number {
  const steps = Math.abs(signIndex(one) - signIndex(other));
  return Math.min(steps, SIGNS.length - steps);
}
