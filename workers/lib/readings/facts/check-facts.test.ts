import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { getPhrases } from 'readings';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../../shared/process/project-file.js';
import { findUntrueClaims } from './check-facts.js';

const texts = Type.Array(Type.String());
const heldFile = Type.Array(
  Type.Object({
    language: Type.String(),
    facts: Type.Object({}),
    reading: Type.Object({}),
    true: texts,
    untrue: texts,
  }),
);
const held = Parse(heldFile, JSON.parse(readFileSync(projectFile('workers/lib/readings/facts/held.json'), 'utf8')));

/** Sentences and their faults. */
const judged = (which: 'true' | 'untrue') =>
  held.flatMap(({ language, facts, reading, [which]: sentences }) =>
    sentences.map((sentence) => ({
      sentence,
      wrong: findUntrueClaims([sentence], {
        facts,
        told: JSON.stringify([facts, reading]),
        phrases: getPhrases(language),
      }),
    })),
  );

describe('the check of facts', () => {
  it('accepts true sentences in six languages', () => {
    const all = judged('true');
    ok(all.length >= 30, `${all.length}`);
    deepEqual(
      all.filter(({ wrong }) => wrong.length > 0),
      [],
    );
  });

  it('rejects planets, signs, houses, aspects, phases, cards, numbers and animals that were not calculated', () => {
    const all = judged('untrue');
    ok(all.length >= 30, `${all.length}`);
    deepEqual(
      all.filter(({ wrong }) => wrong.length === 0).map(({ sentence }) => sentence),
      [],
    );
  });
});
