import { dailyHoroscope } from '../../shared/contract/catalogue/horoscope.js';
import { handle } from '../handle.js';
import { daily, dailyFacts } from '../lib/readings/daily.js';
import { envelope, today, warmUp } from '../lib/readings/envelope.js';
import { write } from '../lib/readings/write.js';
import { skyOfDay } from '../lib/sky/days.js';
import { birthPoints, subjectOf } from '../lib/sky/natal-chart.js';

export default handle(
  dailyHoroscope,
  (input, call) =>
    envelope(async () => {
      const subject = subjectOf(input);
      const date = input.date ?? today(call);
      const { sign, personalized } = subject;
      return {
        computed_data: { sign, period: 'daily' as const, date, personalized, ...birthPoints(subject) },
        reading: await write(daily, dailyFacts(skyOfDay(date), subject), input.language, call),
      };
    }),
  warmUp,
);
