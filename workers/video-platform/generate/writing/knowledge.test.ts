import { deepEqual, equal, ok } from 'node:assert/strict';
import { fieldsIn } from './knowledge.js';
import { packs } from './packs.js';

/** The words by which somebody speaks of themselves. */
const FIRST_PERSON: Readonly<Record<string, RegExp>> = {
  de: /(?<!\p{L})(?:ich|mein|meine|meinen|wir|unser|unsere)(?!\p{L})/u,
  en: /(?<!\p{L})(?:I|my|we|our|us)(?!\p{L})/u,
  es: /(?<!\p{L})(?:yo|nosotros|nuestro|nuestra)(?!\p{L})/u,
  fr: /(?<!\p{L})(?:je|mon|ma|nous|notre)(?!\p{L})/u,
  it: /(?<!\p{L})(?:io|mio|mia|noi|nostro)(?!\p{L})/u,
  pt: /(?<!\p{L})(?:eu|meu|minha|nós|nosso)(?!\p{L})/u,
};

describe('what is known of fields', () => {
  it('is written for forty at least in every language', () => {
    for (const language of packs.languages) {
      const fields = fieldsIn(language);
      ok(fields.length >= 40, `${language}: ${fields.length}`);
      equal(new Set(fields.map(({ id }) => id)).size, fields.length);
    }
  });

  it('gives each word to one field', () => {
    for (const language of packs.languages) {
      const words = fieldsIn(language).flatMap((field) => field.words);
      deepEqual(
        words.filter((word, at) => words.indexOf(word) !== at),
        [],
        language,
      );
    }
  });

  it('has no first person, ends its sentences, and names its parts in few words', () => {
    for (const language of packs.languages) {
      for (const { id, parts, tools, mistakes, signs, questions } of fieldsIn(language)) {
        for (const one of [
          ...parts.flatMap(({ fact, shot }) => [fact, shot]),
          ...tools,
          ...mistakes,
          ...signs,
          ...questions,
        ]) {
          ok(!FIRST_PERSON[language]?.test(one), `${language} ${id}: ${one}`);
        }
        for (const { name, fact, shot } of parts) {
          ok(name.split(' ').length <= 5, `${language} ${id}: ${name}`);
          ok(/[.:]$/.test(fact) && /[.:]$/.test(shot), `${language} ${id}: ${fact} > ${shot}`);
        }
        for (const question of questions) ok(question.endsWith('?'), `${language} ${id}: ${question}`);
      }
    }
  });
});
