import { biorhythm } from '../../shared/contract/catalogue/horoscope.js';
import { errors } from '../../shared/contract/errors.js';
import { handle } from '../handle.js';
import { rhythmReport } from '../lib/readings/biorhythm.js';
import { envelope, today, warmUp } from '../lib/readings/envelope.js';
import { write } from '../lib/readings/write.js';
import { dayNumber } from '../lib/sky/day.js';
import { cycles, rhythmOf } from '../lib/sky/rhythm.js';

export default handle(
  biorhythm,
  (input, call) =>
    envelope(async () => {
      const date = input.date ?? today(call);
      const daysAlive = dayNumber(date) - dayNumber(input.birth_date);
      if (daysAlive < 0) throw errors.birthAfterDate();
      const rhythms = {
        physical: rhythmOf('physical', daysAlive),
        emotional: rhythmOf('emotional', daysAlive),
        intellectual: rhythmOf('intellectual', daysAlive),
      };
      return {
        computed_data: {
          date,
          days_alive: daysAlive,
          physical: rhythms.physical.value,
          emotional: rhythms.emotional.value,
          intellectual: rhythms.intellectual.value,
          critical: cycles.filter((cycle) => rhythms[cycle].critical),
        },
        reading: await write(rhythmReport, { date, days_alive: daysAlive, rhythms }, input.language, call),
      };
    }),
  warmUp,
);
