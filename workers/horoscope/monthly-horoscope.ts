import type { BirthFacts, EventFacts, KeyDate, Lunation, MonthlyFacts } from 'readings';
import { monthlyHoroscope } from '../../shared/contract/catalogue/horoscope.js';
import { horoscope, today } from '../lib/readings/reading.js';
import {
  calculateMonth,
  calculateSky,
  findMoonEvents,
  findPlanetEvents,
  rateAspect,
  type SkyDay,
} from '../lib/sky/days.js';
import { findEventsOfMonth } from '../lib/sky/events.js';
import { birthPoints, createSubject, type Subject } from '../lib/sky/natal-chart.js';
import { findHouse, findRuler, type Planet } from '../lib/sky/zodiac.js';
import { findTone, scoreDay } from './day-score.js';
import { eventFacts, eventWeight } from './event-facts.js';
import { birthFacts, slowFacts } from './period-facts.js';

export default horoscope(monthlyHoroscope, {
  name: 'monthly_horoscope',
  about:
    'the horoscope of one sign for one month: overview (60 to 120 words), love, career, health (about 40 words each), influences, themes, and why each key date matters, which names the date; each text begins with its plain sense',
  kept: ['key_dates.*'],
  calculate(input, call) {
    const subject = createSubject(input);
    const { sign, personalized } = subject;
    const month = input.month ?? today(call).slice(0, 7);
    return {
      computed: { sign, period: 'monthly' as const, month, personalized, ...birthPoints(subject) },
      facts: monthlyFacts(calculateMonth(month), month, subject),
    };
  },
});

/** Planets that a month's text names. */
const PLANETS: readonly Planet[] = ['mercury', 'venus', 'mars', 'jupiter', 'saturn'];
const MAX_KEY_DATES = 6;
const THEMES = 3;
/** Maximum number of key dates for transits to a birth. */
const MAX_TRANSITS = 2;

/** Returns the facts of a month for a person. */
function monthlyFacts(days: readonly SkyDay[], month: string, subject: Subject): MonthlyFacts {
  const middle = days[Math.floor(days.length / 2)];
  if (!middle) throw new RangeError('a month has days');
  const moons = findMoonEvents(days);
  const lunation = (phase: string): Lunation | undefined => {
    const event = moons.find((one) => one.phase === phase);
    return event && { date: event.date, house: findHouse(event.sign, subject.sign) };
  };
  const birth = birthFacts(days, subject);
  const newMoon = lunation('new_moon');
  const fullMoon = lunation('full_moon');
  const themeHouses = [
    middle.signs.get('sun'),
    ...moons.flatMap(({ phase, sign }) => (phase === 'new_moon' || phase === 'full_moon' ? [sign] : [])),
    middle.signs.get('venus'),
    middle.signs.get('mars'),
  ].flatMap((sign) => (sign === undefined ? [] : [findHouse(sign, subject.rising ?? subject.sign)]));
  const events = eventFacts(findEventsOfMonth(month), subject.sign);
  return {
    ...slowFacts(middle, subject),
    month,
    ...(newMoon && { new_moon: newMoon }),
    ...(fullMoon && { full_moon: fullMoon }),
    planet_houses: PLANETS.map((planet) => ({
      planet,
      house: findHouse(middle.signs.get(planet) ?? subject.sign, subject.sign),
    })),
    theme_houses: [...new Set(themeHouses)].slice(0, THEMES),
    retrograde: [...new Set(days.flatMap(({ retrograde }) => [...retrograde]))],
    events,
    key_dates: keyDates(days, subject, birth, events),
    ...(birth && { birth }),
  };
}

/** Chooses the days that matter most to a sign or a birth, each for its strongest reason. */
function keyDates(
  days: readonly SkyDay[],
  subject: Subject,
  birth: BirthFacts | undefined,
  events: readonly EventFacts[],
): KeyDate[] {
  const { sign } = subject;
  const ruler = findRuler(sign);
  const weighed: { readonly weight: number; readonly key: KeyDate }[] = events.map((event) => ({
    weight: eventWeight(event, sign),
    key: { date: event.date, reason: 'event', event },
  }));
  for (const { phase, date, sign: of } of findMoonEvents(days)) {
    if (phase === 'new_moon' || phase === 'full_moon') {
      weighed.push({ weight: 62, key: { date, reason: phase, house: findHouse(of, sign) } });
    }
  }
  const ranked = [...days].sort((one, other) => scoreDay(other, subject) - scoreDay(one, subject));
  const best = ranked.find((day) => findTone(day, subject) === 'good');
  const hardest = ranked.findLast((day) => findTone(day, subject) === 'hard');
  const moonHouse = (day: SkyDay): number => findHouse(day.signs.get('moon') ?? sign, sign);
  if (best) weighed.push({ weight: 64, key: { date: best.date, reason: 'best', house: moonHouse(best) } });
  if (hardest) weighed.push({ weight: 63, key: { date: hardest.date, reason: 'hardest', house: moonHouse(hardest) } });
  for (const transit of (birth?.distinct_transits ?? []).slice(0, MAX_TRANSITS)) {
    weighed.push({ weight: 80, key: { date: transit.date, reason: 'transit', transit } });
  }
  for (const { a: planet, b: other, date, ...aspect } of findPlanetEvents(days)) {
    const house = findHouse(calculateSky(date).signs.get(planet) ?? sign, sign);
    const weight = planet === ruler || other === ruler ? 40 : 15;
    weighed.push({ weight, key: { date, reason: 'aspect', planet, other, quality: rateAspect(aspect), house } });
  }
  const chosen = new Map<string, KeyDate>();
  for (const { key } of weighed.sort((one, other) => other.weight - one.weight)) {
    if (chosen.size < MAX_KEY_DATES && !chosen.has(key.date)) chosen.set(key.date, key);
  }
  return [...chosen.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
}
