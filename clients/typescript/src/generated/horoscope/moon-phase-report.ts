// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { ZodiacSign } from '../shapes/zodiac-sign.js';

export interface HoroscopeMoonPhaseReportRequest {
  /**
   * The day to read, by default today (UTC)
   */
  date?: string;
  /**
   * Personalizes the guidance
   */
  birth_date?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeMoonPhaseReportAnswer {
  computed_data: {
    date: string;
    phase:
      | 'new_moon'
      | 'waxing_crescent'
      | 'first_quarter'
      | 'waxing_gibbous'
      | 'full_moon'
      | 'waning_gibbous'
      | 'last_quarter'
      | 'waning_crescent';
    /**
     * Lit part of the disc at 12:00 UTC, in percent
     */
    illumination: number;
    /**
     * Days since the last new moon, at 12:00 UTC
     */
    age_days: number;
    /**
     * Name of a zodiac sign, in any letter case
     */
    moon_sign: ZodiacSign;
    next_new_moon: string;
    next_full_moon: string;
    /**
     * Whether a birth date was given
     */
    personalized: boolean;
  };
  reading: {
    overview: string;
    guidance: string;
    intention: string;
    best_for: string[];
  };
  response_code: number;
  response_time_ms: number;
}
