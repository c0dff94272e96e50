// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface NumerologyChallengeNumbersRequest {
  /**
   * Day of birth
   */
  birth_date: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface NumerologyChallengeNumbersAnswer {
  computed_data: {
    type: 'challenge';
    number: number[];
  };
  reading: {
    first_challenge: {
      number: number;
      meaning: string;
    };
    second_challenge: {
      number: number;
      meaning: string;
    };
    third_challenge: {
      number: number;
      meaning: string;
    };
    fourth_challenge: {
      number: number;
      meaning: string;
    };
  };
}
