// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { HoroscopeSubject } from '../shapes/horoscope-subject.js';
import type { ZodiacPlacement } from '../shapes/zodiac-placement.js';

export interface HoroscopeMonthlyHoroscopeRequest extends HoroscopeSubject {
  /**
   * The month to read, by default the current one (UTC): a month as YYYY-MM
   */
  month?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeMonthlyHoroscopeAnswer {
  computed_data: ZodiacPlacement & {
    period: 'monthly';
    /**
     * A month as YYYY-MM
     */
    month: string;
  };
  reading: {
    overview: string;
    love: string;
    career: string;
    health: string;
    planetary_influences: string;
    key_dates: string[];
    themes: string[];
  };
  response_code: number;
  response_time_ms: number;
}
