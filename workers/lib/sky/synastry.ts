import type { Contact, Scores } from 'readings';
import { rateAspect } from './days.js';
import { calculateLongitude, findAspect, isHard } from './positions.js';
import { findElement, findModality, type Planet, type Sign, signAt, signIndex } from './zodiac.js';

/** Returns the distance of two signs, 0 to 6. */
function measureDistance(one: Sign, other: Sign): number {
  const steps = (signIndex(other) - signIndex(one) + 12) % 12;
  return Math.min(steps, 12 - steps);
}

/** Scores by the distance of the signs: same, neighbours, sextile, square, trine, quincunx, opposition. */
const BASE_SCORES = {
  love: [72, 57, 80, 62, 90, 51, 78],
  friendship: [79, 61, 88, 58, 89, 55, 71],
  communication: [82, 58, 85, 54, 84, 50, 69],
} as const;

/** Adjustment for two signs of the same modality. */
const SAME_MODALITY = -2;
/** Adjustment for kindred elements: fire and air, earth and water. */
const KINDRED_ELEMENTS = 3;

const crossed: readonly (readonly [Planet, Planet])[] = [
  ['sun', 'sun'],
  ['sun', 'moon'],
  ['moon', 'moon'],
  ['venus', 'venus'],
  ['venus', 'mars'],
  ['mercury', 'mercury'],
];
const ASPECT_SCORE = 2;
const MAX_ASPECT_SCORE = 9;

/**
 * Calculates how two people get on, from 0 to 100 in each area and regardless of their order. The score of the signs is adjusted by
 * the aspects between the planets at noon if both birth dates are known.
 */
export function calculateScores(one: Sign, other: Sign, births?: readonly [string, string]): Scores {
  const distance = measureDistance(one, other);
  const both = adjustBySigns(one, other) + (births ? adjustByAspects(...births) : 0);
  const score = (area: keyof typeof BASE_SCORES): number =>
    Math.max(0, Math.min(100, (BASE_SCORES[area][distance] ?? 60) + both));
  const [love, friendship, communication] = [score('love'), score('friendship'), score('communication')];
  return { love, friendship, communication, overall: Math.round((love * 2 + friendship + communication) / 4) };
}

function adjustBySigns(one: Sign, other: Sign): number {
  const kindred = ['air fire', 'earth water'].includes([findElement(one), findElement(other)].sort().join(' '));
  return (
    (kindred ? KINDRED_ELEMENTS : 0) + (one !== other && findModality(one) === findModality(other) ? SAME_MODALITY : 0)
  );
}

function adjustByAspects(one: string, other: string): number {
  const noon = (date: string): Date => new Date(`${date}T12:00:00Z`);
  const between = (a: Planet, b: Planet): number => {
    const aspect = findAspect(calculateLongitude(a, noon(one)), calculateLongitude(b, noon(other)));
    if (!aspect) return 0;
    return isHard(aspect.name) ? -ASPECT_SCORE : ASPECT_SCORE;
  };
  const sum = crossed.reduce((total, [a, b]) => total + between(a, b) + (a === b ? 0 : between(b, a)), 0);
  return Math.max(-MAX_ASPECT_SCORE, Math.min(MAX_ASPECT_SCORE, sum));
}

/** Pairs of planets for each area. The moon moves too far in a day to be used without a time. */
const CONTACT_PAIRS: Readonly<Record<keyof typeof BASE_SCORES, readonly (readonly [Planet, Planet])[]>> = {
  love: [
    ['venus', 'venus'],
    ['sun', 'venus'],
    ['mars', 'venus'],
  ],
  friendship: [
    ['sun', 'sun'],
    ['mars', 'sun'],
    ['mars', 'mars'],
  ],
  communication: [
    ['mercury', 'mercury'],
    ['mercury', 'sun'],
  ],
};

/** Finds the closest contact of two births in each area, e.g. `mars-venus`, and its quality, regardless of their order. */
export function findContacts(one: string, other: string): Partial<Record<keyof typeof BASE_SCORES, Contact>> {
  const noon = (date: string): Date => new Date(`${date}T12:00:00Z`);
  const closest = (pairs: readonly (readonly [Planet, Planet])[]): Contact | undefined => {
    const found = pairs.flatMap(([a, b]) =>
      [
        [one, other],
        [other, one],
      ].flatMap(([first = one, second = other]) => {
        const aspect = findAspect(calculateLongitude(a, noon(first)), calculateLongitude(b, noon(second)));
        return aspect ? [{ contact: `${a}-${b}`, quality: rateAspect(aspect), orb: aspect.orb }] : [];
      }),
    );
    const [best] = found.sort((x, y) => x.orb - y.orb);
    return best && { contact: best.contact, quality: best.quality };
  };
  const found = Object.entries(CONTACT_PAIRS).map(([area, pairs]) => [area, closest(pairs)]);
  return Object.fromEntries(found.filter(([, contact]) => contact !== undefined));
}

/** Returns the signs of the planets of love, friendship and communication, at noon of both births. */
export function compareSigns(one: string, other: string): Readonly<Record<'venus' | 'mars' | 'mercury', [Sign, Sign]>> {
  const both = (planet: Planet): [Sign, Sign] => {
    const at = (date: string): Sign => signAt(calculateLongitude(planet, new Date(`${date}T12:00:00Z`)));
    return [at(one), at(other)];
  };
  return { venus: both('venus'), mars: both('mars'), mercury: both('mercury') };
}
