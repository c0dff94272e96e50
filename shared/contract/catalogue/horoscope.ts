import type { TObject, TProperties } from 'typebox';
import { anyOf, endpoint, group, type Rule } from '../endpoint.js';
import { errors } from '../errors.js';
import {
  day,
  flag,
  instant,
  integer,
  language,
  list,
  literal,
  month,
  named,
  number,
  object,
  oneOf,
  optional,
  text,
  time,
  withDefault,
} from '../fields.js';
import {
  biorhythmCycles,
  chineseAnimals,
  chineseElements,
  eclipses,
  moonPhases,
  signs,
  spreads,
} from './horoscope-names.js';

const horoscopeGroup = group({
  id: 'horoscope',
  title: 'Horoscope',
  summary: 'Zodiac profiles, horoscopes, compatibility, tarot, Chinese zodiac, moon phases and biorhythm',
  isWritten: true,
});

/** The years for which the sky is calculated. */
const YEARS = { minimum: 1800, maximum: 2200 };

const zodiacSign = named('ZodiacSign', oneOf(signs));
const sign = { ...zodiacSign, description: 'Zodiac sign', brief: 'e.g. leo' };
const birthDate = day({ description: 'Date of birth' });
const subject = named(
  'HoroscopeSubject',
  object(
    {
      sign: optional(sign),
      birth_date: optional(birthDate),
      birth_time: optional(
        time({ description: 'Local time of birth, for the moon sign and the rising sign', brief: '' }),
      ),
      location: optional(
        text({
          maxLength: 200,
          description: 'Place of birth, as "city", "city, country" or "latitude,longitude"',
          brief: 'City, country',
        }),
      ),
    },
    { description: 'Subject of a horoscope: a sign, or the date, time and place of birth' },
  ),
);

const personalized = flag({ description: 'True if a birth date was given' });
const birthPoints = {
  moon_sign: optional({ ...zodiacSign, description: 'Moon sign, if date and time of birth are known' }),
  rising_sign: optional({ ...zodiacSign, description: 'Rising sign, if date, time and place of birth are known' }),
};
const placement = named(
  'ZodiacPlacement',
  object({ sign, personalized, ...birthPoints }, { description: 'Zodiac signs of the subject' }),
);

const words = text();
const score = integer({ minimum: 0, maximum: 100, description: 'Score; higher is better' });

/** Response of every endpoint of this group: calculated values, their reading, status and duration. */
const envelope = <C extends TProperties, R extends TProperties>(computed: C, reading: R, includes: TObject[] = []) =>
  object({
    computed_data: object(computed, { includes }),
    reading: object(reading),
    response_code: integer({ description: 'Status of the response' }),
    response_time_ms: integer({ minimum: 0, description: 'Processing time in ms' }),
  });

const signOrBirthDate = anyOf(['sign', 'birth_date'], errors.signOrBirthDateRequired);

/** The sky is calculated for the years 1800 to 2200 only. */
const withinYears = (...fields: string[]): Rule<Record<string, unknown>> => ({
  describe: `${fields.join(' and ')} must be in the years ${YEARS.minimum} to ${YEARS.maximum}`,
  brief: '',
  check(input) {
    for (const field of fields) {
      const value = input[field];
      if (typeof value !== 'string') continue;
      const year = Number(value.slice(0, 4));
      if (year < YEARS.minimum || year > YEARS.maximum) return errors.dateOutOfRange({ field });
    }
    return undefined;
  },
});

const skyErrors = [
  errors.signOrBirthDateRequired,
  errors.dateOutOfRange,
  errors.placeUnknown,
  errors.coordinatesOutOfRange,
];

export const zodiacProfile = endpoint(horoscopeGroup, {
  path: '/v1/horoscope/zodiac-profile',
  keywords: ['natal', 'chart', 'personality'],
  pool: 'content',
  credits: 0.02,
  summary: 'Describes the character of a zodiac sign or a birth chart',
  request: object({ ...subject.properties, language }, { includes: [subject] }),
  response: envelope(
    { sign, personalized, ...birthPoints },
    {
      element: words,
      ruling_planet: words,
      strengths: words,
      weaknesses: words,
      description: words,
      traits: list(words),
      compatibility: list(sign),
    },
    [placement],
  ),
  rules: [signOrBirthDate, withinYears('birth_date')],
  errors: skyErrors,
  example: { request: { birth_date: '1990-08-05', birth_time: '14:30', location: 'Lisbon, Portugal' } },
});

export const dailyHoroscope = endpoint(horoscopeGroup, {
  path: '/v1/horoscope/daily-horoscope',
  pool: 'content',
  credits: 0.02,
  summary: 'Returns the horoscope of a sign or birth date for one day',
  request: object(
    {
      ...subject.properties,
      date: optional(day({ description: 'Day of the reading; defaults to today (UTC)', brief: '' })),
      language,
    },
    { includes: [subject] },
  ),
  response: envelope(
    { sign, period: literal('daily'), date: day(), personalized, ...birthPoints },
    {
      general: words,
      love: words,
      career: words,
      health: words,
      lucky_color: words,
      lucky_number: integer(),
      mood: words,
    },
    [placement],
  ),
  rules: [signOrBirthDate, withinYears('birth_date', 'date')],
  errors: skyErrors,
  example: { request: { sign: 'leo', date: '2026-01-05' } },
});

