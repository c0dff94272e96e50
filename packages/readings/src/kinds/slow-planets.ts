import type { Facts } from '../compose/line.js';
import { lengthen, SHORTEST_AREA, type Words } from '../compose/words.js';
import type { BirthFacts, Sign, SlowFacts } from '../facts.js';
import { elementOf, signIndex } from './zodiac.js';

/** The most that `signTurn` is apart for two signs, and one more. */
export const SIGN_TURNS = 16;

/**
 * The place of a sign in an order of lines that all signs have in common, so that no two say the same in one week or month:
 * neither twelve signs one line each, nor the three signs of an element two lines of eight.
 */
export function signTurn(sign: Sign): number {
  const index = signIndex(sign);
  return index + 2 * Math.floor(index / 4);
}

/** Conditions of the lines of a week or a month. */
export const slowTheme = (facts: SlowFacts) => ({
  sign: facts.sign,
  element: elementOf(facts.sign),
  sun_house: facts.sun_house,
  venus_house: facts.venus_house,
  mars_house: facts.mars_house,
  minor: facts.minor,
});

/** Composes the areas of life of a week or a month: the plain sense, the slow planets, then the planets of a birth, else the element. */
export const areasOfLife = (
  words: Words,
  { venus_house, mars_house, sun_house, birth, minor }: SlowFacts & { birth?: BirthFacts },
) => ({
  love: minor
    ? words.say('minor.love')
    : area(
        words,
        ['plain.love', { house: venus_house }],
        'slow.love',
        birth && ['birth.venus', { sign: birth.venus }],
        'slow.love.element',
      ),
  career: area(
    words,
    ['plain.career', { house: mars_house }],
    'slow.work',
    birth && ['birth.mars', { sign: birth.mars }],
    'slow.work.element',
  ),
  health: area(
    words,
    ['plain.health', { house: sun_house }],
    'slow.health',
    birth?.moon && ['birth.moon', { sign: birth.moon }],
    'slow.health',
  ),
});

type Move = readonly [move: string, facts: Facts];

function area(words: Words, [plain, facts]: Move, slow: string, birth: Move | undefined, more: string): string {
  const said = [words.say(plain, { facts }), words.say(slow)];
  if (birth) said.push(words.say(birth[0], { facts: birth[1] }));
  return lengthen(words, said.join(' '), more, SHORTEST_AREA);
}
