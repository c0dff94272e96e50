// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { ZodiacSign } from './zodiac-sign.js';

/**
 * Whom a horoscope is for: a sign, or who was born then and there
 */
export interface HoroscopeSubject {
  /**
   * Name of a zodiac sign, in any letter case
   */
  sign?: ZodiacSign;
  /**
   * Day of birth
   */
  birth_date?: string;
  /**
   * Time of birth at the place of birth, for the moon and rising sign: a time as HH:MM (24 h)
   */
  birth_time?: string;
  /**
   * Place of birth: a city, "city, country", or "latitude,longitude"
   */
  location?: string;
}