export const weeklyHoroscope = endpoint(horoscopeGroup, {
  path: '/v1/horoscope/weekly-horoscope',
  pool: 'content',
  credits: 0.02,
  summary: 'Returns the horoscope of a sign or birth date for the current week, Monday to Sunday',
  request: object({ ...subject.properties, language }, { includes: [subject] }),
  response: envelope(
    { sign, period: literal('weekly'), week_start: day(), week_end: day(), personalized, ...birthPoints },
    {
      overview: words,
      love: words,
      career: words,
      health: words,
      highlights: object({ best_day: words, challenging_day: words, focus_area: words }),
    },
    [placement],
  ),
  rules: [signOrBirthDate, withinYears('birth_date')],
  errors: skyErrors,
  example: { request: { sign: 'virgo' } },
});

export const monthlyHoroscope = endpoint(horoscopeGroup, {
  path: '/v1/horoscope/monthly-horoscope',
  pool: 'content',
  credits: 0.02,
  summary: 'Returns the horoscope of a sign or birth date for one month',
  request: object(
    {
      ...subject.properties,
      month: optional(month({ description: 'Month of the reading; defaults to the current month (UTC)', brief: '' })),
      language,
    },
    { includes: [subject] },
  ),
  response: envelope(
    { sign, period: literal('monthly'), month: month(), personalized, ...birthPoints },
    {
      overview: words,
      love: words,
      career: words,
      health: words,
      planetary_influences: words,
      key_dates: list(day()),
      key_date_reasons: list(words, { description: 'Reasons why the key_dates matter to the sign, in the same order' }),
      themes: list(words),
    },
    [placement],
  ),
  rules: [signOrBirthDate, withinYears('birth_date', 'month')],
  errors: skyErrors,
  example: { request: { sign: 'aquarius', month: '2026-03' } },
});

const pairField = object({ score, description: words });

const bothSides: Rule<Record<string, unknown>> = {
  describe: 'Each side needs a sign or a birth date',
  check(input) {
    const given = (side: string) => input[`sign_${side}`] !== undefined || input[`birth_date_${side}`] !== undefined;
    return given('a') && given('b') ? undefined : errors.bothSidesRequired();
  },
};

export const compatibility = endpoint(horoscopeGroup, {
  path: '/v1/horoscope/compatibility',
  keywords: ['match', 'love', 'relationship', 'compatible'],
  pool: 'content',
  credits: 0.02,
  summary: 'Rates the compatibility of two signs or birth dates in love, friendship and communication',
  request: object({
    sign_a: optional(sign),
    sign_b: optional(sign),
    birth_date_a: optional(birthDate),
    birth_date_b: optional(birthDate),
    language,
  }),
  response: envelope(
    { sign_a: sign, sign_b: sign, personalized },
    { overall_score: score, love: pairField, friendship: pairField, communication: pairField, summary: words },
  ),
  rules: [bothSides, withinYears('birth_date_a', 'birth_date_b')],
  errors: [errors.bothSidesRequired, errors.dateOutOfRange],
  example: { request: { sign_a: 'taurus', sign_b: 'scorpio' } },
});

export const tarotReading = endpoint(horoscopeGroup, {
  path: '/v1/horoscope/tarot-reading',
  pool: 'content',
  credits: 0.03,
  summary: 'Draws random tarot cards and interprets them by their positions',
  request: object({
    spread: withDefault(
      oneOf(spreads, {
        invalid: errors.spreadUnknown,
        description: 'Number and positions of the cards',
        brief: '',
      }),
      'three',
    ),
    question: optional(text({ maxLength: 500, description: 'Question for the cards', brief: '' })),
    birth_date: optional(day({ description: 'Date of birth, to personalize the reading', brief: '' })),
    language,
  }),
  response: envelope(
    {
      spread: oneOf(spreads),
      drawn_cards: list(
        object({
          name: words,
          arcana: oneOf(['major', 'minor']),
          number: integer({ minimum: 0, maximum: 21, description: 'Number of the card: major 0 to 21, minor 1 to 14' }),
          reversed: flag({ description: 'True if the card is upside down' }),
        }),
      ),
      personalized,
    },
    { cards: list(object({ position: words, card: words, meaning: words })), overall: words },
  ),
  rules: [withinYears('birth_date')],
  errors: [errors.spreadUnknown, errors.topicRefused, errors.dateOutOfRange],
  example: { request: { spread: 'three', question: 'What should I know about my new job?' } },
});

