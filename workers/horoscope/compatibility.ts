import { compatibility } from '../../shared/contract/catalogue/horoscope.js';
import { handle } from '../handle.js';
import { match } from '../lib/readings/compatibility.js';
import { envelope, warmUp } from '../lib/readings/envelope.js';
import { write } from '../lib/readings/write.js';
import { subjectOf } from '../lib/sky/natal-chart.js';
import { scores } from '../lib/sky/synastry.js';
import type { Sign } from '../lib/sky/zodiac.js';

const side = (sign: Sign | undefined, date: string | undefined) =>
  subjectOf({ ...(sign ? { sign } : {}), ...(date ? { birth_date: date } : {}) });

export default handle(
  compatibility,
  (input, call) =>
    envelope(async () => {
      const a = side(input.sign_a, input.birth_date_a);
      const b = side(input.sign_b, input.birth_date_b);
      const births = a.birthDate && b.birthDate ? ([a.birthDate, b.birthDate] as const) : undefined;
      const facts = { sign_a: a.sign, sign_b: b.sign, scores: scores(a.sign, b.sign, births) };
      return {
        computed_data: { sign_a: a.sign, sign_b: b.sign, personalized: a.personalized || b.personalized },
        reading: await write(match, facts, input.language, call),
      };
    }),
  warmUp,
);
