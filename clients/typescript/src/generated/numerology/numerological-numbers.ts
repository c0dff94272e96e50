// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface NumerologyNumerologicalNumbersRequest {
  /**
   * Day of birth
   */
  birth_date: string;
  /**
   * First, middle and last name as given at birth; other scripts are read in Latin letters
   */
  full_name?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface NumerologyNumerologicalNumbersAnswer {
  computed_data: {
    life_path: number;
    expression: number | null;
    soul_urge: number | null;
    personality: number | null;
    subconscious_self: number | null;
    personal_year: number;
    personal_month: number;
    personal_day: number;
    challenge: number[];
  };
  reading: {
    life_path: string;
    expression: string | null;
    soul_urge: string | null;
    overall: string;
  };
}
