import type { DailyFacts, Tone } from 'readings';
import { randomFrom } from 'readings/compose';
import { findMinorFacts } from '../lib/readings/minor.js';
import { addDays, calculateSky, rateAspect, type SkyDay } from '../lib/sky/days.js';
import { findEvents } from '../lib/sky/events.js';
import { MAX_NOONS, numberMoonAspect, numberMoonDay } from '../lib/sky/moon-turns.js';
import type { Subject } from '../lib/sky/natal-chart.js';
import { findAspect } from '../lib/sky/positions.js';
import { findHouse, findRuler, itemAround, type Sign, signIndex } from '../lib/sky/zodiac.js';
import { findMoonAspects, findTone, suitsTone } from './day-score.js';
import { eventFacts } from './event-facts.js';

const LUCKY_NUMBERS = 49;

/** Returns the facts of a day for a person. */
export function dailyFacts(sky: SkyDay, subject: Subject): DailyFacts {
  const moon = sky.signs.get('moon') ?? subject.sign;
  const tone = findTone(sky, subject);
  const turn = numberMoonDay(sky);
  return {
    date: sky.date,
    day_number: sky.number,
    moon_turn: turn,
    moon_month: Math.floor(turn / MAX_NOONS),
    sign: subject.sign,
    moon,
    house: findHouse(moon, subject.sign),
    ...findNextSign(sky, subject.sign),
    venus_house: findHouse(sky.signs.get('venus') ?? subject.sign, subject.sign),
    mars_house: findHouse(sky.signs.get('mars') ?? subject.sign, subject.sign),
    sun_house: findHouse(sky.signs.get('sun') ?? subject.sign, subject.sign),
    tone,
    events: eventFacts(findEvents([sky.date]), subject.sign),
    ...chooseMoonAspect(sky, subject.sign, tone),
    phase: sky.phase,
    ...findNextPhase(sky),
    retrograde: [...sky.retrograde],
    lucky_number: randomFrom(`lucky ${subject.sign} ${sky.date} ${subject.birthDate ?? ''}`).between(1, LUCKY_NUMBERS),
    ...(subject.birthDate === undefined ? {} : { birth_date: subject.birthDate }),
    ...findMinorFacts(subject.birthDate, sky.date),
    ...(subject.natalSun === undefined ? {} : findNatalAspect(sky, subject.natalSun)),
    ...(subject.rising === undefined ? {} : { rising_house: findHouse(moon, subject.rising) }),
    ...(subject.moon === undefined
      ? {}
      : { natal_moon: subject.moon, natal_moon_relation: relateToMoon(findHouse(moon, subject.moon)) }),
  };
}

/** Finds the next sign of the moon, which it enters within three days. */
function findNextSign(sky: SkyDay, sign: Sign): Pick<DailyFacts, 'next_day' | 'next_sign' | 'next_house'> {
  const here = sky.signs.get('moon');
  let day = calculateSky(addDays(sky.date, 1));
  while (day.signs.get('moon') === here) day = calculateSky(addDays(day.date, 1));
  const next_sign = day.signs.get('moon') ?? sign;
  return { next_day: day.date, next_sign, next_house: findHouse(next_sign, sign) };
}

export const principal: readonly string[] = ['new_moon', 'first_quarter', 'full_moon', 'last_quarter'];

const LUNATION_DAYS = 29.530588;

/** Finds the next principal phase, which comes within eight days. */
function findNextPhase(sky: SkyDay): Pick<DailyFacts, 'next_phase' | 'days_to_phase' | 'phase_turn'> {
  let day = sky;
  while (!principal.includes(day.phase)) day = calculateSky(addDays(day.date, 1));
  return {
    next_phase: day.phase,
    days_to_phase: day.number - sky.number,
    phase_turn: Math.round(day.number / LUNATION_DAYS),
  };
}

/** Returns the relation of the moon to the moon of a birth, by its house counted from that one. */
function relateToMoon(house: number): NonNullable<DailyFacts['natal_moon_relation']> {
  if (house === 1) return 'same';
  if (house % 2 === 1 && house !== 7) return 'kind';
  return [4, 7, 10].includes(house) ? 'tense' : 'strange';
}

/** Chooses an aspect of the moon that suits the tone: the one with the sign's ruler, else a different one by sign and day. */
function chooseMoonAspect(sky: SkyDay, sign: Sign, tone: Tone): Pick<DailyFacts, 'aspect' | 'aspect_turn'> {
  const all = findMoonAspects(sky);
  if (all.length === 0) return { aspect: 'none' };
  // The aspect of moon and sun on the day of a principal phase is reported as the phase.
  const isPrincipal = principal.includes(sky.phase);
  const suited = all.filter((one) => suitsTone(one, tone) && !(isPrincipal && one.planet === 'sun'));
  if (suited.length === 0) return {};
  const rotating = itemAround(suited, signIndex(sign) + sky.number);
  const ruled = suited.find((one) => one.planet === findRuler(sign));
  // Aspects with the ruler occur several times a month, so every second one gives way to others.
  const { planet, quality } = ruled && numberMoonAspect(sky, ruled.planet, ruled.quality) % 2 === 0 ? ruled : rotating;
  return {
    aspect: `${planet}-${quality}`,
    aspect_turn: numberMoonAspect(sky, planet, quality),
  };
}

function findNatalAspect(sky: SkyDay, natalSun: number): Pick<DailyFacts, 'natal' | 'natal_turn'> {
  const found = findAspect(sky.longitudes.get('moon') ?? 0, natalSun);
  if (!found) return { natal: 'none' };
  const natal = rateAspect(found);
  return { natal, natal_turn: numberMoonAspect(sky, natalSun, natal) };
}
