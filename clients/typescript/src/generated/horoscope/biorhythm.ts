// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface HoroscopeBiorhythmRequest {
  /**
   * Day of birth
   */
  birth_date: string;
  /**
   * The day to read, by default today (UTC)
   */
  date?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeBiorhythmAnswer {
  computed_data: {
    date: string;
    days_alive: number;
    physical: number;
    emotional: number;
    intellectual: number;
    critical: ('physical' | 'emotional' | 'intellectual')[];
  };
  reading: {
    overview: string;
    physical: string;
    emotional: string;
    intellectual: string;
  };
  response_code: number;
  response_time_ms: number;
}
