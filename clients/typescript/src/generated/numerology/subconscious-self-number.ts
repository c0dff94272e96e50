// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface NumerologySubconsciousSelfNumberRequest {
  /**
   * First, middle and last name as given at birth; other scripts are read in Latin letters
   */
  full_name: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface NumerologySubconsciousSelfNumberAnswer {
  computed_data: {
    type: 'subconscious_self';
    number: number;
  };
  reading: {
    number: number;
    meaning: string;
    crisis_response: string;
  };
}
