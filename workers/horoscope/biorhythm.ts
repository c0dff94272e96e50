import { biorhythm } from '../../shared/contract/catalogue/horoscope.js';
import { biorhythmCycles } from '../../shared/contract/catalogue/horoscope-names.js';
import { errors } from '../../shared/contract/errors.js';
import { handle } from '../handle.js';
import { rhythmReport } from '../lib/readings/biorhythm.js';
import { envelope, today, warmUp } from '../lib/readings/envelope.js';
import { write } from '../lib/readings/write.js';
import { rhythmOf } from '../lib/sky/biorhythm.js';
import { dayNumber } from '../lib/sky/days.js';

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
          critical: biorhythmCycles.filter((cycle) => rhythms[cycle].critical),
        },
        reading: await write(rhythmReport, { date, days_alive: daysAlive, rhythms }, input.language, call),
      };
    }),
  warmUp,
);
