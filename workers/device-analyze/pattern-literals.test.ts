import { deepEqual, equal, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { bots, visits } from '../../test/references/user-agents/corpora.js';
import { findLiterals, normalizeLiterals, TextIndex } from './pattern-literals.js';

const load = createRequire(import.meta.url);
const { getBaseRegExp }: { getBaseRegExp(pattern: string): RegExp } = load('node-device-detector/parser/helper');
const table: readonly { regex: string }[] = load('node-device-detector/regexes/bots');

const texts = (pattern: string) => findLiterals(pattern)?.map(({ text, anywhere }) => (anywhere ? `…${text}` : text));

describe("the texts of the detector's patterns", () => {
  it('are the literals that a match needs', () => {
    deepEqual(texts('Foo|bar/(\\d+)'), ['foo', 'bar/']);
    deepEqual(texts('^(?:Al|Be)ta'), ['al', 'be']);
    deepEqual(texts('(?:Ali)?Yun'), ['ali', 'yun']);
    deepEqual(texts('.+win32|x?86'), ['…win32', 'x', '86']);
    deepEqual(texts('(?<!like )Android'), ['android']);
    deepEqual(texts('[a-z]+\\.amzn(\\d)'), ['….amzn']);
    equal(texts('\\d+'), undefined);
    equal(texts('foo|'), undefined);
  });

  it('never keep a pattern from matching', () => {
    const agents = [...Object.values(bots).flat(), ...visits.slice(0, 500).map(({ ua }) => ua)]
      .filter((_, index) => index % nightlyOrDaily(1, 10) === 0)
      .map((ua) => ua.replaceAll(/[^\x21-\x7e]+/g, ' '));
    const patterns = table.map(({ regex }) => ({
      regex,
      expression: getBaseRegExp(regex),
      texts: findLiterals(regex),
    }));
    ok(patterns.filter((pattern) => pattern.texts).length > 500);
    for (const ua of agents) {
      const literals = new TextIndex(ua);
      for (const { regex, expression, texts: some } of patterns) {
        if (some && !literals.mayHave(normalizeLiterals(some))) ok(!expression.test(ua), `${regex} matches ${ua}`);
      }
    }
  });
});
