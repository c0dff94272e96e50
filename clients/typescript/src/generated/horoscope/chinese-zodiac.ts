// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { ChineseBirthYear } from '../shapes/chinese-birth-year.js';

export interface HoroscopeChineseZodiacRequest {
  /**
   * Year of birth; birth_date is more exact and wins over it
   */
  birth_year?: number;
  /**
   * Day of birth
   */
  birth_date?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeChineseZodiacAnswer {
  computed_data: ChineseBirthYear;
  reading: {
    personality: string;
    career: string;
    love: string;
    health: string;
  };
  response_code: number;
  response_time_ms: number;
}
