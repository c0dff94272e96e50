// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface HoroscopeTarotReadingRequest {
  spread?: 'single' | 'three' | 'celtic_cross';
  /**
   * What the cards are asked
   */
  question?: string;
  /**
   * Personalizes the reading
   */
  birth_date?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeTarotReadingAnswer {
  computed_data: {
    spread: 'single' | 'three' | 'celtic_cross';
    drawn_cards: {
      name: string;
      arcana: 'major' | 'minor';
      /**
       * Major 0-21, minor 1-14
       */
      number: number;
      reversed: boolean;
    }[];
    /**
     * Whether a birth date was given
     */
    personalized: boolean;
  };
  reading: {
    cards: {
      position: string;
      card: string;
      meaning: string;
    }[];
    overall: string;
  };
  response_code: number;
  response_time_ms: number;
}
