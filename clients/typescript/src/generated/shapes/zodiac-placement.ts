// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { ZodiacSign } from './zodiac-sign.js';

/**
 * The signs of whom a horoscope is for
 */
export interface ZodiacPlacement {
  /**
   * Name of a zodiac sign, in any letter case
   */
  sign: ZodiacSign;
  /**
   * Whether a birth date was given
   */
  personalized: boolean;
  moon_sign?: ZodiacSign;
  rising_sign?: ZodiacSign;
}
