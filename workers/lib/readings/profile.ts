import type { zodiacProfile } from '../../../shared/contract/catalogue/horoscope.js';
import type { Output } from '../../../shared/contract/contract.js';
import { elementOf, rulerOf, type Sign, signAfter } from '../sky/zodiac.js';
import type { ReadingKind } from './write.js';

export interface ProfileFacts {
  readonly sign: Sign;
  readonly moon_sign?: Sign;
  readonly rising_sign?: Sign;
}

const TRAITS = 5;
/** Signs of the same element, then those at a sextile: the ones a sign gets on with most easily. */
const KINDRED_STEPS = [4, 8, 2, 10];

export const profile: ReadingKind<ProfileFacts, Output<typeof zodiacProfile>['reading']> = {
  name: 'zodiac_profile',
  about: 'the character of a zodiac sign, with the moon and rising sign of a birth when they are given',
  kept: ['element', 'ruling_planet', 'compatibility.*'],
  theme: (facts) => ({
    facts: { sign: facts.sign },
    seed: `profile ${facts.sign} ${facts.moon_sign ?? ''} ${facts.rising_sign ?? ''}`,
  }),
  compose(facts, words) {
    const points = [
      facts.moon_sign && words.say('profile.moon', { facts: { sign: facts.moon_sign } }),
      facts.rising_sign && words.say('profile.rising', { facts: { sign: facts.rising_sign } }),
    ];
    return {
      element: words.name(`element.${elementOf(facts.sign)}`),
      ruling_planet: words.name(`ruler.${rulerOf(facts.sign)}`),
      strengths: words.say('profile.strengths'),
      weaknesses: words.say('profile.weaknesses'),
      description: [words.say('profile.description'), ...points.filter(Boolean)].join(' '),
      traits: words.list('profile.traits', TRAITS),
      compatibility: KINDRED_STEPS.map((steps) => signAfter(facts.sign, steps)),
    };
  },
};
