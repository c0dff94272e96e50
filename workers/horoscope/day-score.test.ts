import { deepEqual, ok } from 'node:assert/strict';
import { signs } from '../../shared/contract/catalogue/horoscope-names.js';
import { packs } from '../../test/helpers/reading-packs.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { addDays } from '../lib/sky/days.js';
import dailyHoroscope from './daily-horoscope.js';
import weeklyHoroscope from './weekly-horoscope.js';

const WEEKS = nightlyOrDaily(104, 8);
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

describe("a week's best and hardest day", () => {
  const { moves } = packs.of('en');
  const listLines = (move: string, fits: (when: { tone?: unknown; aspect?: unknown }) => boolean): string[] =>
    (moves.get(move) ?? []).filter(({ when }) => fits(when)).map(({ source }) => source);
  const openings = (tone: string) => listLines('daily.open', (when) => when.tone === tone);
  const aspects = (quality: string) => listLines('daily.aspect', ({ aspect }) => String(aspect).endsWith(quality));
  const includesLine = (text: string, lines: readonly string[]) =>
    lines.filter((line) => line.split(/\{\w+\}/).every((part) => text.includes(part)));

  it('agree with the daily readings of these days, for every sign and for a birth', async () => {
    const subjects = [
      ...signs.map((sign) => ({ sign })),
      { birth_date: '1985-08-04', birth_time: '09:15', location: 'Osaka' },
    ];
    const wrong: string[] = [];
    for (let week = 0; week < WEEKS; week++) {
      const monday = addDays('2026-01-05', week * 7);
      for (const subject of subjects) {
        const clock = { now: () => new Date(`${monday}T09:00:00Z`) };
        const { highlights } = (await runHandler(weeklyHoroscope, subject, { clock })).reading;
        const writeGeneral = async (name: string) => {
          const date = addDays(monday, DAY_NAMES.indexOf(name));
          return (await runHandler(dailyHoroscope, { ...subject, date })).reading.general;
        };
        const best = await writeGeneral(highlights.best_day);
        const hardest = await writeGeneral(highlights.challenging_day);
        const about = `${monday} ${JSON.stringify(subject)}`;
        if (includesLine(best, openings('good')).length === 0) wrong.push(`${about} best: ${best}`);
        if (includesLine(best, aspects('hard')).length > 0) wrong.push(`${about} best with strain: ${best}`);
        if (includesLine(hardest, openings('hard')).length === 0) wrong.push(`${about} hardest: ${hardest}`);
        if (includesLine(hardest, aspects('soft')).length > 0) wrong.push(`${about} hardest with ease: ${hardest}`);
      }
    }
    deepEqual(wrong, []);
  }).timeout(60_000);

  it('leave good, even and hard days in every month of a sign', async () => {
    for (const sign of signs) {
      const met = new Map<string, number>();
      for (let day = 0; day < 30; day++) {
        const { general } = (await runHandler(dailyHoroscope, { sign, date: addDays('2026-06-01', day) })).reading;
        for (const tone of ['good', 'even', 'hard']) {
          if (includesLine(general, openings(tone)).length > 0) met.set(tone, (met.get(tone) ?? 0) + 1);
        }
      }
      for (const tone of ['good', 'even', 'hard'])
        ok((met.get(tone) ?? 0) >= 4, `${sign}: ${JSON.stringify([...met])}`);
    }
  });
});
