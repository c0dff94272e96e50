// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface NumerologyPersonalYearPredictionRequest {
  /**
   * Day of birth
   */
  birth_date: string;
  /**
   * The year to read, four digits, by default the current one (UTC)
   */
  year?: number;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface NumerologyPersonalYearPredictionAnswer {
  computed_data: {
    type: 'personal_year';
    number: number;
  };
  reading: {
    number: number;
    year: number;
    theme: string;
    overview: string;
    key_months: {
      best: number[];
      challenging: number[];
    };
  };
}
