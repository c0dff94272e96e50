import type { Facts } from '../compose/line.js';
import { lengthen, SHORTEST_AREA, type Words } from '../compose/words.js';
import type { BirthFacts, Sign, SlowFacts } from '../facts.js';
import { findElement, signIndex } from './zodiac.js';

/** Number of different turns that `signTurn` may return. */
export const SIGN_TURNS = 16;

/**
 * Returns the turn of a sign in the order of lines that all signs share, so that no two say the same in one week or month,
 * neither one of twelve lines each, nor, among the three signs of an element, two of eight.
 */
export function signTurn(sign: Sign): number {
  const index = signIndex(sign);
  return index + 2 * Math.floor(index / 4);
}

/** Returns the conditions of the lines of a week or a month. */
export const slowConditions = (facts: SlowFacts) => ({
  sign: facts.sign,
  element: findElement(facts.sign),
  sun_house: facts.sun_house,
  venus_house: facts.venus_house,
  mars_house: facts.mars_house,
  minor: facts.minor,
});

/** Writes the areas of life of a week or a month: the plain sense, the slow planets, then the planets of a birth, else the element. */
export const writeAreas = (
  words: Words,
  { venus_house, mars_house, sun_house, birth, minor }: SlowFacts & { birth?: BirthFacts },
) => ({
  love: minor
    ? words.say('minor.love')
    : writeArea(
        words,
        ['plain.love', { house: venus_house }],
        'slow.love',
        birth && ['birth.venus', { sign: birth.venus }],
        'slow.love.element',
      ),
  career: writeArea(
    words,
    ['plain.career', { house: mars_house }],
    'slow.work',
    birth && ['birth.mars', { sign: birth.mars }],
    'slow.work.element',
  ),
  health: writeArea(
    words,
    ['plain.health', { house: sun_house }],
    'slow.health',
    birth?.moon && ['birth.moon', { sign: birth.moon }],
    'slow.health',
  ),
});

type Move = readonly [move: string, facts: Facts];

function writeArea(words: Words, [plain, facts]: Move, slow: string, birth: Move | undefined, more: string): string {
  const said = [words.say(plain, { facts }), words.say(slow)];
  if (birth) said.push(words.say(birth[0], { facts: birth[1] }));
  return lengthen(words, said.join(' '), more, SHORTEST_AREA);
}
