import { dailyHoroscope } from '../../shared/contract/catalogue/horoscope.js';
import { horoscope, today } from '../lib/readings/reading.js';
import { calculateSky } from '../lib/sky/days.js';
import { birthPoints, createSubject } from '../lib/sky/natal-chart.js';
import { dailyFacts } from './daily-facts.js';

export default horoscope(dailyHoroscope, {
  name: 'daily_horoscope',
  about:
    'the horoscope of one sign for one day: general (60 to 120 words), love, career, health (about 40 words each), a lucky colour, a mood; each text begins with its plain sense',
  calculate(input, call) {
    const subject = createSubject(input);
    const { sign, personalized } = subject;
    const date = input.date ?? today(call);
    return {
      computed: { sign, period: 'daily' as const, date, personalized, ...birthPoints(subject) },
      facts: dailyFacts(calculateSky(date), subject),
    };
  },
});
