import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../shared/process/project-file.js';
import { judge, judgeAll } from './sensitivity.js';

const byLanguage = Type.Record(Type.String(), Type.Array(Type.String()));
const byKind = Type.Record(Type.String(), byLanguage);
const held = (name: string): unknown =>
  JSON.parse(readFileSync(projectFile(`workers/lib/topics/held/${name}.json`), 'utf8'));

const sensitive = Object.values(Parse(byKind, held('sensitive'))).flatMap((kinds) => Object.values(kinds).flat());
const harmless = Object.values(Parse(byLanguage, held('harmless'))).flat();
const ends = Parse(byKind, held('lifeless'));
const harmful = Object.values(Parse(byLanguage, held('refused'))).flat();

describe('what topics are about', () => {
  it('holds every one of 300 topics that need a sober tone, in six languages', () => {
    equal(sensitive.length, 300);
    deepEqual(
      sensitive.filter((topic) => judge(topic) === undefined),
      [],
    );
  });

  it('refuses none of them', () => {
    deepEqual(
      sensitive.filter((topic) => judge(topic)?.harmful),
      [],
    );
  });

  it('does not touch 300 harmless topics that look alike', () => {
    equal(harmless.length, 300);
    deepEqual(
      harmless.filter((topic) => judge(topic)).map((topic) => `${topic}: ${judge(topic)?.about}`),
      [],
    );
  });

  it('tells the end of a species, a star, a language, a battery or a trend from the death of somebody', () => {
    for (const language of ['de', 'en', 'es', 'fr', 'it', 'pt']) {
      deepEqual(
        ends.things?.[language]?.filter((topic) => judge(topic)),
        [],
      );
      deepEqual(
        ends.people?.[language]?.filter((topic) => !judge(topic)),
        [],
      );
    }
  });

  it('refuses what does harm by itself', () => {
    equal(harmful.length, 48);
    deepEqual(
      harmful.filter((topic) => !judge(topic)?.harmful),
      [],
    );
  });

  it('recognises a danger that is typed as a topic', () => {
    for (const [topic, about] of [
      ['I want to kill myself', 'suicide'],
      ['Ich will nicht mehr leben', 'suicide'],
      ['He hits me', 'abuse'],
      ['Me corto los brazos', 'selfharm'],
    ] as const)
      equal(judge(topic)?.about, about, topic);
  });

  it('lets the most pressing of several texts decide', () => {
    equal(judgeAll(['Bread', 'My breast cancer', 'Suicide prevention'])?.about, 'suicide');
    equal(judgeAll(['Suicide', 'How to build a pipe bomb'])?.harmful, true);
    equal(judgeAll(['Bread', 'butter']), undefined);
  });
});
