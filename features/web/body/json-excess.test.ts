import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { always, seeded } from '../../../test/helpers/randomised.js';
import { jsonExcess } from './json-excess.js';

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** How many values there are, and how deep they are nested, found the long way. */
function sizeOf(value: unknown): { values: number; levels: number } {
  const inner = isContainer(value) ? Object.values(value).map(sizeOf) : [];
  return {
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
    levels: Number(isContainer(value)) + Math.max(0, ...inner.map(({ levels }) => levels)),
  };
}

describe('the bounds of JSON', () => {
  const excess = (text: string, levels: number, values: number) => jsonExcess(Buffer.from(text), { levels, values });

  it(seeded('are told to the value and to the level, for any JSON however it is spaced'), () => {
    always(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom('', ' ', '\t', '\n  '), (json, indent) => {
        const value: unknown = JSON.parse(json);
        const text = JSON.stringify(value, null, indent);
        const { values, levels } = sizeOf(value);
        equal(excess(text, levels, values), undefined);
        equal(excess(text, levels, values - 1), 'values');
        if (levels > 0) equal(excess(text, levels - 1, values), 'levels');
      }),
    );
  });

  it('are not moved by signs inside texts', () => {
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

  it('are told of what is no JSON too, to its end', () => {
    for (const text of [']]]]', '}{', '"', '"\\', '[', ',:,:', '\0']) ok(excess(text, 8, 100) === undefined, text);
  });

  it('end the reading where they are passed: 8 MiB of lists take a twentieth of the time that building them does', () => {
    const lists = `[${'[],'.repeat(2_700_000)}[]]`;
    const bytes = Buffer.from(lists);
    const timed = (work: () => unknown) => {
      const began = performance.now();
      work();
      return performance.now() - began;
    };
    // Of ten the fastest: in a millisecond of its own a busy machine may have had other things to do for thirty.
    const tell = () => timed(() => equal(jsonExcess(bytes, { levels: 64, values: 20_000 }), 'values'));
    const tellMs = Math.min(...Array.from({ length: 10 }, tell));
    const buildMs = timed(() => JSON.parse(lists));
    ok(tellMs < buildMs / 20, `${tellMs.toFixed(1)} ms beside ${buildMs.toFixed(1)} ms`);
  });
});
