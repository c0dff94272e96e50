import { deepEqual, doesNotMatch, equal, match, notDeepEqual, ok } from 'node:assert/strict';
import { getPhrases, languages, type ReadingKind, showReduction, writeReading } from '../src/index.js';
import { sampleFacts } from './sample-facts.js';

const kinds = Object.keys(sampleFacts) as ReadingKind[];

/** Returns all texts within a reading. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

describe('writeReading', () => {
  for (const kind of kinds) {
    it(`writes ${kind} in every language, the same for the same facts`, () => {
      const written = languages.map((language) => writeReading(kind, sampleFacts[kind], language));
      for (const [at, reading] of written.entries()) {
        const texts = textsIn(reading);
        ok(texts.length > 0);
        for (const text of texts) doesNotMatch(text, /^\s*$|[{}]|undefined|\bNaN\b/, `${languages[at]}: ${text}`);
        deepEqual(writeReading(kind, sampleFacts[kind], languages[at] ?? 'en'), reading);
      }
      const sentences = written.map((reading) => JSON.stringify(textsIn(reading)));
      ok(new Set(sentences).size === languages.length);
    });
  }

  it('writes a variant of a language in the language, and in English where it has no pack', () => {
    const facts = sampleFacts.biorhythm;
    deepEqual(writeReading('biorhythm', facts, 'pt-BR'), writeReading('biorhythm', facts, 'pt'));
    deepEqual(writeReading('biorhythm', facts, 'ja'), writeReading('biorhythm', facts, 'en'));
    deepEqual(getPhrases('ja').language, 'en');
  });

  it('writes other sentences on the next day and for another birth', () => {
    const facts = sampleFacts.personal_day;
    const today = writeReading('personal_day', facts, 'en');
    notDeepEqual(writeReading('personal_day', { ...facts, date: '2026-03-15', turn: facts.turn + 1 }, 'en'), today);
    notDeepEqual(writeReading('personal_day', { ...facts, birth_date: '1990-08-14' }, 'en'), today);
  });

  it('writes to minors without romance', () => {
    for (const language of languages) {
      const { love } = writeReading('daily_horoscope', { ...sampleFacts.daily_horoscope, minor: true }, language);
      const adult = writeReading('daily_horoscope', sampleFacts.daily_horoscope, language).love;
      notDeepEqual(love, adult);
    }
    const facts = { ...sampleFacts.compatibility, minor: true as const };
    const { love, friendship } = writeReading('compatibility', facts, 'en');
    deepEqual(love.score, friendship.score);
    match(love.description, /friend|trust|family/i);
  });

  it('replaces the texts of the cards by the message to a person in danger', () => {
    const { spread, cards } = sampleFacts.tarot_reading;
    const message = { overall: 'Call for help.', cards: ['First.', 'Second.', 'Third.'] };
    const reading = writeReading('tarot_reading', { spread, cards, concern: { about: 'suicide', message } }, 'en');
    deepEqual(
      [reading.overall, ...reading.cards.map(({ meaning }) => meaning)],
      ['Call for help.', 'First.', 'Second.', 'Third.'],
    );
  });
});

describe('showReduction', () => {
  it('writes the steps from summands to a digit or a master number', () => {
    equal(showReduction(11, 11, 7), '11 + 11 + 7 = 29 → 11');
    equal(showReduction(11, 29, 2026), '11 + 29 + 2026 = 2066 → 14 → 5');
    equal(showReduction(79), '79 → 16 → 7');
    equal(showReduction(22), '22');
  });
});
