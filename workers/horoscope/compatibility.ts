import type { Half } from 'readings';
import { compatibility } from '../../shared/contract/catalogue/horoscope.js';
import { findMinorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';
import { describeCouple } from '../lib/sky/couple.js';
import { createSubject, type Subject } from '../lib/sky/natal-chart.js';
import { calculateScores, compareSigns, findContacts } from '../lib/sky/synastry.js';
import { type Sign, signAt } from '../lib/sky/zodiac.js';

export default horoscope(compatibility, {
  name: 'compatibility',
  about: 'how two zodiac signs get on in love, friendship and communication',
  calculate(input, call) {
    const a = side(input.sign_a, input.birth_date_a);
    const b = side(input.sign_b, input.birth_date_b);
    const day = today(call);
    const births = a.birthDate && b.birthDate ? ([a.birthDate, b.birthDate] as const) : undefined;
    return {
      computed: { sign_a: a.sign, sign_b: b.sign, personalized: a.personalized || b.personalized },
      facts: {
        sign_a: a.sign,
        sign_b: b.sign,
        scores: calculateScores(a.sign, b.sign, births),
        contacts: births ? findContacts(...births) : {},
        ...(births && { places: compareSigns(...births), couple: describeCouple(...births) }),
        ...(births ? {} : describeHalf(a, b)),
        ...findMinorFacts(a.birthDate, day),
        ...findMinorFacts(b.birthDate, day),
      },
    };
  },
});

/** Returns the facts of the only birth that is known of a pair. */
function describeHalf(a: Subject, b: Subject): { half?: Half } {
  const [known, other] = a.birthDate ? [a, b] : [b, a];
  const [venus, mars, mercury] = (['venus', 'mars', 'mercury'] as const).map((planet) => known.natal.get(planet));
  if (venus === undefined || mars === undefined || mercury === undefined) return {};
  return { half: { signs: { venus: signAt(venus), mars: signAt(mars), mercury: signAt(mercury) }, other: other.sign } };
}

const side = (sign: Sign | undefined, date: string | undefined) =>
  createSubject({ ...(sign ? { sign } : {}), ...(date ? { birth_date: date } : {}) });
