// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type { NumerologyChallengeNumbersAnswer, NumerologyChallengeNumbersRequest } from './challenge-numbers.js';
import type { NumerologyExpressionNumberAnswer, NumerologyExpressionNumberRequest } from './expression-number.js';
import type { NumerologyLifepathNumberAnswer, NumerologyLifepathNumberRequest } from './lifepath-number.js';
import type {
  NumerologyNumerologicalNumbersAnswer,
  NumerologyNumerologicalNumbersRequest,
} from './numerological-numbers.js';
import type {
  NumerologyPersonalDayPredictionAnswer,
  NumerologyPersonalDayPredictionRequest,
} from './personal-day-prediction.js';
import type {
  NumerologyPersonalMonthPredictionAnswer,
  NumerologyPersonalMonthPredictionRequest,
} from './personal-month-prediction.js';
import type {
  NumerologyPersonalYearPredictionAnswer,
  NumerologyPersonalYearPredictionRequest,
} from './personal-year-prediction.js';
import type { NumerologyPersonalityNumberAnswer, NumerologyPersonalityNumberRequest } from './personality-number.js';
import type { NumerologySoulUrgeNumberAnswer, NumerologySoulUrgeNumberRequest } from './soul-urge-number.js';
import type {
  NumerologySubconsciousSelfNumberAnswer,
  NumerologySubconsciousSelfNumberRequest,
} from './subconscious-self-number.js';

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
