import { deepEqual, equal } from 'node:assert/strict';
import { runHandler } from '../../test/helpers/run-handler.js';
import biorhythm from './biorhythm.js';

const on = async (birth_date: string, date: string) =>
  (await runHandler(biorhythm, { birth_date, date })).computed_data;

describe('the biorhythm', () => {
  it('matches a day calculated by hand', async () => {
    // 10,000 days are 434 × 23 + 18, 357 × 28 + 4 and 303 × 33 + 1:
    // sin(2π·18/23) = −0.979, sin(2π·4/28) = 0.782, sin(2π·1/33) = 0.189.
    deepEqual(await on('1990-01-01', '2017-05-19'), {
      date: '2017-05-19',
      days_alive: 10_000,
      physical: -97.9,
      emotional: 78.2,
      intellectual: 18.9,
      critical: [],
    });
  });

  it('begins at zero, crosses it in mid-cycle, and returns after 23 × 28 × 33 days', async () => {
    const zero = { physical: 0, emotional: 0, intellectual: 0, critical: ['physical', 'emotional', 'intellectual'] };
    deepEqual(await on('2000-02-29', '2000-02-29'), { date: '2000-02-29', days_alive: 0, ...zero });
    deepEqual(await on('1950-01-01', '2008-03-09'), { date: '2008-03-09', days_alive: 21_252, ...zero });
    // A physical cycle crosses it at noon of its day 11, and the three cross it anew after 23, 28 and 33 days.
    const january = (day: number) => `2026-01-${String(day + 1).padStart(2, '0')}`;
    const physical: number[] = [];
    const emotional: number[] = [];
    for (let day = 0; day < 31; day++) {
      const { critical } = await on('2026-01-01', january(day));
      if (critical.includes('physical')) physical.push(day);
      if (critical.includes('emotional')) emotional.push(day);
    }
    deepEqual(
      [physical, emotional],
      [
        [0, 11, 23],
        [0, 14, 28],
      ],
    );
  });

  it('counts the days of leap years', async () => {
    equal((await on('2024-02-28', '2024-03-01')).days_alive, 2);
    equal((await on('2023-02-28', '2023-03-01')).days_alive, 1);
    equal((await on('1900-02-28', '1900-03-01')).days_alive, 1);
  });
});
