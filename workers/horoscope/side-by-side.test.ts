import { ok } from 'node:assert/strict';
import { countWords } from 'readings/compose';
import { signs } from '../../shared/contract/catalogue/horoscope-names.js';
import { packs } from '../../test/helpers/reading-packs.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import { listTexts, readOn } from '../../test/helpers/text-variety.js';
import { addDays } from '../lib/sky/days.js';
import dailyHoroscope from './daily-horoscope.js';
import monthlyHoroscope from './monthly-horoscope.js';
import moonReport from './moon-phase-report.js';
import weeklyHoroscope from './weekly-horoscope.js';

/** The share of the sentences of a day that more than one sign has. */
const MOST_SHARED = 0.1;
const DAYS = 10;

describe('the readings of twelve signs on one day', () => {
  for (const language of packs.languages) {
    it(`share at most a tenth of their sentences in "${language}"`, async () => {
      let sentences = 0;
      let shared = 0;
      for (let day = 0; day < DAYS; day++) {
        // Days apart, so that the moon is in many signs and an eclipse is among them.
        const date = addDays('2026-02-17', day * 5);
        const said = new Map<string, number>();
        for (const sign of signs) {
          const { general, love, career, health } = (await runHandler(dailyHoroscope, { sign, date, language }))
            .reading;
          for (const one of listTexts([general, love, career, health])) said.set(one, (said.get(one) ?? 0) + 1);
        }
        for (const times of said.values()) {
          sentences += times;
          if (times > 1) shared += times;
        }
      }
      ok(sentences > 1_000);
      ok(shared / sentences <= MOST_SHARED, `${((shared / sentences) * 100).toFixed(1)} % shared`);
    });

    it(`share at most a tenth of a week and a month in "${language}"`, async () => {
      for (const [handler, clocks] of [
        [weeklyHoroscope, ['2026-02-18', '2026-06-29', '2026-08-12']],
        [monthlyHoroscope, ['2026-03-01', '2026-06-01', '2026-08-01']],
      ] as const) {
        let sentences = 0;
        let shared = 0;
        for (const now of clocks) {
          const said = new Map<string, number>();
          for (const sign of signs) {
            const { reading } = await readOn(handler, { sign, language, now });
            const { highlights: _, key_dates: _dates, themes: _themes, ...texts } = Object(reading);
            for (const one of listTexts(texts)) said.set(one, (said.get(one) ?? 0) + 1);
          }
          for (const times of said.values()) {
            sentences += times;
            if (times > 1) shared += times;
          }
        }
        ok(
          shared / sentences <= MOST_SHARED,
          `${handler.endpoint.id}: ${((shared / sentences) * 100).toFixed(1)} % shared`,
        );
      }
    });

    it(`begin each paragraph in "${language}" with a plain sentence, and write about forty words on love, work and health`, async () => {
      const { moves } = packs.of(language);
      const plain = (text: string, move: string): boolean =>
        (moves.get(move) ?? []).some(({ source }) => {
          const [begins = '', ends = ''] = source.split(/\{\w+\}/);
          return text.startsWith(begins) && text.includes(ends);
        });
      let words = 0;
      let texts = 0;
      for (const sign of signs) {
        const date = addDays('2026-04-03', signs.indexOf(sign) * 3);
        const { reading } = await runHandler(dailyHoroscope, { sign, date, language });
        ok(plain(reading.general, 'daily.open'), reading.general);
        for (const area of ['love', 'career', 'health'] as const) {
          ok(plain(reading[area], `plain.${area}`), reading[area]);
          words += countWords(reading[area]);
          texts++;
        }
      }
      for (let day = 0; day < 30; day++) {
        const { reading } = await runHandler(moonReport, { date: addDays('2026-04-03', day), language });
        ok(plain(reading.overview, 'moon.open'), reading.overview);
      }
      const mean = words / texts;
      ok(mean >= 34 && mean <= 46, `${mean} words`);
    });
  }
});
