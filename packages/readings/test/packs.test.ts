import { deepEqual, ok } from 'node:assert/strict';
import type { Line } from '../src/compose/line.js';
import type { Pack } from '../src/compose/pack.js';
import { packs } from '../src/packs.js';

/** Phrases that only some languages need. */
const OPTIONAL = new Set(['day.first']);

/** Moves whose lines are titles, names or parts of sentences. */
const FRAGMENTS =
  /^(?:profile\.traits|moon\.best|slow\.focus|monthly\.theme|daily\.(?:mood|color)|day\.(?:theme|best|avoid)|(?:month|year)\.theme|month\.focus|life\.(?:title|strengths|challenges)|(?:personality|expression|soul)\.title|expression\.talents|soul\.desires)/;

/** Returns the conditions of a line, sorted. */
const conditions = (line: Line): string => JSON.stringify(Object.entries(line.when).sort());

/** Returns what a pack covers: each move under each of its conditions, and each phrase with its length. */
function listKeys({ moves, phrases }: Pick<Pack, 'moves' | 'phrases'>): Set<string> {
  const said = [...moves].flatMap(([move, lines]) => lines.map((line) => `${move} ${conditions(line)}`));
  const named = Object.entries(phrases)
    .filter(([name]) => !OPTIONAL.has(name))
    .map(([name, all]) => `${name} × ${all.length}`);
  return new Set([...said, ...named]);
}

const missing = (pack: Pick<Pack, 'moves' | 'phrases'>, than: Pick<Pack, 'moves' | 'phrases'>): string[] => {
  const keys = listKeys(pack);
  return [...listKeys(than)].filter((key) => !keys.has(key));
};

describe('packs', () => {
  const english = packs.of('en');

  it('exist in six languages', () => {
    for (const language of ['de', 'en', 'es', 'fr', 'it', 'pt']) ok(packs.languages.includes(language), language);
  });

  it('are incomplete as soon as one condition, move or phrase is missing', () => {
    const italian = packs.of('it');
    const moves = new Map(italian.moves);
    const lines = moves.get('daily.house') ?? [];
    moves.set(
      'daily.house',
      lines.filter(({ when }) => when.house !== 7),
    );
    deepEqual(missing({ ...italian, moves }, english), ['daily.house [["house",7]]']);
    moves.set('daily.house', lines);
    moves.delete('tarot.birth');
    ok(missing({ ...italian, moves }, english).includes('tarot.birth [["life_path",11]]'));
    const { reversed: _, ...phrases } = italian.phrases;
    deepEqual(missing({ ...italian, phrases }, english), ['reversed × 1']);
  });

  for (const language of packs.languages) {
    const pack = packs.of(language);

    it(`cover the same facts in "${language}" as in English`, () => {
      deepEqual(missing(pack, english), []);
      deepEqual(missing(english, pack), []);
    });

    it(`have no line in "${language}" that depends on no fact`, () => {
      for (const [move, lines] of pack.moves) {
        for (const { source, when, slots } of lines) {
          ok(Object.keys(when).length > 0 || slots.length > 0, `${move}: "${source}"`);
        }
      }
    });

    it(`use in "${language}" only the slots of the English lines`, () => {
      for (const [move, lines] of pack.moves) {
        const filled = new Set(english.moves.get(move)?.flatMap(({ slots }) => slots));
        for (const { source, slots } of lines) {
          for (const slot of slots) ok(filled.has(slot), `${move}: {${slot}} in "${source}"`);
        }
      }
    });

    it(`have complete sentences in "${language}", no stray spaces, and no line twice for the same facts`, () => {
      for (const [move, lines] of pack.moves) {
        const seen = new Set<string>();
        for (const line of lines) {
          const { source } = line;
          ok(source === source.trim() && !/ {2}|"|\s[,.]/.test(source), `${move}: "${source}"`);
          ok(FRAGMENTS.test(move) !== /[.!?]$/.test(source), `${move}: "${source}"`);
          // French sets a narrow no-break space before double punctuation; the other five set none.
          ok(!(language === 'fr' ? /[^\u202f][;:!?]/ : /\s[;:!?]/).test(source), `${move}: punctuation in "${source}"`);
          const key = `${conditions(line)} ${source}`;
          ok(!seen.has(key), `${move}: twice "${source}"`);
          seen.add(key);
        }
      }
    });
  }
});
