import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { languages } from 'readings';
import { randomFrom } from 'readings/compose';
import { signs, spreads } from '../../shared/contract/catalogue/horoscope-names.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { addDays } from '../lib/sky/days.js';
import chineseForecast from './chinese-year-forecast.js';
import compatibility from './compatibility.js';
import dailyHoroscope from './daily-horoscope.js';
import moonReport from './moon-phase-report.js';
import tarotReading from './tarot-reading.js';

const FIRST_DAY = '2026-01-01';
const DAYS = 30;

const splitSentences = (text: string): string[] => text.split(/(?<=[.!?])\s+/).filter(Boolean);
const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? [];

/** All runs of five words of a text. */
function fiveWordRuns(text: string): Set<string> {
  const words = splitWords(text);
  return new Set(words.slice(4).map((_, start) => words.slice(start, start + 5).join(' ')));
}

const days = (count = DAYS): string[] => Array.from({ length: count }, (_, index) => addDays(FIRST_DAY, index));

const write = async (sign: string, date: string, language: string) =>
  (await runHandler(dailyHoroscope, { sign, date, language })).reading;
const written = new Map<string, ReturnType<typeof write>>();

/** A reading as it is written the first time: the same are looked at in several ways. */
function daily(sign: string, date: string, language = 'en') {
  const key = `${sign} ${date} ${language}`;
  const reading = written.get(key) ?? write(sign, date, language);
  written.set(key, reading);
  return reading;
}

/** The sentences of all texts of a reading. */
const sentencesIn = (reading: object): string[] =>
  Object.values(reading).flatMap((value) =>
    typeof value === 'string' ? splitSentences(value) : typeof value === 'object' && value ? sentencesIn(value) : [],
  );

/** Languages that are compared by default; the readings of all have the same structure. */
const COMPARED = nightlyOrDaily(languages, ['en', 'es'] as const);

