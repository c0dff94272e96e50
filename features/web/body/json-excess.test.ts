import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { always, seeded } from '../../../test/helpers/randomised.js';
import { findExceededBound } from './json-excess.js';

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Counts the values and levels of parsed JSON. */
function measure(value: unknown): { values: number; levels: number } {
  const inner = isContainer(value) ? Object.values(value).map(measure) : [];
  return {
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
    levels: Number(isContainer(value)) + Math.max(0, ...inner.map(({ levels }) => levels)),
  };
}

describe('findExceededBound', () => {
  const excess = (text: string, levels: number, values: number) =>
    findExceededBound(Buffer.from(text), { levels, values });

  it(seeded('is exact to the value and to the level, for any JSON and whitespace'), () => {
    always(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom('', ' ', '\t', '\n  '), (json, indent) => {
        const value: unknown = JSON.parse(json);
        const text = JSON.stringify(value, null, indent);
        const { values, levels } = measure(value);
        equal(excess(text, levels, values), undefined);
        equal(excess(text, levels, values - 1), 'values');
        if (levels > 0) equal(excess(text, levels - 1, values), 'levels');
      }),
    );
  });

  it('ignores punctuation inside strings', () => {
    for (const text of ['[{,:"', '\\', '\\"', '\\\\"', '"]}"', '\u2028[']) {
      for (const length of [0, 62, 63, 64, 65, 200]) {
        for (const long of [text + 'x'.repeat(length), 'x'.repeat(length) + text]) {
          const json = JSON.stringify({ [long]: [long, text] });
          equal(excess(json, 2, 4), undefined, json);
          equal(excess(json, 2, 3), 'values', json);
        }
      }
    }
  });

  it('reads text that is not JSON to its end', () => {
    for (const text of [']]]]', '}{', '"', '"\\', '[', ',:,:', '\0']) ok(excess(text, 8, 100) === undefined, text);
  });

  it('stops at the excess: 8 MiB of lists take at most a twentieth of the time of JSON.parse', () => {
    const lists = `[${'[],'.repeat(2_700_000)}[]]`;
    const bytes = Buffer.from(lists);
    const timed = (work: () => unknown) => {
      const began = performance.now();
      work();
      return performance.now() - began;
    };
    // The fastest of ten runs, since a busy machine may interrupt each of them.
    const find = () => timed(() => equal(findExceededBound(bytes, { levels: 64, values: 20_000 }), 'values'));
    const findMs = Math.min(...Array.from({ length: 10 }, find));
    const buildMs = timed(() => JSON.parse(lists));
    ok(findMs < buildMs / 20, `${findMs.toFixed(1)} ms of ${buildMs.toFixed(1)} ms`);
  });
});
