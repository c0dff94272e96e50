import type { TProperties } from 'typebox';
import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { day, integer, language, list, literal, month, nullable, object, optional, Type, text } from '../fields.js';

const numerologyGroup = group({
  id: 'numerology',
  title: 'Numerology',
  summary: 'Pythagorean numbers from a birth date and a full name, each with a written reading',
  isWritten: true,
});

const birthDate = day({ description: 'Date of birth', missing: errors.birthDateRequired });
const nameField = {
  maxLength: 200,
  description: 'Full birth name (first, middle and last); other scripts are transliterated into Latin letters',
  brief: 'At birth',
};
const fullName = text({ ...nameField, missing: errors.fullNameRequired });
const words = text();
const numeral = integer({ minimum: 0, maximum: 33, description: 'One digit, or the master number 11, 22 or 33' });
const nameNumeral = nullable({ ...numeral, description: 'Number of the name; null without full_name' });
const fourChallenges = list(integer({ minimum: 0, maximum: 8 }), {
  minItems: 4,
  maxItems: 4,
  description: 'First to fourth challenge number',
});

/** Response of every endpoint of this group: calculated values, and their reading. */
const envelope = <C extends TProperties, R extends TProperties>(computed: C, reading: R) =>
  object({ computed_data: object(computed), reading: object(reading) });

/** Common parts of the endpoints for one number of a name. */
const ofName = {
  pool: 'content',
  batch: {},
  credits: 0.02,
  request: object({ full_name: fullName, language }),
  errors: [errors.fullNameRequired, errors.fullNameWithoutLetters],
  example: { request: { full_name: 'Grace Brewster Hopper' } },
} as const;

/** Common parts of the endpoints for one number of a birth date. */
const ofBirthDate = {
  pool: 'content',
  batch: {},
  credits: 0.02,
  request: object({ birth_date: birthDate, language }),
  errors: [errors.birthDateRequired],
  example: { request: { birth_date: '1987-11-29' } },
} as const;

export const numerologicalNumbers = endpoint(numerologyGroup, {
  path: '/v1/numerology/numerological-numbers',
  pool: 'content',
  batch: {},
  credits: 0.03,
  summary: 'Calculates all numbers of a birth date and, if sent, a full name',
  request: object({ birth_date: birthDate, full_name: optional(text(nameField)), language }),
  response: envelope(
    {
      life_path: numeral,
      expression: nameNumeral,
      soul_urge: nameNumeral,
      personality: nameNumeral,
      subconscious_self: nameNumeral,
      personal_year: numeral,
      personal_month: numeral,
      personal_day: numeral,
      challenge: fourChallenges,
    },
    { life_path: words, expression: nullable(words), soul_urge: nullable(words), overall: words },
  ),
  errors: [errors.birthDateRequired, errors.fullNameWithoutLetters],
  example: { request: { birth_date: '1987-11-29', full_name: 'Marie Łukasz Müller' } },
});

export const lifepathNumber = endpoint(numerologyGroup, {
  ...ofBirthDate,
  path: '/v1/numerology/lifepath-number',
  keywords: ['birthday', 'destiny'],
  summary: 'Calculates the life path number of a birth date',
  response: envelope(
    { type: literal('lifepath'), number: numeral },
    {
      number: numeral,
      title: words,
      meaning: words,
      strengths: list(words),
      challenges: list(words),
      career: words,
      relationships: words,
    },
  ),
});

export const personalityNumber = endpoint(numerologyGroup, {
  ...ofName,
  path: '/v1/numerology/personality-number',
  summary: 'Calculates the personality number of a name from its consonants',
  response: envelope(
    { type: literal('personality'), number: numeral },
    { number: numeral, title: words, meaning: words, first_impression: words },
  ),
});

