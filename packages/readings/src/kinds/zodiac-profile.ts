import type { Composition } from '../compose/compose.js';
import type { Names, Words } from '../compose/words.js';
import type { BirthSky, MinorFacts, Sign } from '../facts.js';
import { findElement, findRuler, signAfter } from './zodiac.js';

export interface ProfileFacts extends MinorFacts {
  readonly sign: Sign;
  readonly moon_sign?: Sign;
  readonly rising_sign?: Sign;
  readonly born?: string;
  readonly sky?: BirthSky;
  /** Sun sign of the birth, which may differ from the requested sign. */
  readonly sun?: Sign;
}

const TRAITS = 5;
/** Number of traits of the sign itself if a birth adds others. */
const OWN_TRAITS = 3;
/** Signs of the same element, then those at a sextile: the ones a sign gets on with most easily. */
const KINDRED_STEPS = [4, 8, 2, 10];

/** Number of degrees at the beginning and the end of a sign. */
const EDGE = 10;

export const buildComposition = (facts: ProfileFacts, names: Names): Composition => {
  const born = describeBirth(facts, names);
  return {
    facts: { sign: facts.sign, ...born.facts },
    slots: born.slots,
    seed: `profile ${JSON.stringify(facts)}`,
  };
};

export const writeTexts = (facts: ProfileFacts, words: Words) => ({
  element: words.name(`element.${findElement(facts.sign)}`),
  ruling_planet: words.name(`ruler.${findRuler(facts.sign)}`),
  ...(facts.sky ? writePersonal({ ...facts, sky: facts.sky }, words) : writeFromSign(words)),
  traits: listTraits(facts, words),
  compatibility: KINDRED_STEPS.map((steps) => signAfter(facts.sign, steps)),
});

const writeFromSign = (words: Words) => ({
  strengths: words.say('profile.strengths'),
  weaknesses: words.say('profile.weaknesses'),
  description: words.tell(['profile.description', 'profile.nature', 'profile.path', 'profile.growth?']),
});

/**
 * Writes three lines on the sign, and the rarest facts of the birth: an aspect to the sun before the sign of a slow planet, and that
 * before the sign of a planet which is never far from the sun.
 */
function writePersonal(
  { sign, moon_sign, rising_sign, sky, sun, minor }: ProfileFacts & { readonly sky: BirthSky },
  words: Words,
) {
  const placed = (planet: 'mercury' | 'venus' | 'mars' | 'jupiter' | 'saturn'): string =>
    words.say(`birth.${planet}`, { facts: { sign: sky[planet] } });
  const touched = (...qualities: readonly string[]): string | undefined => {
    const aspect = sky.aspects.find(({ quality }) => qualities.includes(quality));
    return aspect && words.say('birth.aspect', { facts: { planet: aspect.planet, quality: aspect.quality } });
  };
  const decan = (): string | undefined =>
    sun === sign && sky.decan !== sign && words.chance(1 / 3)
      ? words.say('profile.decan', { facts: { decan: sky.decan } })
      : undefined;
  const of = (move: string, place: Sign | undefined): string | undefined =>
    place && words.say(move, { facts: { sign: place } });
  const told = (...lines: readonly (string | undefined)[]): string =>
    lines.filter((line) => line !== undefined).join(' ');
  const met = touched('meet');
  // Lines on Venus are about love.
  const near = words
    .shuffle(['venus', 'mercury', 'weekday'] as const)
    .filter((what) => !(minor && what === 'venus'))
    .slice(0, met ? 1 : 2);
  return {
    strengths: told(words.say('profile.strengths'), touched('soft') ?? decan() ?? placed('jupiter')),
    weaknesses: told(words.say('profile.weaknesses'), touched('hard') ?? placed(words.chance(0.5) ? 'saturn' : 'mars')),
    description: told(
      words.find('profile.born'),
      words.say(words.pick(['profile.description', 'profile.nature', 'profile.path', 'profile.growth'])),
      of('profile.moon', moon_sign) ?? words.say('birth.phase', { facts: { phase: sky.phase } }),
      ...near.map((what) =>
        what === 'weekday' ? words.say('birth.weekday', { facts: { weekday: sky.weekday } }) : placed(what),
      ),
      met,
      of('profile.rising', rising_sign),
    ),
  };
}

/** Returns facts and slots of the day of birth and the position of the sun, if the reading is about the sun sign. */
function describeBirth({ sign, born, sky, sun }: ProfileFacts, names: Names) {
  if (!born || !sky || sun !== sign) return { facts: {}, slots: {} };
  const { degree } = sky;
  return {
    facts: { part: degree < EDGE ? 'early' : degree < 2 * EDGE ? 'middle' : 'late' },
    slots: { born: names.day(born), degree: `${degree}°`, place: names.name(`in.${sun}`) },
  };
}

/** Lists traits of the sign, with one each of moon and ascendant, or of Venus and Mars if the time of birth is unknown. */
function listTraits({ sign, moon_sign, rising_sign, sky }: ProfileFacts, words: Words): string[] {
  const others = [moon_sign ?? sky?.venus, rising_sign ?? sky?.mars].filter((place) => place !== undefined);
  const own = words.list('profile.traits', others.length > 0 ? OWN_TRAITS : TRAITS, { facts: { sign } });
  return [...own, ...others.map((place) => words.say('profile.traits', { facts: { sign: place } }))];
}
