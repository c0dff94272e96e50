import { weeklyHoroscope } from '../../shared/contract/catalogue/horoscope.js';
import { handle } from '../handle.js';
import { envelope, today, warmUp } from '../lib/readings/envelope.js';
import { weekly, weeklyFacts } from '../lib/readings/weekly.js';
import { write } from '../lib/readings/write.js';
import { dayAfter, mondayOf, skyOfDays } from '../lib/sky/days.js';
import { birthPoints, subjectOf } from '../lib/sky/natal-chart.js';

const DAYS = 7;

export default handle(
  weeklyHoroscope,
  (input, call) =>
    envelope(async () => {
      const subject = subjectOf(input);
      const { sign, personalized } = subject;
      const monday = mondayOf(today(call));
      return {
        computed_data: {
          sign,
          period: 'weekly' as const,
          week_start: monday,
          week_end: dayAfter(monday, DAYS - 1),
          personalized,
          ...birthPoints(subject),
        },
        reading: await write(weekly, weeklyFacts(skyOfDays(monday, DAYS), subject), input.language, call),
      };
    }),
  warmUp,
);
