// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { HoroscopeSubject } from '../shapes/horoscope-subject.js';
import type { ZodiacPlacement } from '../shapes/zodiac-placement.js';

export interface HoroscopeWeeklyHoroscopeRequest extends HoroscopeSubject {
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeWeeklyHoroscopeAnswer {
  computed_data: ZodiacPlacement & {
    period: 'weekly';
    week_start: string;
    week_end: string;
  };
  reading: {
    overview: string;
    love: string;
    career: string;
    health: string;
    highlights: {
      best_day: string;
      challenging_day: string;
      focus_area: string;
    };
  };
  response_code: number;
  response_time_ms: number;
}
