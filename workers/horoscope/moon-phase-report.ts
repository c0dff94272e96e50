import type { MoonFacts } from 'readings';
import { moonPhaseReport } from '../../shared/contract/catalogue/horoscope.js';
import { findMinorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';
import { computeBirthSky } from '../lib/sky/birth-sky.js';
import { dayNumber, rateAspect, toMidnight } from '../lib/sky/days.js';
import { findEclipse } from '../lib/sky/events.js';
import { calculateMoon } from '../lib/sky/moon.js';
import { calculateChart } from '../lib/sky/natal-chart.js';
import { calculateLongitude, findAspect } from '../lib/sky/positions.js';
import { findHouse } from '../lib/sky/zodiac.js';

export default horoscope(moonPhaseReport, {
  name: 'moon_phase_report',
  about:
    'the moon of one day by phase and sign: overview, guidance, an intention in the first person, what it is best for',
  calculate(input, call) {
    const date = input.date ?? today(call);
    const moon = calculateMoon(toMidnight(date));
    const eclipse = findEclipse(date);
    const computed = {
      date,
      phase: moon.phase,
      ...(eclipse && { eclipse: eclipse.kind }),
      illumination: moon.illumination,
      age_days: moon.ageDays,
      moon_sign: moon.sign,
      next_new_moon: toSecond(moon.nextNewMoon),
      next_full_moon: toSecond(moon.nextFullMoon),
    };
    const own = input.birth_date === undefined ? undefined : calculateChart({ date: input.birth_date }).sun;
    const { moon_sign, ...others } = computed;
    const facts: MoonFacts = {
      ...others,
      day_number: dayNumber(date),
      moon: moon_sign,
      ...(input.birth_date !== undefined && own
        ? describeBirth(input.birth_date, findHouse(moon_sign, own), date)
        : {}),
      ...findMinorFacts(input.birth_date, date),
    };
    return { computed: { ...computed, personalized: own !== undefined }, facts };
  },
});

/** Formats an instant, rounded to the second. */
const toSecond = (instant: Date): string =>
  `${new Date(Math.round(instant.getTime() / 1000) * 1000).toISOString().slice(0, 19)}Z`;

/** Returns the facts of the moon for a birth. */
function describeBirth(birth: string, house: number, date: string): Partial<MoonFacts> {
  const [born, noon] = [birth, date].map((day) => new Date(`${day}T12:00:00Z`));
  if (!born || !noon) return {};
  const aspect = findAspect(calculateLongitude('moon', noon), calculateLongitude('sun', born));
  return {
    house,
    birth_date: birth,
    birth_phase: computeBirthSky(birth, born).phase,
    ...(aspect && { natal: rateAspect(aspect) }),
  };
}
