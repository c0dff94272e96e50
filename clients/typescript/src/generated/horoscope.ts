// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../options.js';
import type { Transport } from '../transport.js';

export interface HoroscopeBiorhythmRequest {
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

export interface HoroscopeBiorhythmAnswer {
  computed_data: {
    date: string;
    days_alive: number;
    physical: number;
    emotional: number;
    intellectual: number;
    critical: ('physical' | 'emotional' | 'intellectual')[];
  };
  reading: {
    overview: string;
    physical: string;
    emotional: string;
    intellectual: string;
  };
  response_code: number;
  response_time_ms: number;
}

export interface HoroscopeChineseYearForecastRequest {
  /**
   * Year of birth; birth_date is more exact and wins over it
   */
  birth_year?: number;
  /**
   * Day of birth
   */
  birth_date?: string;
  /**
   * The year to forecast, by default the current one (UTC)
   */
  year?: number;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeChineseYearForecastAnswer {
  computed_data: {
    animal:
      | 'rat'
      | 'ox'
      | 'tiger'
      | 'rabbit'
      | 'dragon'
      | 'snake'
      | 'horse'
      | 'goat'
      | 'monkey'
      | 'rooster'
      | 'dog'
      | 'pig';
    element: 'wood' | 'fire' | 'earth' | 'metal' | 'water';
    /**
     * The lunar year of birth
     */
    year: number;
    yin_yang: 'yin' | 'yang';
    forecast_year: number;
  };
  reading: {
    overview: string;
    career: string;
    love: string;
    health: string;
    lucky_months: number[];
  };
  response_code: number;
  response_time_ms: number;
}

export interface HoroscopeChineseZodiacRequest {
  /**
   * Year of birth; birth_date is more exact and wins over it
   */
  birth_year?: number;
  /**
   * Day of birth
   */
  birth_date?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeChineseZodiacAnswer {
  computed_data: {
    animal:
      | 'rat'
      | 'ox'
      | 'tiger'
      | 'rabbit'
      | 'dragon'
      | 'snake'
      | 'horse'
      | 'goat'
      | 'monkey'
      | 'rooster'
      | 'dog'
      | 'pig';
    element: 'wood' | 'fire' | 'earth' | 'metal' | 'water';
    /**
     * The lunar year of birth
     */
    year: number;
    yin_yang: 'yin' | 'yang';
  };
  reading: {
    personality: string;
    career: string;
    love: string;
    health: string;
  };
  response_code: number;
  response_time_ms: number;
}

export interface HoroscopeCompatibilityRequest {
  /**
   * Name of a zodiac sign, in any letter case
   */
  sign_a?:
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
   * Name of a zodiac sign, in any letter case
   */
  sign_b?:
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
  birth_date_a?: string;
  /**
   * Day of birth
   */
  birth_date_b?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeCompatibilityAnswer {
  computed_data: {
    /**
     * Name of a zodiac sign, in any letter case
     */
    sign_a:
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
     * Name of a zodiac sign, in any letter case
     */
    sign_b:
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
  };
  reading: {
    overall_score: number;
    love: {
      score: number;
      description: string;
    };
    friendship: {
      score: number;
      description: string;
    };
    communication: {
      score: number;
      description: string;
    };
    summary: string;
  };
  response_code: number;
  response_time_ms: number;
}

export interface HoroscopeDailyHoroscopeRequest {
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
   * The day to read, by default today (UTC)
   */
  date?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeDailyHoroscopeAnswer {
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
    period: 'daily';
    date: string;
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
    general: string;
    love: string;
    career: string;
    health: string;
    lucky_color: string;
    lucky_number: number;
    mood: string;
  };
  response_code: number;
  response_time_ms: number;
}

export interface HoroscopeMonthlyHoroscopeRequest {
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
   * The month to read, by default the current one (UTC): a month as YYYY-MM
   */
  month?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeMonthlyHoroscopeAnswer {
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
    period: 'monthly';
    /**
     * A month as YYYY-MM
     */
    month: string;
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
    overview: string;
    love: string;
    career: string;
    health: string;
    planetary_influences: string;
    key_dates: string[];
    themes: string[];
  };
  response_code: number;
  response_time_ms: number;
}

export interface HoroscopeMoonPhaseReportRequest {
  /**
   * The day to read, by default today (UTC)
   */
  date?: string;
  /**
   * Personalizes the guidance
   */
  birth_date?: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface HoroscopeMoonPhaseReportAnswer {
  computed_data: {
    date: string;
    phase:
      | 'new_moon'
      | 'waxing_crescent'
      | 'first_quarter'
      | 'waxing_gibbous'
      | 'full_moon'
      | 'waning_gibbous'
      | 'last_quarter'
      | 'waning_crescent';
    /**
     * Lit part of the disc at 12:00 UTC, in percent
     */
    illumination: number;
    /**
     * Days since the last new moon, at 12:00 UTC
     */
    age_days: number;
    /**
     * Name of a zodiac sign, in any letter case
     */
    moon_sign:
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
    next_new_moon: string;
    next_full_moon: string;
    /**
     * Whether a birth date was given
     */
    personalized: boolean;
  };
  reading: {
    overview: string;
    guidance: string;
    intention: string;
    best_for: string[];
  };
  response_code: number;
  response_time_ms: number;
}

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

export interface HoroscopeWeeklyHoroscopeRequest {
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

export interface HoroscopeWeeklyHoroscopeAnswer {
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
    period: 'weekly';
    week_start: string;
    week_end: string;
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
    overview: string;
    love: string;
    career: string;
    health: string;
    highlights: {
      best_day: string;
      challenging_day: string;
      focus_area: string;
    };
  };
  response_code: number;
  response_time_ms: number;
}

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

/** Calculated zodiac profiles, horoscopes, compatibility, tarot, Chinese zodiac, moon phases and biorhythm. */
export const horoscope = (transport: Transport) => ({
  /**
   * The 23, 28 and 33 day cycles of a birth date on one day. 0.02 credits.
   * birth_date and date must be from 1800 to 2200.
   */
  biorhythm: (request: HoroscopeBiorhythmRequest, options?: CallOptions): Promise<HoroscopeBiorhythmAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/horoscope/biorhythm', body: request }, options),

  /**
   * What a lunar year holds for a birth year. 0.02 credits.
   * One of birth_year, birth_date is required.
   * birth_date must be from 1800 to 2200.
   */
  chineseYearForecast: (
    request: HoroscopeChineseYearForecastRequest,
    options?: CallOptions,
  ): Promise<HoroscopeChineseYearForecastAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/horoscope/chinese-year-forecast', body: request }, options),

  /**
   * The animal and element of a birth year, by the real lunar new year. 0.02 credits.
   * One of birth_year, birth_date is required.
   * birth_date must be from 1800 to 2200.
   */
  chineseZodiac: (
    request: HoroscopeChineseZodiacRequest,
    options?: CallOptions,
  ): Promise<HoroscopeChineseZodiacAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/horoscope/chinese-zodiac', body: request }, options),

  /**
   * How two signs, or two birth dates, get on in love, friendship and talk. 0.02 credits.
   * Each side needs its sign or its birth date.
   * birth_date_a and birth_date_b must be from 1800 to 2200.
   */
  compatibility: (
    request: HoroscopeCompatibilityRequest,
    options?: CallOptions,
  ): Promise<HoroscopeCompatibilityAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/horoscope/compatibility', body: request }, options),

  /**
   * The horoscope of one sign for one day. 0.02 credits.
   * One of sign, birth_date is required.
   * birth_date and date must be from 1800 to 2200.
   */
  dailyHoroscope: (
    request: HoroscopeDailyHoroscopeRequest,
    options?: CallOptions,
  ): Promise<HoroscopeDailyHoroscopeAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/horoscope/daily-horoscope', body: request }, options),

  /**
   * The horoscope of one sign for one month. 0.02 credits.
   * One of sign, birth_date is required.
   * birth_date and month must be from 1800 to 2200.
   */
  monthlyHoroscope: (
    request: HoroscopeMonthlyHoroscopeRequest,
    options?: CallOptions,
  ): Promise<HoroscopeMonthlyHoroscopeAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/horoscope/monthly-horoscope', body: request }, options),

  /**
   * The moon on one day: phase, light, sign, the next new and full moon, and what to do with them. 0.02 credits.
   * date and birth_date must be from 1800 to 2200.
   */
  moonPhaseReport: (
    request: HoroscopeMoonPhaseReportRequest,
    options?: CallOptions,
  ): Promise<HoroscopeMoonPhaseReportAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/horoscope/moon-phase-report', body: request }, options),

  /**
   * Draw tarot cards at random and read them in their positions. 0.03 credits.
   * birth_date must be from 1800 to 2200.
   */
  tarotReading: (request: HoroscopeTarotReadingRequest, options?: CallOptions): Promise<HoroscopeTarotReadingAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/horoscope/tarot-reading', body: request }, options),

  /**
   * The horoscope of one sign for the current week, Monday to Sunday. 0.02 credits.
   * One of sign, birth_date is required.
   * birth_date must be from 1800 to 2200.
   */
  weeklyHoroscope: (
    request: HoroscopeWeeklyHoroscopeRequest,
    options?: CallOptions,
  ): Promise<HoroscopeWeeklyHoroscopeAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/horoscope/weekly-horoscope', body: request }, options),

  /**
   * The character of a zodiac sign, or of a birth chart. 0.02 credits.
   * One of sign, birth_date is required.
   * birth_date must be from 1800 to 2200.
   */
  zodiacProfile: (
    request: HoroscopeZodiacProfileRequest,
    options?: CallOptions,
  ): Promise<HoroscopeZodiacProfileAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/horoscope/zodiac-profile', body: request }, options),
});
