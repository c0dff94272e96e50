import { deepEqual, ok } from 'node:assert/strict';
import { signs } from '../../shared/contract/catalogue/horoscope-names.js';
import { packs } from '../../test/helpers/reading-packs.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { calculateSkies } from '../lib/sky/days.js';
import { findEclipse } from '../lib/sky/events.js';
import { principal } from './daily-facts.js';
import dailyHoroscope from './daily-horoscope.js';

const DAYS = nightlyOrDaily(120, 60);

describe('the daily horoscope on the day of a principal moon phase', () => {
  const listLines = (move: string, of: (line: { aspect?: unknown }) => boolean): string[] =>
    (packs.of('en').moves.get(move) ?? []).filter(({ when }) => of(when)).map(({ source }) => source);
  /** Without the words that are filled in, in what is compared. */
  const told = (general: string, lines: readonly string[]) =>
    lines.filter((line) => general.includes(line.split('{', 1)[0] ?? line));

  it('names the phase, and not also the aspect of moon and sun', async () => {
    const phases = listLines('daily.phase', () => true);
    const aspects = listLines('daily.aspect', ({ aspect }) => String(aspect).startsWith('sun-'));
    const days = calculateSkies('2026-01-01', DAYS).filter(({ phase }) => principal.includes(phase));
    ok(days.length > DAYS / 10 && aspects.length > 9);
    const twice: string[] = [];
    let meetings = 0;
    for (const { date } of days) {
      for (const sign of signs) {
        const { general } = (await runHandler(dailyHoroscope, { sign, date })).reading;
        const isTold = findEclipse(date) ? /eclipse/.test(general) : told(general, phases).length > 0;
        if (!isTold) twice.push(`${date} ${sign}: no phase in ${general}`);
        if (told(general, aspects).length > 0) twice.push(`${date} ${sign}: ${general}`);
        meetings += 1;
      }
    }
    ok(meetings > DAYS);
    deepEqual(twice, []);
  });
});
