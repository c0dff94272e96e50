// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { ChineseBirthYear } from '../shapes/chinese-birth-year.js';

export interface HoroscopeChineseYearForecastRequest {
  /**
   * Year of birth; birth_date is more exact and wins over it
   */
  birth_year?: number;
  /**
   * Day of birth
   */
  birth_date?: string;
  /**
   * The year to forecast, by default the current one (UTC)
   */
  year?: number;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeChineseYearForecastAnswer {
  computed_data: ChineseBirthYear & {
    forecast_year: number;
  };
  reading: {
    overview: string;
    career: string;
    love: string;
    health: string;
    lucky_months: number[];
  };
  response_code: number;
  response_time_ms: number;
}
