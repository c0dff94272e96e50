import { monthlyHoroscope } from '../../shared/contract/catalogue/horoscope.js';
import { handle } from '../handle.js';
import { envelope, today, warmUp } from '../lib/readings/envelope.js';
import { monthly, monthlyFacts } from '../lib/readings/monthly.js';
import { write } from '../lib/readings/write.js';
import { skyOfMonth } from '../lib/sky/days.js';
import { birthPoints, subjectOf } from '../lib/sky/natal-chart.js';

export default handle(
  monthlyHoroscope,
  (input, call) =>
    envelope(async () => {
      const subject = subjectOf(input);
      const { sign, personalized } = subject;
      const month = input.month ?? today(call).slice(0, 7);
      const facts = monthlyFacts(skyOfMonth(month), month, subject);
      return {
        computed_data: { sign, period: 'monthly' as const, month, personalized, ...birthPoints(subject) },
        reading: await write(monthly, facts, input.language, call),
      };
    }),
  warmUp,
);
