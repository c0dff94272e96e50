import { zodiacProfile } from '../../shared/contract/catalogue/horoscope.js';
import { horoscope } from '../lib/readings/reading.js';
import { birthPoints, type Subject, subjectOf } from '../lib/sky/natal-chart.js';
import { decanOf, elementOf, rulerOf, type Sign, signAfter, signAt } from '../lib/sky/zodiac.js';
import type { Words } from '../lib/writing/words.js';

const TRAITS = 5;
/** How many of them come from the sign itself when a birth tells of others. */
const OWN_TRAITS = 3;
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
    return { computed: { sign, personalized, ...points }, facts: { sign, ...points, ...ofBirth(subject) } };
  },
  theme: (facts) => ({ facts: { sign: facts.sign }, seed: `profile ${JSON.stringify(facts)}` }),
  compose(facts, words) {
    const { sign, moon_sign, rising_sign, venus, mars, decan } = facts;
    const of = (move: string, place: Sign | undefined) => place && words.say(move, { facts: { sign: place } });
    const told = (...lines: (string | undefined)[]): string => lines.filter(Boolean).join(' ');
    return {
      element: words.name(`element.${elementOf(sign)}`),
      ruling_planet: words.name(`ruler.${rulerOf(sign)}`),
      strengths: told(words.say('profile.strengths'), decan && words.say('profile.decan', { facts: { decan } })),
      weaknesses: told(words.say('profile.weaknesses'), of('birth.mars', mars)),
      description: told(
        words.say('profile.description'),
        words.say('profile.path'),
        of('profile.moon', moon_sign) ?? of('birth.venus', venus),
        of('profile.rising', rising_sign),
      ),
      traits: traitsOf(facts, words),
      compatibility: KINDRED_STEPS.map((steps) => signAfter(sign, steps)),
    };
  },
});

interface BirthSigns {
  readonly venus?: Sign;
  readonly mars?: Sign;
  /** The sign that colours the third of the sign that the sun stood in. */
  readonly decan?: Sign;
}

/** What a date of birth tells besides its sun sign; a decan only of the sign that is told. */
function ofBirth({ sign, natal }: Subject): BirthSigns {
  const [sun, venus, mars] = [natal.get('sun'), natal.get('venus'), natal.get('mars')];
  return {
    ...(venus === undefined ? {} : { venus: signAt(venus) }),
    ...(mars === undefined ? {} : { mars: signAt(mars) }),
    ...(sun === undefined || signAt(sun) !== sign ? {} : { decan: decanOf(sun) }),
  };
}

/** Of the sign alone, or with one each of moon and ascendant, where the time is not known of Venus and Mars. */
function traitsOf(
  {
    sign,
    moon_sign,
    rising_sign,
    venus,
    mars,
  }: BirthSigns & { readonly sign: Sign; readonly moon_sign?: Sign; readonly rising_sign?: Sign },
  words: Words,
): string[] {
  const others = [moon_sign ?? venus, rising_sign ?? mars].filter((place) => place !== undefined);
  const own = words.list('profile.traits', others.length > 0 ? OWN_TRAITS : TRAITS, { facts: { sign } });
  return [...own, ...others.map((place) => words.say('profile.traits', { facts: { sign: place } }))];
}
