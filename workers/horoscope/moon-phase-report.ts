import { moonPhaseReport } from '../../shared/contract/catalogue/horoscope.js';
import { handle } from '../handle.js';
import { envelope, today, warmUp } from '../lib/readings/envelope.js';
import { moonReport } from '../lib/readings/moon.js';
import { write } from '../lib/readings/write.js';
import { dayNumber, midnightOf } from '../lib/sky/days.js';
import { moonOfDay } from '../lib/sky/moon.js';
import { chartOf } from '../lib/sky/natal-chart.js';
import { houseOf } from '../lib/sky/zodiac.js';

/** An instant to the second, as almanacs would round it. */
const toSecond = (instant: Date): string =>
  `${new Date(Math.round(instant.getTime() / 1000) * 1000).toISOString().slice(0, 19)}Z`;

export default handle(
  moonPhaseReport,
  (input, call) =>
    envelope(async () => {
      const date = input.date ?? today(call);
      const moon = moonOfDay(midnightOf(date));
      const computed = {
        date,
        phase: moon.phase,
        illumination: moon.illumination,
        age_days: moon.ageDays,
        moon_sign: moon.sign,
        next_new_moon: toSecond(moon.nextNewMoon),
        next_full_moon: toSecond(moon.nextFullMoon),
      };
      const own = input.birth_date === undefined ? undefined : chartOf({ date: input.birth_date }).sun;
      const { moon_sign, ...told } = computed;
      const facts = {
        ...told,
        day_number: dayNumber(date),
        moon: moon_sign,
        ...(own ? { house: houseOf(moon_sign, own) } : {}),
      };
      return {
        computed_data: { ...computed, personalized: own !== undefined },
        reading: await write(moonReport, facts, input.language, call),
      };
    }),
  warmUp,
);
