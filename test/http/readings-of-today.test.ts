import { deepEqual, equal } from 'node:assert/strict';
import biorhythm from '../../workers/horoscope/biorhythm.js';
import chineseYearForecast from '../../workers/horoscope/chinese-year-forecast.js';
import dailyHoroscope from '../../workers/horoscope/daily-horoscope.js';
import monthlyHoroscope from '../../workers/horoscope/monthly-horoscope.js';
import moonPhaseReport from '../../workers/horoscope/moon-phase-report.js';
import weeklyHoroscope from '../../workers/horoscope/weekly-horoscope.js';
import numerologicalNumbers from '../../workers/numerology/numerological-numbers.js';
import personalDay from '../../workers/numerology/personal-day-prediction.js';
import personalMonth from '../../workers/numerology/personal-month-prediction.js';
import personalYear from '../../workers/numerology/personal-year-prediction.js';
import { runHandler } from '../helpers/run-handler.js';

const at = (instant: string) => ({ clock: { now: () => new Date(instant) } });

describe('today', () => {
  it('is the UTC day, month and year wherever none is given', async () => {
    const [last, first] = [at('2027-12-31T23:59:59Z'), at('2028-01-01T00:00:00Z')];
    const born = { birth_date: '1987-11-29' };
    for (const [clock, day] of [
      [last, '2027-12-31'],
      [first, '2028-01-01'],
    ] as const) {
      const [year, month] = [Number(day.slice(0, 4)), day.slice(0, 7)];
      equal((await runHandler(dailyHoroscope, { sign: 'leo' }, clock)).computed_data.date, day);
      equal((await runHandler(moonPhaseReport, {}, clock)).computed_data.date, day);
      equal((await runHandler(biorhythm, born, clock)).computed_data.date, day);
      equal((await runHandler(monthlyHoroscope, { sign: 'leo' }, clock)).computed_data.month, month);
      equal((await runHandler(chineseYearForecast, { birth_year: 1988 }, clock)).computed_data.forecast_year, year);
      equal((await runHandler(personalDay, born, clock)).reading.date, day);
      equal((await runHandler(personalMonth, born, clock)).reading.month, month);
      equal((await runHandler(personalYear, born, clock)).reading.year, year);
      const own = (await runHandler(numerologicalNumbers, born, clock)).computed_data;
      const asked = await runHandler(personalDay, { ...born, date: day });
      equal(own.personal_day, asked.computed_data.number);
    }
  });

  it('is in the week from Monday to Sunday, also across the end of a year', async () => {
    const week = async (instant: string) => {
      const { computed_data: computed } = await runHandler(weeklyHoroscope, { sign: 'leo' }, at(instant));
      return [computed.week_start, computed.week_end];
    };
    deepEqual(await week('2028-01-02T23:59:59Z'), ['2027-12-27', '2028-01-02']);
    deepEqual(await week('2028-01-03T00:00:00Z'), ['2028-01-03', '2028-01-09']);
    deepEqual(await week('2028-02-29T12:00:00Z'), ['2028-02-28', '2028-03-05']);
  });
});
