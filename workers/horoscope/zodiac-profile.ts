import { zodiacProfile } from '../../shared/contract/catalogue/horoscope.js';
import { horoscope } from '../lib/readings/reading.js';
import { birthPoints, subjectOf } from '../lib/sky/natal-chart.js';
import { elementOf, rulerOf, signAfter } from '../lib/sky/zodiac.js';

const TRAITS = 5;
/** Signs of the same element, then those at a sextile: the ones a sign gets on with most easily. */
const KINDRED_STEPS = [4, 8, 2, 10];

export default horoscope(zodiacProfile, {
  name: 'zodiac_profile',
  about: 'the character of a zodiac sign, with the moon and rising sign of a birth when they are given',
  kept: ['element', 'ruling_planet', 'compatibility.*'],
  calculate(input) {
    const subject = subjectOf(input);
    const { sign, personalized } = subject;
    const points = birthPoints(subject);
    return { computed: { sign, personalized, ...points }, facts: { sign, ...points } };
  },
  theme: ({ sign, moon_sign, rising_sign }) => ({
    facts: { sign },
    seed: `profile ${sign} ${moon_sign ?? ''} ${rising_sign ?? ''}`,
  }),
  compose({ sign, moon_sign, rising_sign }, words) {
    const points = [
      moon_sign && words.say('profile.moon', { facts: { sign: moon_sign } }),
      rising_sign && words.say('profile.rising', { facts: { sign: rising_sign } }),
    ];
    return {
      element: words.name(`element.${elementOf(sign)}`),
      ruling_planet: words.name(`ruler.${rulerOf(sign)}`),
      strengths: words.say('profile.strengths'),
      weaknesses: words.say('profile.weaknesses'),
      description: [words.say('profile.description'), ...points.filter(Boolean)].join(' '),
      traits: words.list('profile.traits', TRAITS),
      compatibility: KINDRED_STEPS.map((steps) => signAfter(sign, steps)),
    };
  },
});
