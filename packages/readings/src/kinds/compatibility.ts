import type { Composition } from '../compose/compose.js';
import type { Names, Words } from '../compose/words.js';
import type { MinorFacts, Planet, Quality, Sign } from '../facts.js';
import { findElement, findModality, signDistance, signIndex } from './zodiac.js';

/** Facts of two births together, besides the aspects between their planets. */
export interface Couple {
  /** The day half-way between both births: the birthday of their bond by Davison's rule. */
  readonly midway: string;
  /** Sign of the sun on that day. */
  readonly midway_sign: Sign;
  /** Whole years between the births. */
  readonly years: number;
  readonly apart: 'none' | 'one' | 'few' | 'some' | 'many';
  /** Absent where one of the moons was new or full, give or take a day. */
  readonly moons?: 'waxing' | 'waning' | 'mixed';
  readonly jupiter: readonly [Sign, Sign];
  readonly saturn: readonly [Sign, Sign];
}

/** Scores of 100. */
export interface Scores {
  readonly love: number;
  readonly friendship: number;
  readonly communication: number;
  readonly overall: number;
}

/** An aspect between planets of two births, e.g. of `mars-venus`. */
export interface Contact {
  readonly contact: string;
  readonly quality: Quality;
}

/** Facts of a pair with one known birth: signs of its planets, and the sign of the other person. */
export interface Half {
  readonly signs: Readonly<Record<'venus' | 'mars' | 'mercury', Sign>>;
  readonly other: Sign;
}

export interface CompatibilityFacts extends MinorFacts {
  readonly sign_a: Sign;
  readonly sign_b: Sign;
  readonly scores: Scores;
  /** The closest aspect in each area. */
  readonly contacts: Partial<Record<Area, Contact>>;
  /** Signs of the planets at both births. */
  readonly places?: Readonly<Record<'venus' | 'mars' | 'mercury', readonly [Sign, Sign]>>;
  readonly couple?: Couple;
  readonly half?: Half;
}

export function buildComposition(
  { sign_a: a, sign_b: b, scores, places, couple, half }: CompatibilityFacts,
  names: Names,
): Composition {
  const pair = [a, b].sort((one, other) => signIndex(one) - signIndex(other));
  return {
    facts: { distance: signDistance(a, b), level: rateLevel(scores.overall) },
    slots: couple
      ? {
          midway: names.day(couple.midway),
          midyear: couple.midway.slice(0, 4),
          years: String(couple.years),
        }
      : {},
    seed: `match ${pair.join(' ')} ${scores.overall}${places ? ` ${JSON.stringify([places, couple])}` : ''}${half ? ` ${JSON.stringify(half)}` : ''}`,
  };
}

export function writeTexts(
  { sign_a: a, sign_b: b, scores, contacts: met, places, couple, half, minor }: CompatibilityFacts,
  words: Words,
) {
  if (minor) return writeForMinors(scores, words);
  const elements = { facts: { pair: [findElement(a), findElement(b)].sort().join('-') } };
  const modes = { facts: { pair: [findModality(a), findModality(b)].sort().join('-') } };
  const each = (move: string): string =>
    [a, ...(a === b ? [] : [b])].map((sign) => words.say(move, { facts: { sign } })).join(' ');
  const between = (move: string, [one, other]: readonly [Sign, Sign]): string =>
    words.say(move, {
      facts: { distance: signDistance(one, other) },
      slots: { one: words.name(`in.${one}`), other: words.name(`in.${other}`) },
    });
  const one = (area: Area, { signs: placed, other }: Half): string | undefined =>
    words.find('match.half', {
      facts: { distance: signDistance(placed[PLANETS[area]], other) },
      slots: { planet: words.name(`planet.${PLANETS[area]}`), one: words.name(`in.${placed[PLANETS[area]]}`) },
    });
  // Without a birth, each area describes both signs; with one, a single area does.
  const ofSigns = (couple ?? half) && words.pick(['love', 'friendship', 'communication', 'summary'] as const);
  const signs = (part: Area | 'summary', move: string): string | undefined =>
    ofSigns === undefined || ofSigns === part ? each(move) : undefined;
  const describe = (area: Area, bond: string): string => {
    const place = places && between(`match.${PLANETS[area]}`, places[PLANETS[area]]);
    const known = half && one(area, half);
    const contact = met[area];
    // The line before has described two places of the same planet.
    const isTold = place !== undefined && contact?.contact === `${PLANETS[area]}-${PLANETS[area]}`;
    const chart = contact && !isTold ? words.say('match.chart', { facts: { ...contact } }) : undefined;
    const own = signs(area, `match.${area}.sign`);
    // With a birth, the lines on the signs replace those on their distance.
    return [...(ofSigns && own ? [own] : [bond, own]), place, known, chart].filter(Boolean).join(' ');
  };
  const given = a === b ? words.say('match.same', { facts: { sign: a } }) : signs('summary', 'match.give');
  return {
    overall_score: scores.overall,
    love: {
      score: scores.love,
      description: describe(
        'love',
        words.chance(0.5) ? words.say('match.love') : words.say('match.elements', elements),
      ),
    },
    friendship: {
      score: scores.friendship,
      description: describe(
        'friendship',
        words.chance(0.5) ? words.say('match.friendship') : words.say('match.modes', modes),
      ),
    },
    communication: {
      score: scores.communication,
      description: describe('communication', words.say('match.communication')),
    },
    summary: [given, ...(couple ? sayCouple(couple, between, words, given ? 1 : 2) : []), words.say('match.summary')]
      .filter(Boolean)
      .join(' '),
  };
}

/** Writes a reading for a pair with a minor, without romance: the score of friendship replaces that of love. */
function writeForMinors(scores: Scores, words: Words) {
  const of = (move: string): string => words.say(move, { facts: { minor: true } });
  return {
    overall_score: Math.round((scores.friendship + scores.communication) / 2),
    love: { score: scores.friendship, description: of('minor.love') },
    friendship: { score: scores.friendship, description: of('minor.friendship') },
    communication: { score: scores.communication, description: of('minor.communication') },
    summary: of('minor.summary'),
  };
}

/** Says lines on two births as a couple: on the day half-way between them, and on `most` other facts. */
function sayCouple(
  { midway_sign, apart, moons, jupiter, saturn }: Couple,
  between: (move: string, places: readonly [Sign, Sign]) => string,
  words: Words,
  most: number,
): string[] {
  const others = [
    () => words.say('match.years', { facts: { apart } }),
    ...(moons ? [() => words.say('match.moons', { facts: { moons } })] : []),
    () => between('match.jupiter', jupiter),
    () => between('match.saturn', saturn),
  ];
  const midway = words.say('match.midway', { facts: { midway_sign } });
  return [
    midway,
    ...words
      .shuffle(others)
      .slice(0, most)
      .map((say) => say()),
  ];
}

type Area = 'love' | 'friendship' | 'communication';

/** Planet whose signs describe each area if births are known. */
const PLANETS = { love: 'venus', friendship: 'mars', communication: 'mercury' } as const satisfies Record<Area, Planet>;

const rateLevel = (overall: number): string => {
  if (overall >= 80) return 'high';
  if (overall >= 68) return 'good';
  return overall >= 57 ? 'mixed' : 'low';
};
