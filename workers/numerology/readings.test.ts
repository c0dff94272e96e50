import { match, ok } from 'node:assert/strict';
import { getPhrases, languages } from 'readings';
import { createNames } from 'readings/compose';
import { runHandler } from '../../test/helpers/run-handler.js';
import challengeNumbers from './challenge-numbers.js';
import expressionNumber from './expression-number.js';
import lifepathNumber from './lifepath-number.js';
import personalDay from './personal-day-prediction.js';
import personalMonth from './personal-month-prediction.js';
import personalYear from './personal-year-prediction.js';
import personalityNumber from './personality-number.js';
import soulUrgeNumber from './soul-urge-number.js';
import subconsciousSelf from './subconscious-self-number.js';

const birth_date = '1987-11-29';
const full_name = 'María López';

describe('readings of numerology', () => {
  for (const language of languages) {
    const names = createNames(getPhrases(language));
    /** Numbers of persons and of times: 1 to 9, 11, 22, 33. */
    const core = (at: number, of = 'number.core') => names.name(of, at);
    const life = { birth_date, language };
    const name = { full_name, language };

    it(`say what the number means first and how it was calculated last in "${language}"`, async () => {
      const told: readonly (readonly [text: string, meaning: string, calculation: string])[] = [
        [(await runHandler(lifepathNumber, life)).reading.meaning, core(9), '11 + 11 + 7 = 29 → 11'],
        [(await runHandler(expressionNumber, name)).reading.meaning, core(7), '53 → 8'],
        [(await runHandler(soulUrgeNumber, name)).reading.meaning, core(10), '22'],
        [(await runHandler(personalityNumber, name)).reading.meaning, core(3), '31 → 4'],
        // M A R I A L O P E Z: 4 1 9 9 1 3 6 7 5 8
        [(await runHandler(subconsciousSelf, name)).reading.meaning, '8', '2'],
        [
          (await runHandler(personalDay, { ...life, date: '2026-03-14' })).reading.advice,
          core(10, 'number.time'),
          '8 + 14 = 22',
        ],
        [
          (await runHandler(personalMonth, { ...life, month: '2026-03' })).reading.overview,
          core(7, 'number.time'),
          '5 + 3 = 8',
        ],
        [
          (await runHandler(personalYear, { ...life, year: 2026 })).reading.overview,
          core(4, 'number.time'),
          '11 + 29 + 2026 = 2066 → 14 → 5',
        ],
      ];
      for (const [text, meaning, calculation] of told) {
        const sentences = text.split(/(?<=\.)\s/);
        ok(sentences[0]?.includes(meaning), `${meaning}: ${text}`);
        ok(sentences.at(-1)?.endsWith(`${calculation}.`), `${calculation}: ${text}`);
      }
    });

    it(`name each challenge first in "${language}"`, async () => {
      const { reading, computed_data } = await runHandler(challengeNumbers, life);
      const { first_challenge, second_challenge, third_challenge, fourth_challenge } = reading;
      for (const [at, { meaning }] of [
        first_challenge,
        second_challenge,
        third_challenge,
        fourth_challenge,
      ].entries()) {
        const [plainly = ''] = meaning.split(/(?<=\.)\s/);
        ok(plainly.includes(names.name('number.challenge', computed_data.number[at])), meaning);
      }
    });

    it(`keep the master numbers of first and family names, initials and birthdays in "${language}"`, async () => {
      const expression = (await runHandler(expressionNumber, { full_name: 'Roy Kowalski', language })).reading.meaning;
      match(expression, new RegExp(`22.*${core(10)}.*11.*${core(9)}`));
      const crisis = (await runHandler(subconsciousSelf, { full_name: 'Iris Blum', language })).reading;
      match(crisis.crisis_response, new RegExp(`IB.*11.*${core(9)}`));
      const career = (await runHandler(lifepathNumber, { birth_date: '1984-12-21', language })).reading.career;
      match(career, new RegExp(`33.*${core(11)}`));
    });
  }
});
