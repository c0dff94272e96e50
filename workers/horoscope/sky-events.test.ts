import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import { signs } from '../../shared/contract/catalogue/horoscope-names.js';
import { packs } from '../../test/helpers/reading-packs.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import dailyHoroscope from './daily-horoscope.js';
import monthlyHoroscope from './monthly-horoscope.js';
import moonReport from './moon-phase-report.js';
import weeklyHoroscope from './weekly-horoscope.js';

const on = (date: string) => ({ clock: { now: () => new Date(`${date}T09:00:00Z`) } });

describe('eclipses, stations and changes of sign in horoscopes', () => {
  for (const language of packs.languages) {
    const name = (key: string, at = 0): string => packs.of(language).phrases[key]?.[at] ?? '';

    it(`are named for every sign in "${language}": the total solar eclipse of 12 August 2026`, async () => {
      const eclipse = name('eclipse.total_solar');
      for (const sign of signs) {
        const daily = await runHandler(dailyHoroscope, { sign, date: '2026-08-12', language });
        ok(daily.reading.general.includes(eclipse), daily.reading.general);
        const weekly = await runHandler(weeklyHoroscope, { sign, language }, on('2026-08-11'));
        ok(weekly.reading.overview.includes(eclipse), weekly.reading.overview);
        const { reading } = await runHandler(monthlyHoroscope, { sign, month: '2026-08', language });
        ok(reading.overview.includes(eclipse), reading.overview);
        ok(reading.overview.includes(name('eclipse.partial_lunar')), reading.overview);
        ok(reading.key_dates.includes('2026-08-12') && reading.key_dates.includes('2026-08-28'));
        ok(reading.themes.includes(name('eclipse.total_solar', 1)), reading.themes.join());
      }
    });

    it(`are named in the moon report in "${language}" with their kind`, async () => {
      for (const [date, phase, eclipse] of [
        ['2026-02-17', 'new_moon', 'annular_solar'],
        ['2026-03-03', 'full_moon', 'total_lunar'],
        ['2026-08-28', 'full_moon', 'partial_lunar'],
        ['2027-02-20', 'full_moon', 'penumbral_lunar'],
      ] as const) {
        const { computed_data: computed, reading } = await runHandler(moonReport, { date, language });
        deepEqual([computed.phase, computed.eclipse], [phase, eclipse]);
        ok(reading.overview.includes(name(`eclipse.${eclipse}`)), reading.overview);
      }
      const { computed_data: plain } = await runHandler(moonReport, { date: '2026-09-11', language });
      equal(plain.eclipse, undefined);
    });

    it(`are named in "${language}" on the day of a station of Mercury and of an ingress of Saturn`, async () => {
      for (const [date, planet] of [
        ['2026-02-26', 'mercury'],
        ['2026-02-14', 'saturn'],
      ] as const) {
        const { reading } = await runHandler(dailyHoroscope, { sign: 'gemini', date, language });
        ok(reading.general.includes(name(`planet.${planet}`)), reading.general);
      }
    });

    it(`have a reason for each key date in "${language}", which names the date`, async () => {
      for (const sign of signs) {
        const { reading } = await runHandler(monthlyHoroscope, { sign, month: '2026-05', language });
        equal(reading.key_date_reasons.length, reading.key_dates.length);
        for (const [at, date] of reading.key_dates.entries()) {
          const reason = reading.key_date_reasons[at] ?? '';
          ok(reason.includes(String(Number(date.slice(8)))), `${date}: ${reason}`);
        }
      }
    });
  }

  it('give each sign key dates of its own', async () => {
    for (const month of ['2026-05', '2026-08', '2026-11']) {
      const dates = await Promise.all(
        signs.map(async (sign) => (await runHandler(monthlyHoroscope, { sign, month })).reading.key_dates.join()),
      );
      ok(new Set(dates).size >= 9, `${month}: ${new Set(dates).size} of 12 signs differ`);
    }
  });
});

describe('the time and place of a birth', () => {
  const date = '2026-05-09';
  const writeGeneral = async (raw: object) => {
    const { reading } = await runHandler(dailyHoroscope, { birth_date: '1990-08-05', date, ...raw });
    return { general: reading.general, love: reading.love };
  };

  it('add a sentence on the moon sign and one on the rising sign to every daily reading', async () => {
    const english = packs.of('en').moves;
    const saidBy = (text: string, move: string): boolean =>
      (english.get(move) ?? []).some(({ source }) =>
        source.split(/\{\w+\}/).every((part) => text.toLowerCase().includes(part.toLowerCase())),
      );
    for (const day of ['2026-05-09', '2026-05-10', '2026-05-11', '2026-05-12']) {
      const plain = await runHandler(dailyHoroscope, { birth_date: '1990-08-05', date: day });
      const whole = await runHandler(dailyHoroscope, {
        birth_date: '1990-08-05',
        birth_time: '14:30',
        location: 'Lisbon',
        date: day,
      });
      ok(saidBy(whole.reading.general, 'daily.rising'), whole.reading.general);
      ok(saidBy(whole.reading.love, 'birth.today'), whole.reading.love);
      ok(!saidBy(plain.reading.general, 'daily.rising'), plain.reading.general);
      ok(!saidBy(plain.reading.love, 'birth.today'), plain.reading.love);
    }
  });

  it('change the reading with the hour and with the city', async () => {
    const lisbon = await writeGeneral({ birth_time: '14:30', location: 'Lisbon' });
    notDeepEqual(await writeGeneral({ birth_time: '06:10', location: 'Lisbon' }), lisbon);
    notDeepEqual(await writeGeneral({ birth_time: '14:30', location: 'Tokyo' }), lisbon);
    notDeepEqual(await writeGeneral({ birth_time: '14:30' }), lisbon);
  });
});
