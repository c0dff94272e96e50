// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { HoroscopeSubject } from '../shapes/horoscope-subject.js';
import type { ZodiacPlacement } from '../shapes/zodiac-placement.js';
import type { ZodiacSign } from '../shapes/zodiac-sign.js';

export interface HoroscopeZodiacProfileRequest extends HoroscopeSubject {
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeZodiacProfileAnswer {
  computed_data: ZodiacPlacement;
  reading: {
    element: string;
    ruling_planet: string;
    strengths: string;
    weaknesses: string;
    description: string;
    traits: string[];
    /**
     * Items: Name of a zodiac sign, in any letter case
     */
    compatibility: ZodiacSign[];
  };
  response_code: number;
  response_time_ms: number;
}
