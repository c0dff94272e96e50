import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../shared/process/project-file.js';
import { judgeTopic, judgeTopics } from './sensitivity.js';

const byLanguage = Type.Record(Type.String(), Type.Array(Type.String()));
const byKind = Type.Record(Type.String(), byLanguage);
const held = (name: string): unknown =>
  JSON.parse(readFileSync(projectFile(`workers/lib/topics/held/${name}.json`), 'utf8'));

const sensitive = Object.values(Parse(byKind, held('sensitive'))).flatMap((kinds) => Object.values(kinds).flat());
const harmless = Object.values(Parse(byLanguage, held('harmless'))).flat();
const ends = Parse(byKind, held('lifeless'));
const harmful = Object.values(Parse(byLanguage, held('refused'))).flat();

describe('sensitive topics', () => {
  it('recognises 300 grave topics in six languages', () => {
    equal(sensitive.length, 300);
    deepEqual(
      sensitive.filter((topic) => judgeTopic(topic) === undefined),
      [],
    );
  });

  it('does not take them for harmful', () => {
    deepEqual(
      sensitive.filter((topic) => judgeTopic(topic)?.harmful),
      [],
    );
  });

  it('ignores 300 harmless topics with similar words', () => {
    equal(harmless.length, 300);
    deepEqual(
      harmless.filter((topic) => judgeTopic(topic)).map((topic) => `${topic}: ${judgeTopic(topic)?.about}`),
      [],
    );
  });

  it('distinguishes the end of a species, a star, a language, a battery or a trend from the death of a person', () => {
    for (const language of ['de', 'en', 'es', 'fr', 'it', 'pt']) {
      deepEqual(
        ends.things?.[language]?.filter((topic) => judgeTopic(topic)),
        [],
      );
      deepEqual(
        ends.people?.[language]?.filter((topic) => !judgeTopic(topic)),
        [],
      );
    }
  });

  it('recognises harmful topics', () => {
    equal(harmful.length, 48);
    deepEqual(
      harmful.filter((topic) => !judgeTopic(topic)?.harmful),
      [],
    );
  });

  it('recognises a person in danger', () => {
    for (const [topic, about] of [
      ['I want to kill myself', 'suicide'],
      ['Ich will nicht mehr leben', 'suicide'],
      ['He hits me', 'abuse'],
      ['Me corto los brazos', 'selfharm'],
    ] as const)
      equal(judgeTopic(topic)?.about, about, topic);
  });

  it('returns the gravest of several judgements', () => {
    equal(judgeTopics(['Bread', 'My breast cancer', 'Suicide prevention'])?.about, 'suicide');
    equal(judgeTopics(['Suicide', 'How to build a pipe bomb'])?.harmful, true);
    equal(judgeTopics(['Bread', 'butter']), undefined);
  });
});
