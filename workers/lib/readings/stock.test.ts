import { deepEqual, ok } from 'node:assert/strict';
import { type Line, meets } from '../writing/line.js';
import { packs } from './reading.js';

/** The moves of the readings that are asked for most. */
const COUNTED = /^(?:daily|slow|weekly|monthly|match|tarot)\.|^birth\.(?:transit|point|house|venus|mars|moon)$/;

/** How many lines each fact of these moves has, at least. */
const wanted = (move: string): number => (move.startsWith('daily.') ? 10 : 6);

const RESTS = 'rests for 45 days before a line comes back, and is silent in between';
const MOON =
  'comes up on the two or three days a month that the moon is in one sign, and goes through all its lines first';
const AHEAD = 'tells how far the next phase of the moon is, with another line from month to month';
const ASPECT = 'comes up a few times a month, and goes through all its lines first';
const MONTHLY = 'comes up once a month at most';
const DRAWN = 'is one of many faces, positions or questions, of which a reading has a few';
const BIRTHS = 'is said only of two births, and there only where the places of the planets leave room';
const PLACED =
  'is said only where births are known, and names a day, a number or signs, so that few couples are told the same';

/** Moves with fewer lines than wanted: how many each of their facts has, and why fewer do for now. */
const FEWER: Readonly<Record<string, readonly [least: number, why: string]>> = {
  'daily.aspect': [2, ASPECT],
  'daily.caution': [3, RESTS],
  'daily.scene': [4, RESTS],
  'daily.action': [6, MOON],
  'daily.house': [6, MOON],
  'daily.next': [3, MOON],
  'daily.rising': [6, MONTHLY],
  'daily.scene.house': [6, MOON],
  'daily.caution.moon': [6, MOON],
  'daily.love.venus': [3, RESTS],
  'daily.love.sign': [3, RESTS],
  'daily.love.moon': [6, MOON],
  'daily.love.house': [6, MOON],
  'daily.love.phase': [4, AHEAD],
  'daily.career.sign': [3, RESTS],
  'daily.career.house': [6, MOON],
  'daily.career.moon': [6, MOON],
  'daily.career.phase': [4, AHEAD],
  'daily.health.sign': [3, RESTS],
  'daily.health.moon': [6, MOON],
  'daily.health.house': [6, MOON],
  'daily.health.phase': [4, AHEAD],
  'match.chart': [3, BIRTHS],
  'match.half': [1, PLACED],
  'match.jupiter': [1, PLACED],
  'match.midway': [1, PLACED],
  'match.moons': [2, BIRTHS],
  'match.saturn': [1, PLACED],
  'match.years': [1, PLACED],
  'tarot.meaning': [1, DRAWN],
  'tarot.position': [1, DRAWN],
  'tarot.asked': [2, DRAWN],
  'tarot.birth': [2, DRAWN],
  'tarot.answer': [3, DRAWN],
};

/** Each combination of facts that a group of lines names, as facts. */
const casesOf = ({ when }: Line): Record<string, string | number | boolean>[] =>
  Object.entries(when)
    .filter(([name]) => !name.startsWith('!'))
    .reduce<Record<string, string | number | boolean>[]>(
      (cases, [name, allowed]) =>
        cases.flatMap((facts) =>
          (Array.isArray(allowed) ? allowed : [allowed]).map((value) => ({ ...facts, [name]: value })),
        ),
      [{}],
    );

/** The fewest lines that any fact of the move has. */
function fewestOf(lines: readonly Line[]): number {
  const facts = new Map(lines.flatMap(casesOf).map((one) => [JSON.stringify(Object.entries(one).sort()), one]));
  return Math.min(...[...facts.values()].map((one) => lines.filter(({ when }) => meets(when, one)).length));
}

describe('the stock of lines', () => {
  for (const language of packs.languages) {
    it(`has enough for each fact in "${language}", or says why not`, () => {
      for (const [move, lines] of packs.of(language).moves) {
        if (!COUNTED.test(move)) continue;
        const [least = wanted(move)] = FEWER[move] ?? [];
        const fewest = fewestOf(lines);
        ok(fewest >= least, `${move}: a fact has ${fewest} lines, ${least} are wanted`);
      }
    });
  }

  it('has no exception that is not needed any more', () => {
    const needless = Object.keys(FEWER).filter((move) =>
      packs.languages.every((language) => fewestOf(packs.of(language).moves.get(move) ?? []) >= wanted(move)),
    );
    deepEqual(needless, []);
  });
});
