// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../options.js';
import type { Transport } from '../transport.js';

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

export interface NumerologyExpressionNumberRequest {
  /**
   * First, middle and last name as given at birth; other scripts are read in Latin letters
   */
  full_name: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface NumerologyExpressionNumberAnswer {
  computed_data: {
    type: 'expression';
    number: number;
  };
  reading: {
    number: number;
    title: string;
    meaning: string;
    talents: string[];
  };
}

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

export interface NumerologyPersonalDayPredictionRequest {
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

export interface NumerologyPersonalDayPredictionAnswer {
  computed_data: {
    type: 'personal_day';
    number: number;
  };
  reading: {
    number: number;
    date: string;
    theme: string;
    advice: string;
    best_for: string[];
    avoid: string[];
  };
}

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

export interface NumerologyPersonalityNumberRequest {
  /**
   * First, middle and last name as given at birth; other scripts are read in Latin letters
   */
  full_name: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
}

export interface NumerologyPersonalityNumberAnswer {
  computed_data: {
    type: 'personality';
    number: number;
  };
  reading: {
    number: number;
    title: string;
    meaning: string;
    first_impression: string;
  };
}

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

/** Pythagorean numbers from a birth date and a full name, each with a written reading. */
export const numerology = (transport: Transport) => ({
  /**
   * The four challenges of a birth date. 0.02 credits.
   */
  challengeNumbers: (
    request: NumerologyChallengeNumbersRequest,
    options?: CallOptions,
  ): Promise<NumerologyChallengeNumbersAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/numerology/challenge-numbers', body: request }, options),

  /**
   * The number of all letters of a name: what its bearer can do. 0.02 credits.
   */
  expressionNumber: (
    request: NumerologyExpressionNumberRequest,
    options?: CallOptions,
  ): Promise<NumerologyExpressionNumberAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/numerology/expression-number', body: request }, options),

  /**
   * The life path number of a birth date. 0.02 credits.
   */
  lifepathNumber: (
    request: NumerologyLifepathNumberRequest,
    options?: CallOptions,
  ): Promise<NumerologyLifepathNumberAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/numerology/lifepath-number', body: request }, options),

  /**
   * All numbers of a birth date and, when given, a full name. 0.03 credits.
   */
  numerologicalNumbers: (
    request: NumerologyNumerologicalNumbersRequest,
    options?: CallOptions,
  ): Promise<NumerologyNumerologicalNumbersAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/numerology/numerological-numbers', body: request }, options),

  /**
   * The personal day number of a birth date on one day. 0.02 credits.
   */
  personalDayPrediction: (
    request: NumerologyPersonalDayPredictionRequest,
    options?: CallOptions,
  ): Promise<NumerologyPersonalDayPredictionAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/numerology/personal-day-prediction', body: request }, options),

  /**
   * The personal month number of a birth date in one month. 0.02 credits.
   */
  personalMonthPrediction: (
    request: NumerologyPersonalMonthPredictionRequest,
    options?: CallOptions,
  ): Promise<NumerologyPersonalMonthPredictionAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/numerology/personal-month-prediction', body: request }, options),

  /**
   * The personal year number of a birth date in one year. 0.02 credits.
   */
  personalYearPrediction: (
    request: NumerologyPersonalYearPredictionRequest,
    options?: CallOptions,
  ): Promise<NumerologyPersonalYearPredictionAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/numerology/personal-year-prediction', body: request }, options),

  /**
   * The number of the consonants of a name: how others see its bearer. 0.02 credits.
   */
  personalityNumber: (
    request: NumerologyPersonalityNumberRequest,
    options?: CallOptions,
  ): Promise<NumerologyPersonalityNumberAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/numerology/personality-number', body: request }, options),

  /**
   * The number of the vowels of a name: what its bearer wants. 0.02 credits.
   */
  soulUrgeNumber: (
    request: NumerologySoulUrgeNumberRequest,
    options?: CallOptions,
  ): Promise<NumerologySoulUrgeNumberAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/numerology/soul-urge-number', body: request }, options),

  /**
   * How many of the digits 1 to 9 a name holds: what its bearer falls back on. 0.02 credits.
   */
  subconsciousSelfNumber: (
    request: NumerologySubconsciousSelfNumberRequest,
    options?: CallOptions,
  ): Promise<NumerologySubconsciousSelfNumberAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/numerology/subconscious-self-number', body: request }, options),
});