export const expressionNumber = endpoint(numerologyGroup, {
  ...ofName,
  path: '/v1/numerology/expression-number',
  keywords: ['destiny', 'meaning'],
  summary: 'Calculates the expression number of a name from all its letters',
  response: envelope(
    { type: literal('expression'), number: numeral },
    { number: numeral, title: words, meaning: words, talents: list(words) },
  ),
});

export const soulUrgeNumber = endpoint(numerologyGroup, {
  ...ofName,
  path: '/v1/numerology/soul-urge-number',
  summary: 'Calculates the soul urge number of a name from its vowels',
  response: envelope(
    { type: literal('soul_urge'), number: numeral },
    { number: numeral, title: words, meaning: words, desires: list(words) },
  ),
});

const challenge = object({ number: integer({ minimum: 0, maximum: 8 }), meaning: words });

export const challengeNumbers = endpoint(numerologyGroup, {
  ...ofBirthDate,
  path: '/v1/numerology/challenge-numbers',
  summary: 'Calculates the four challenge numbers of a birth date',
  response: envelope(
    { type: literal('challenge'), number: fourChallenges },
    {
      first_challenge: challenge,
      second_challenge: challenge,
      third_challenge: challenge,
      fourth_challenge: challenge,
    },
  ),
});

export const subconsciousSelfNumber = endpoint(numerologyGroup, {
  ...ofName,
  path: '/v1/numerology/subconscious-self-number',
  summary: 'Calculates the subconscious self number of a name: how many different digits from 1 to 9 its letters have',
  response: envelope(
    { type: literal('subconscious_self'), number: integer({ minimum: 1, maximum: 9 }) },
    { number: integer({ minimum: 1, maximum: 9 }), meaning: words, crisis_response: words },
  ),
});

export const personalDayPrediction = endpoint(numerologyGroup, {
  ...ofBirthDate,
  path: '/v1/numerology/personal-day-prediction',
  summary: 'Predicts one day for a birth date from its personal day number',
  request: object({
    birth_date: birthDate,
    date: optional(day({ description: 'Day of the prediction; defaults to today (UTC)', brief: '' })),
    language,
  }),
  response: envelope(
    { type: literal('personal_day'), number: numeral },
    { number: numeral, date: day(), theme: words, advice: words, best_for: list(words), avoid: list(words) },
  ),
  example: { request: { birth_date: '1987-11-29', date: '2026-01-05' } },
});

export const personalMonthPrediction = endpoint(numerologyGroup, {
  ...ofBirthDate,
  path: '/v1/numerology/personal-month-prediction',
  summary: 'Predicts one month for a birth date from its personal month number',
  request: object({
    birth_date: birthDate,
    month: optional(month({ description: 'Month of the prediction; defaults to the current month (UTC)', brief: '' })),
    language,
  }),
  response: envelope(
    { type: literal('personal_month'), number: numeral },
    { number: numeral, month: month(), theme: words, overview: words, focus_areas: list(words) },
  ),
  example: { request: { birth_date: '1987-11-29', month: '2026-03' } },
});

const monthNumber = integer({ minimum: 1, maximum: 12, description: 'Month as a number, January is 1' });

export const personalYearPrediction = endpoint(numerologyGroup, {
  ...ofBirthDate,
  path: '/v1/numerology/personal-year-prediction',
  summary: 'Predicts one year for a birth date from its personal year number',
  request: object({
    birth_date: birthDate,
    year: optional(
      Type.Integer({
        minimum: 1000,
        maximum: 9999,
        description: 'Year of the prediction, four digits; defaults to the current year (UTC)',
        brief: '',
        shape: 'a year of four digits',
      }),
    ),
    language,
  }),
  response: envelope(
    { type: literal('personal_year'), number: numeral },
    {
      number: numeral,
      year: integer(),
      theme: words,
      overview: words,
      key_months: object({ best: list(monthNumber), challenging: list(monthNumber) }),
    },
  ),
  example: { request: { birth_date: '1987-11-29', year: 2026 } },
});