describe('readings', () => {
  for (const language of COMPARED) {
    it(`differ in "${language}" on all of ${signs.length} signs × ${DAYS} days and share less than 5 % of their five-word runs`, async () => {
      const texts: string[] = [];
      for (const sign of signs) for (const date of days()) texts.push((await daily(sign, date, language)).general);
      equal(new Set(texts).size, signs.length * DAYS);

      const random = randomFrom('overlap');
      const runs = texts.map(fiveWordRuns);
      const PAIRS = 3_000;
      let shared = 0;
      for (let pair = 0; pair < PAIRS; pair++) {
        const [one, other] = random.shuffle([random.pick(runs), random.pick(runs)]);
        if (!one || !other || one === other) continue;
        const common = [...one].filter((run) => other.has(run)).length;
        shared += common / Math.min(one.size, other.size);
      }
      const share = shared / PAIRS;
      ok(share > 0 && share < 0.05, `${(share * 100).toFixed(2)} % shared`);
    });
  }

  it('never repeat a sentence within a reading, nor on the next day for the same sign', async () => {
    for (const language of languages) {
      for (const sign of signs) {
        let before: ReadonlySet<string> = new Set();
        for (const date of days(language === 'en' ? DAYS : 10)) {
          const said = sentencesIn(await daily(sign, date, language)).filter(
            (sentence) => splitWords(sentence).length > 2,
          );
          const now = new Set(said);
          equal(now.size, said.length, `${language} ${sign} ${date} repeats itself`);
          const again = said.filter((sentence) => before.has(sentence));
          deepEqual(again, [], `${language} ${sign} ${date} says again what it said the day before`);
          before = now;
        }
      }
    }
  });

  it('of one day begin alike for at most three signs', async () => {
    for (const date of days(10)) {
      const openings = new Map<string, number>();
      for (const sign of signs) {
        const [first = ''] = splitSentences((await daily(sign, date)).general);
        openings.set(first, (openings.get(first) ?? 0) + 1);
      }
      ok(
        Math.max(...openings.values()) <= 3,
        `${date}: ${JSON.stringify([...openings].sort(([, a], [, b]) => b - a)[0])}`,
      );
    }
  });

  it('for one birth are based on that birth', async () => {
    const date = '2026-01-05';
    const plain = await runHandler(dailyHoroscope, { sign: 'leo', date });
    const own = await runHandler(dailyHoroscope, { birth_date: '1990-08-05', date });
    equal(own.computed_data.sign, 'leo');
    notEqual(own.reading.general, plain.reading.general);
    ok(/birth|natal/i.test(own.reading.general), own.reading.general);
  });

  it('for one birth differ every day, and mention the birth when the moon aspects it', async () => {
    let spoken = 0;
    for (const date of days()) {
      const { general } = (await runHandler(dailyHoroscope, { birth_date: '1990-08-05', date })).reading;
      notEqual(general, (await daily('leo', date)).general, date);
      if (/birth|natal/i.test(general)) spoken++;
    }
    ok(spoken >= 5 && spoken <= 20, `${spoken} of ${DAYS} days speak of the birth`);
  });

  it('repeat for the same input on the same day, whatever was read in between', async () => {
    const input = { birth_date: '1990-08-05', birth_time: '14:30', location: 'Lisbon', date: '2026-04-01' };
    const first = await runHandler(dailyHoroscope, input);
    await runHandler(dailyHoroscope, { sign: 'aries', date: '2026-04-01' });
    const again = await runHandler(dailyHoroscope, input);
    deepEqual(again.reading, first.reading);
    deepEqual(again.computed_data, first.computed_data);
    const moon = async () => (await runHandler(moonReport, { date: '2026-04-01' })).reading;
    deepEqual(await moon(), await moon());
  });

  it('of two signs have the same score in either order', async () => {
    for (const a of signs) {
      for (const b of signs) {
        const one = (await runHandler(compatibility, { sign_a: a, sign_b: b })).reading;
        const other = (await runHandler(compatibility, { sign_a: b, sign_b: a })).reading;
        const scores = (reading: typeof one) => [
          reading.overall_score,
          reading.love.score,
          reading.friendship.score,
          reading.communication.score,
        ];
        deepEqual(scores(one), scores(other), `${a} ${b}`);
        for (const score of scores(one)) ok(score >= 0 && score <= 100);
        for (const { description } of [one.love, one.friendship, one.communication]) {
          ok(description.split(/\s+/).length >= 15, description);
        }
      }
    }
    const births = { birth_date_a: '1990-08-05', birth_date_b: '1988-02-29' };
    const turned = { birth_date_a: births.birth_date_b, birth_date_b: births.birth_date_a };
    equal(
      (await runHandler(compatibility, births)).reading.overall_score,
      (await runHandler(compatibility, turned)).reading.overall_score,
    );
  });

  it('of the cards describe each card in its position', async () => {
    for (const spread of spreads) {
      const { computed_data: computed, reading } = await runHandler(tarotReading, { spread, question: 'What next?' });
      const count = { single: 1, three: 3, celtic_cross: 10 }[spread];
      equal(computed.drawn_cards.length, count);
      equal(new Set(computed.drawn_cards.map(({ name }) => name)).size, count);
      for (const [at, card] of computed.drawn_cards.entries()) {
        equal(reading.cards[at]?.card, card.reversed ? `${card.name} (Reversed)` : card.name);
      }
      const sentences = sentencesIn(reading);
      equal(new Set(sentences).size, sentences.length, 'a sentence is repeated');
    }
    const { reading } = await runHandler(tarotReading, {});
    deepEqual(
      reading.cards.map(({ position }) => position),
      ['Past', 'Present', 'Future'],
    );
  });

  it('forecast every animal in every year', async () => {
    const overviews = new Set<string>();
    for (let birth_year = 1980; birth_year < 1992; birth_year++) {
      for (let year = 2024; year < 2036; year++) {
        overviews.add((await runHandler(chineseForecast, { birth_year, year })).reading.overview);
      }
    }
    ok(overviews.size > 100, `${overviews.size} different overviews of 144`);
  });
});
