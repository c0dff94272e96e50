// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface HoroscopeZodiacProfileRequest {
  /**
   * Name of a zodiac sign, in any letter case
   */
  sign?:
    | 'aries'
    | 'taurus'
    | 'gemini'
    | 'cancer'
    | 'leo'
    | 'virgo'
    | 'libra'
    | 'scorpio'
    | 'sagittarius'
    | 'capricorn'
    | 'aquarius'
    | 'pisces';
  /**
   * Day of birth
   */
  birth_date?: string;
  /**
   * Time of birth at the place of birth, for the moon and rising sign: a time as HH:MM (24 h)
   */
  birth_time?: string;
  /**
   * Place of birth: a city, "city, country", or "latitude,longitude"
   */
  location?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeZodiacProfileAnswer {
  computed_data: {
    /**
     * Name of a zodiac sign, in any letter case
     */
    sign:
      | 'aries'
      | 'taurus'
      | 'gemini'
      | 'cancer'
      | 'leo'
      | 'virgo'
      | 'libra'
      | 'scorpio'
      | 'sagittarius'
      | 'capricorn'
      | 'aquarius'
      | 'pisces';
    /**
     * Whether a birth date was given
     */
    personalized: boolean;
    moon_sign?:
      | 'aries'
      | 'taurus'
      | 'gemini'
      | 'cancer'
      | 'leo'
      | 'virgo'
      | 'libra'
      | 'scorpio'
      | 'sagittarius'
      | 'capricorn'
      | 'aquarius'
      | 'pisces';
    rising_sign?:
      | 'aries'
      | 'taurus'
      | 'gemini'
      | 'cancer'
      | 'leo'
      | 'virgo'
      | 'libra'
      | 'scorpio'
      | 'sagittarius'
      | 'capricorn'
      | 'aquarius'
      | 'pisces';
  };
  reading: {
    element: string;
    ruling_planet: string;
    strengths: string;
    weaknesses: string;
    description: string;
    traits: string[];
    /**
     * Items: Name of a zodiac sign, in any letter case
     */
    compatibility: (
      | 'aries'
      | 'taurus'
      | 'gemini'
      | 'cancer'
      | 'leo'
      | 'virgo'
      | 'libra'
      | 'scorpio'
      | 'sagittarius'
      | 'capricorn'
      | 'aquarius'
      | 'pisces'
    )[];
  };
  response_code: number;
  response_time_ms: number;
}
