// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface NumerologyPersonalDayPredictionRequest {
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

export interface NumerologyPersonalDayPredictionAnswer {
  computed_data: {
    type: 'personal_day';
    number: number;
  };
  reading: {
    number: number;
    date: string;
    theme: string;
    advice: string;
    best_for: string[];
    avoid: string[];
  };
}
