import type { WeeklyFacts } from 'readings';
import { weeklyHoroscope } from '../../shared/contract/catalogue/horoscope.js';
import { horoscope, today } from '../lib/readings/reading.js';
import {
  addDays,
  calculateSkies,
  findMonday,
  findMoonEvents,
  findPlanetEvents,
  type MoonEvent,
  rateAspect,
  type SkyDay,
} from '../lib/sky/days.js';
import { findEvents } from '../lib/sky/events.js';
import { birthPoints, createSubject, type Subject } from '../lib/sky/natal-chart.js';
import { findHouse } from '../lib/sky/zodiac.js';
import { findHighlights, WEEK_DAYS } from './day-score.js';
import { eventFacts } from './event-facts.js';
import { birthFacts, slowFacts } from './period-facts.js';

export default horoscope(weeklyHoroscope, {
  name: 'weekly_horoscope',
  about:
    'the horoscope of one sign for one week: overview (60 to 120 words), love, career, health (about 40 words each), highlights; each text begins with its plain sense',
  kept: ['highlights.best_day', 'highlights.challenging_day'],
  calculate(input, call) {
    const subject = createSubject(input);
    const { sign, personalized } = subject;
    const monday = findMonday(today(call));
    return {
      computed: {
        sign,
        period: 'weekly' as const,
        week_start: monday,
        week_end: addDays(monday, WEEK_DAYS - 1),
        personalized,
        ...birthPoints(subject),
      },
      facts: weeklyFacts(calculateSkies(monday, WEEK_DAYS), subject),
    };
  },
});

/** Returns the facts of a week for a person. */
function weeklyFacts(days: readonly SkyDay[], subject: Subject): WeeklyFacts {
  const [monday] = days;
  const middle = days[Math.floor(days.length / 2)];
  if (!monday || !middle) throw new RangeError('a week has days');
  const event = findPhase(findMoonEvents(days));
  const [aspect] = findPlanetEvents(days);
  const { best, hardest } = findHighlights(days, subject);
  const birth = birthFacts(days, subject);
  return {
    ...slowFacts(middle, subject),
    week_start: monday.date,
    ...(event && { moon_event: { phase: event.phase, date: event.date, house: findHouse(event.sign, subject.sign) } }),
    ...(aspect && {
      planet_event: { planet: aspect.a, other: aspect.b, quality: rateAspect(aspect), date: aspect.date },
    }),
    ...(birth && { birth }),
    events: eventFacts(findEvents(days.map(({ date }) => date)), subject.sign),
    best_date: best.date,
    challenging_date: hardest.date,
  };
}

/** Finds the most important phase: new and full moons come before quarters. */
const findPhase = (events: readonly MoonEvent[]): MoonEvent | undefined =>
  events.find(({ phase }) => phase === 'full_moon' || phase === 'new_moon') ?? events[0];
