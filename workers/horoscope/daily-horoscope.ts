import { dailyHoroscope } from '../../shared/catalogue/horoscope.js';
import { handle } from '../handle.js';
import { daily, dailyFacts } from '../tools/readings/daily.js';
import { envelope, today, warmUp } from '../tools/readings/envelope.js';
import { write } from '../tools/readings/write.js';
import { skyOfDay } from '../tools/sky/day.js';
import { birthPoints, subjectOf } from '../tools/sky/subject.js';

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
