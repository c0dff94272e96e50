import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../shared/process/project-file.js';
import { detectConcern, detectDanger, LANGUAGES, listSuicideLanguages } from './detect.js';

const byLanguage = Type.Record(Type.String(), Type.Array(Type.String()));
const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(projectFile(`workers/lib/danger/fixtures/${name}.json`), 'utf8'));
const inDanger = Parse(byLanguage, fixture('danger'));
const suicideElsewhere = Parse(byLanguage, fixture('suicide-elsewhere'));
const weighty = Parse(byLanguage, fixture('weighty'));
const lookAlikes = Parse(Type.Array(Type.String()), fixture('look-alikes'));

const countQuestions = (questions: Readonly<Record<string, readonly string[]>>): number =>
  Object.values(questions).flat().length;

describe('detection of danger', () => {
  for (const language of LANGUAGES) {
    it(`finds every question of a person in danger in "${language}"`, () => {
      deepEqual(
        inDanger[language]?.filter((question) => !detectDanger(question)),
        [],
      );
    });

    it(`finds every weighty question in "${language}" and takes none for a danger`, () => {
      deepEqual(
        weighty[language]?.filter((question) => detectConcern(question)?.tier !== 'weighty'),
        [],
      );
    });
  }

  it('is tested with more than 200 dangers, 60 weighty questions and 100 look-alikes', () => {
    ok(countQuestions(inDanger) > 200);
    ok(countQuestions(suicideElsewhere) > 60);
    ok(countQuestions(weighty) > 60);
    ok(lookAlikes.length > 100);
  });

  it('finds suicide in 22 more languages', () => {
    const languages = Object.keys(suicideElsewhere);
    equal(languages.length, 22);
    deepEqual([...languages].sort(), listSuicideLanguages().slice(LANGUAGES.length).sort());
    for (const [language, questions] of Object.entries(suicideElsewhere))
      for (const question of questions) equal(detectDanger(question)?.about, 'suicide', `${language}: ${question}`);
  });

  it('leaves figures of speech and look-alikes alone', () => {
    deepEqual(
      lookAlikes.filter((question) => detectConcern(question)),
      [],
    );
  });

  it('distinguishes the dangers', () => {
    for (const [question, about] of [
      ['My friend says he wants to die, what should I do', 'suicide'],
      ['I took a whole bottle of pills an hour ago', 'suicide'],
      ['Mein Mann schlägt mich, soll ich bleiben?', 'violence'],
      ['She threatened to kill me if I leave', 'violence'],
      ['Mon ex me harcèle et me suit partout', 'violence'],
      ['Meu pai bate no meu irmãozinho', 'child'],
      ['Me corto los brazos cuando estoy sola', 'selfharm'],
      ['Voglio ammazzare il mio capo', 'harm'],
    ] as const)
      equal(detectDanger(question)?.about, about, question);
  });

  it('names the language that the danger is spoken of in', () => {
    for (const [language, questions] of Object.entries(suicideElsewhere))
      if (!['no', 'da'].includes(language))
        for (const question of questions) equal(detectDanger(question)?.language, language, question);
    equal(detectDanger('Ma fille a fait une tentative de suicide')?.language, 'fr');
    equal(detectDanger('¿Debería suicidarme?')?.language, 'es');
  });

  it('reads through capitals, missing accents and apostrophes, typing errors and disguises', () => {
    for (const question of [
      'I WANT TO KILL MYSELF!!!',
      'i wnat to kil mysefl',
      'I want to k1ll myself',
      'i want to k*ll myself',
      'su1cide',
      's u i c i d e',
      'I want to dieeeee',
      'i w\u200bant to d\u200bie',
      'I wаnt to diе',
      'Ich moechte mich umbrigen',
      'Er schlaegt mich',
      'jai envie de mourrir',
      'je veux me foutre en lair',
      'no kiero vivir mas',
      'nao quero mais viver',
      'non voglio piu vivere',
      'I can\u2019t go on living',
    ])
      ok(detectDanger(question), question);
  });

  it('takes a denied wish to die for a danger', () => {
    for (const question of [
      "I don't want to die",
      'Ich will nicht sterben',
      'No me quiero morir',
      'Je ne veux pas mourir',
    ])
      equal(detectConcern(question)?.tier, 'danger', question);
  });

  it('takes milliseconds, whatever the text', () => {
    const longest = 'i want to my he she is not ich nicht me se no quiero '.repeat(10).slice(0, 500);
    const times = Array.from({ length: 5 }, () => {
      const started = performance.now();
      detectConcern(longest);
      return performance.now() - started;
    });
    ok(Math.min(...times) < 500, `${times.map(Math.round)} ms`);
  });
});
