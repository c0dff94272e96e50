import { deepEqual, ok } from 'node:assert/strict';
import { type Line, meets } from '../src/compose/line.js';
import { packs } from '../src/packs.js';

/** Returns how many lines each fact of a move needs at least. */
function requiredLines(move: string): number {
  // The meaning and the calculation of a number are said plainly, not in many ways.
  if (move.startsWith('number.')) return 1;
  return move.startsWith('daily.') ? 10 : 6;
}

/** Moves that need fewer lines: how many, and why. */
const FEWER: Readonly<Record<string, readonly [least: number, why: string]>> = {
  'tarot.meaning': [
    4,
    'each of 156 faces comes up in one of forty readings, with what is said of its position and the question beside it',
  ],
  'tarot.weighty.opening': [1, 'what cards cannot know is said in the same words to everybody'],
  'tarot.weighty.first': [1, 'what cards cannot know is said in the same words to everybody'],
  'tarot.weighty.position': [1, 'a sober reading names the place of a card and seeks no variety'],
  'tarot.weighty.suit': [
    3,
    'a sober reading seeks no variety; a spread leaves the line out when it has said all three',
  ],
  'tarot.weighty.close': [1, 'the advice to speak with somebody is the same for everybody'],
  'minor.love': [4, 'a whole text each, in place of love for those under age'],
  'minor.friendship': [2, 'few ask how they get on with a minor'],
  'minor.communication': [2, 'few ask how they get on with a minor'],
  'minor.summary': [2, 'few ask how they get on with a minor'],
};

/** Returns each combination of facts that the conditions of a line name. */
const listCases = ({ when }: Line): Record<string, string | number | boolean>[] =>
  Object.entries(when)
    .filter(([name]) => !name.startsWith('!'))
    .reduce<Record<string, string | number | boolean>[]>(
      (cases, [name, allowed]) =>
        cases.flatMap((facts) =>
          (Array.isArray(allowed) ? allowed : [allowed]).map((value) => ({ ...facts, [name]: value })),
        ),
      [{}],
    );

/** Returns the fewest lines that any fact of the move has. */
function countFewest(lines: readonly Line[]): number {
  const facts = new Map(lines.flatMap(listCases).map((one) => [JSON.stringify(Object.entries(one).sort()), one]));
  return Math.min(...[...facts.values()].map((one) => lines.filter(({ when }) => meets(when, one)).length));
}

describe('the number of lines', () => {
  for (const language of packs.languages) {
    it(`suffices for each fact in "${language}"`, () => {
      for (const [move, lines] of packs.of(language).moves) {
        const [least = requiredLines(move)] = FEWER[move] ?? [];
        const fewest = countFewest(lines);
        ok(fewest >= least, `${move}: a fact has ${fewest} lines, ${least} are required`);
      }
    });
  }

  it('has no needless exception', () => {
    const needless = Object.keys(FEWER).filter((move) =>
      packs.languages.every((language) => countFewest(packs.of(language).moves.get(move) ?? []) >= requiredLines(move)),
    );
    deepEqual(needless, []);
  });
});
