import { numerologicalNumbers } from '../../shared/contract/catalogue/numerology.js';
import { handle } from '../handle.js';
import {
  challenges,
  expression,
  lettersOf,
  lifePath,
  personalDay,
  personality,
  personalMonth,
  personalYear,
  soulUrge,
  subconsciousSelf,
} from '../lib/numerology.js';
import { today, warmUp } from '../lib/readings/envelope.js';
import { allNumbersReading } from '../lib/readings/numerology.js';
import { write } from '../lib/readings/write.js';

export default handle(
  numerologicalNumbers,
  async (input, call) => {
    const { birth_date: born } = input;
    const date = today(call);
    const letters = input.full_name === undefined ? undefined : lettersOf(input.full_name);
    const computed = {
      life_path: lifePath(born),
      expression: letters ? expression(letters) : null,
      soul_urge: letters ? soulUrge(letters) : null,
      personality: letters ? personality(letters) : null,
      subconscious_self: letters ? subconsciousSelf(letters) : null,
      personal_year: personalYear(born, Number(date.slice(0, 4))),
      personal_month: personalMonth(born, date),
      personal_day: personalDay(born, date),
      challenge: challenges(born),
    };
    const facts = {
      life_path: computed.life_path,
      expression: computed.expression,
      soul_urge: computed.soul_urge,
      year_number: computed.personal_year,
    };
    return { computed_data: computed, reading: await write(allNumbersReading, facts, input.language, call) };
  },
  warmUp,
);
