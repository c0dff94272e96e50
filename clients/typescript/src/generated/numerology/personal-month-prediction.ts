// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface NumerologyPersonalMonthPredictionRequest {
  /**
   * Day of birth
   */
  birth_date: string;
  /**
   * The month to read, by default the current one (UTC): a month as YYYY-MM
   */
  month?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface NumerologyPersonalMonthPredictionAnswer {
  computed_data: {
    type: 'personal_month';
    number: number;
  };
  reading: {
    number: number;
    /**
     * A month as YYYY-MM
     */
    month: string;
    theme: string;
    overview: string;
    focus_areas: string[];
  };
}
