// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type { HoroscopeBiorhythmAnswer, HoroscopeBiorhythmRequest } from './biorhythm.js';
import type {
  HoroscopeChineseYearForecastAnswer,
  HoroscopeChineseYearForecastRequest,
} from './chinese-year-forecast.js';
import type { HoroscopeChineseZodiacAnswer, HoroscopeChineseZodiacRequest } from './chinese-zodiac.js';
import type { HoroscopeCompatibilityAnswer, HoroscopeCompatibilityRequest } from './compatibility.js';
import type { HoroscopeDailyHoroscopeAnswer, HoroscopeDailyHoroscopeRequest } from './daily-horoscope.js';
import type { HoroscopeMonthlyHoroscopeAnswer, HoroscopeMonthlyHoroscopeRequest } from './monthly-horoscope.js';
import type { HoroscopeMoonPhaseReportAnswer, HoroscopeMoonPhaseReportRequest } from './moon-phase-report.js';
import type { HoroscopeTarotReadingAnswer, HoroscopeTarotReadingRequest } from './tarot-reading.js';
import type { HoroscopeWeeklyHoroscopeAnswer, HoroscopeWeeklyHoroscopeRequest } from './weekly-horoscope.js';
import type { HoroscopeZodiacProfileAnswer, HoroscopeZodiacProfileRequest } from './zodiac-profile.js';

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
