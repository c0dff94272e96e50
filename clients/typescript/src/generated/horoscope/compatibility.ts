// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { ZodiacSign } from '../shapes/zodiac-sign.js';

export interface HoroscopeCompatibilityRequest {
  /**
   * Name of a zodiac sign, in any letter case
   */
  sign_a?: ZodiacSign;
  /**
   * Name of a zodiac sign, in any letter case
   */
  sign_b?: ZodiacSign;
  /**
   * Day of birth
   */
  birth_date_a?: string;
  /**
   * Day of birth
   */
  birth_date_b?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeCompatibilityAnswer {
  computed_data: {
    /**
     * Name of a zodiac sign, in any letter case
     */
    sign_a: ZodiacSign;
    /**
     * Name of a zodiac sign, in any letter case
     */
    sign_b: ZodiacSign;
    /**
     * Whether a birth date was given
     */
    personalized: boolean;
  };
  reading: {
    overall_score: number;
    love: {
      score: number;
      description: string;
    };
    friendship: {
      score: number;
      description: string;
    };
    communication: {
      score: number;
      description: string;
    };
    summary: string;
  };
  response_code: number;
  response_time_ms: number;
}
