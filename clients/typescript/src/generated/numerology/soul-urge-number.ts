// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface NumerologySoulUrgeNumberRequest {
  /**
   * First, middle and last name as given at birth; other scripts are read in Latin letters
   */
  full_name: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface NumerologySoulUrgeNumberAnswer {
  computed_data: {
    type: 'soul_urge';
    number: number;
  };
  reading: {
    number: number;
    title: string;
    meaning: string;
    desires: string[];
  };
}
