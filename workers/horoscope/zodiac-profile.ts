import type { ProfileFacts } from 'readings';
import { zodiacProfile } from '../../shared/contract/catalogue/horoscope.js';
import { findMinorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';
import { computeBirthSky } from '../lib/sky/birth-sky.js';
import { birthPoints, createSubject, type Subject } from '../lib/sky/natal-chart.js';
import { signAt } from '../lib/sky/zodiac.js';

export default horoscope(zodiacProfile, {
  name: 'zodiac_profile',
  about: 'the character of a zodiac sign, and what a birth adds to it when it is given',
  kept: ['element', 'ruling_planet', 'compatibility.*'],
  calculate(input, call) {
    const subject = createSubject(input);
    const { sign, personalized } = subject;
    const points = birthPoints(subject);
    return {
      computed: { sign, personalized, ...points },
      facts: { sign, ...points, ...describeBirth(subject), ...findMinorFacts(input.birth_date, today(call)) },
    };
  },
});

function describeBirth({ birthDate, instant, natal }: Subject): Pick<ProfileFacts, 'born' | 'sky' | 'sun'> {
  const sun = natal.get('sun');
  if (birthDate === undefined || instant === undefined || sun === undefined) return {};
  return { born: birthDate, sky: computeBirthSky(birthDate, instant), sun: signAt(sun) };
}
