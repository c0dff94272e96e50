// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface NumerologyLifepathNumberRequest {
  /**
   * Day of birth
   */
  birth_date: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface NumerologyLifepathNumberAnswer {
  computed_data: {
    type: 'lifepath';
    number: number;
  };
  reading: {
    number: number;
    title: string;
    meaning: string;
    strengths: string[];
    challenges: string[];
    career: string;
    relationships: string;
  };
}