const birthYear = {
  birth_year: optional(
    integer({
      ...YEARS,
      description: 'Year of birth; ignored if birth_date is sent, which is more precise',
      brief: '',
    }),
  ),
  birth_date: optional(birthDate),
};
const birthYearOrDate = anyOf(['birth_year', 'birth_date'], errors.birthYearOrDateRequired);
const chineseYear = named(
  'ChineseBirthYear',
  object({
    animal: oneOf(chineseAnimals),
    element: oneOf(chineseElements),
    year: integer({ description: 'Lunar year of birth' }),
    yin_yang: oneOf(['yin', 'yang']),
  }),
);

export const chineseZodiac = endpoint(horoscopeGroup, {
  path: '/v1/horoscope/chinese-zodiac',
  pool: 'content',
  credits: 0.02,
  summary:
    'Returns the Chinese zodiac animal and element of a birth year or date, based on the exact date of the lunar new year',
  request: object({ ...birthYear, language }),
  response: envelope(chineseYear.properties, { personality: words, career: words, love: words, health: words }, [
    chineseYear,
  ]),
  rules: [birthYearOrDate, withinYears('birth_date')],
  errors: [errors.birthYearOrDateRequired, errors.dateOutOfRange],
  example: { request: { birth_date: '1990-01-20' } },
});

export const chineseYearForecast = endpoint(horoscopeGroup, {
  path: '/v1/horoscope/chinese-year-forecast',
  pool: 'content',
  credits: 0.02,
  summary: 'Forecasts a lunar year for a birth year or date',
  request: object({
    ...birthYear,
    year: optional(
      integer({ ...YEARS, description: 'Year of the forecast; defaults to the current year (UTC)', brief: '' }),
    ),
    language,
  }),
  response: envelope(
    { ...chineseYear.properties, forecast_year: integer() },
    {
      overview: words,
      career: words,
      love: words,
      health: words,
      lucky_months: list(integer({ minimum: 1, maximum: 12 }), { description: 'Months as numbers, January is 1' }),
    },
    [chineseYear],
  ),
  rules: [birthYearOrDate, withinYears('birth_date')],
  errors: [errors.birthYearOrDateRequired, errors.dateOutOfRange],
  example: { request: { birth_year: 1988, year: 2026 } },
});

export const moonPhaseReport = endpoint(horoscopeGroup, {
  path: '/v1/horoscope/moon-phase-report',
  pool: 'content',
  credits: 0.02,
  summary:
    'Reports the phase, illumination and sign of the moon on a day, the next new and full moon, and guidance for the day',
  request: object({
    date: optional(day({ description: 'Day of the reading; defaults to today (UTC)', brief: '' })),
    birth_date: optional(day({ description: 'Date of birth, to personalize the guidance', brief: '' })),
    language,
  }),
  response: envelope(
    {
      date: day(),
      phase: oneOf(moonPhases),
      eclipse: optional(
        oneOf(eclipses, {
          description: 'Eclipse with its maximum on this UTC day, wherever on Earth it is visible',
        }),
      ),
      illumination: number({
        minimum: 0,
        maximum: 100,
        description: 'Illuminated part of the disc at 12:00 UTC, in percent',
      }),
      age_days: number({ minimum: 0, maximum: 30, description: 'Days since the last new moon, at 12:00 UTC' }),
      moon_sign: sign,
      next_new_moon: instant({ description: 'Time of the next new moon (UTC)' }),
      next_full_moon: instant({ description: 'Time of the next full moon (UTC)' }),
      personalized,
    },
    { overview: words, guidance: words, intention: words, best_for: list(words) },
  ),
  rules: [withinYears('date', 'birth_date')],
  errors: [errors.dateOutOfRange],
  example: { request: { date: '2026-03-03' } },
});

const cycle = number({ minimum: -100, maximum: 100, description: 'Value of the cycle in percent' });

export const biorhythm = endpoint(horoscopeGroup, {
  path: '/v1/horoscope/biorhythm',
  pool: 'content',
  credits: 0.02,
  summary: 'Calculates the 23-, 28- and 33-day cycles of a birth date on one day',
  request: object({
    birth_date: day({ description: 'Date of birth', missing: errors.birthDateRequired }),
    date: optional(day({ description: 'Day of the reading; defaults to today (UTC)', brief: '' })),
    language,
  }),
  response: envelope(
    {
      date: day(),
      days_alive: integer({ minimum: 0, description: 'Days since birth' }),
      physical: cycle,
      emotional: cycle,
      intellectual: cycle,
      critical: list(oneOf(biorhythmCycles), { description: 'Cycles that cross zero on this day' }),
    },
    { overview: words, physical: words, emotional: words, intellectual: words },
  ),
  rules: [withinYears('birth_date', 'date')],
  errors: [errors.birthDateRequired, errors.birthAfterDate, errors.dateOutOfRange],
  example: { request: { birth_date: '1990-08-05', date: '2026-01-05' } },
});
