// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { HoroscopeSubject } from '../shapes/horoscope-subject.js';
import type { ZodiacPlacement } from '../shapes/zodiac-placement.js';

export interface HoroscopeDailyHoroscopeRequest extends HoroscopeSubject {
  /**
   * The day to read, by default today (UTC)
   */
  date?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeDailyHoroscopeAnswer {
  computed_data: ZodiacPlacement & {
    period: 'daily';
    date: string;
  };
  reading: {
    general: string;
    love: string;
    career: string;
    health: string;
    lucky_color: string;
    lucky_number: number;
    mood: string;
  };
  response_code: number;
  response_time_ms: number;
}
