import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { dangers, LANGUAGES, listSuicideLanguages } from './detect.js';
import { findHelpLines, helpLines, listEmergencyLines, purposes, RECORDED } from './help-lines.js';
import { createHelpMessage } from './message.js';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

describe('help lines', () => {
  it('have a country, languages, a number that can be dialled and a source', () => {
    match(RECORDED, DATE);
    for (const { country, languages, purpose, number, source, checked } of helpLines) {
      match(country, /^[A-Z]{2}$/);
      ok(languages.length > 0 && languages.every((language) => /^[a-z]{2}$/.test(language)), number);
      ok(purposes.includes(purpose));
      match(number, /^[*+]?\d[\d -]{1,}\d$/);
      equal(new URL(source).protocol, 'https:');
      ok(checked === null || DATE.test(checked), number);
    }
  });

  it('are listed once', () => {
    const keys = helpLines.map(({ country, purpose, number }) => `${country} ${purpose} ${number}`);
    equal(new Set(keys).size, keys.length);
  });

  it('have one for suicide, violence, children and emergencies in every language of the readings', () => {
    for (const language of LANGUAGES)
      for (const purpose of purposes)
        ok(
          helpLines.some((line) => line.purpose === purpose && line.languages.includes(language)),
          `${language} ${purpose}`,
        );
  });

  it('have a number in every language in which suicide is recognised', () => {
    for (const language of listSuicideLanguages())
      for (const danger of dangers) ok(findHelpLines(danger, language).length > 0, language);
  });

  it('always come with 112 and 911', () => {
    for (const language of [...listSuicideLanguages(), 'xx']) {
      const numbers = listEmergencyLines(language).map(({ number }) => number);
      ok(numbers.includes('112') && numbers.includes('911'), language);
    }
  });
});

describe('messages of help', () => {
  it('say in every language and for every danger whom to call, before anything else', () => {
    for (const language of LANGUAGES) {
      for (const danger of dangers) {
        const { overall, cards } = createHelpMessage(danger, language, language);
        const [help = '', ...others] = overall.split('\n\n');
        for (const { number } of [...findHelpLines(danger, language), ...listEmergencyLines(language)]) {
          ok(help.includes(number), `${language} ${danger} ${number}`);
          ok(cards[0]?.includes(number), `${language} ${danger} ${number}`);
        }
        ok(others.length > 0);
        ok(![overall, ...cards].some((text) => /[{}]/.test(text)));
        equal(new Set(cards).size, 10);
      }
    }
  });

  it("name the lines of the countries of the question's language, in the requested language", () => {
    const japanese = createHelpMessage('suicide', 'ja', 'de').overall;
    match(japanese, /^Bitte sprich jetzt mit jemandem/);
    match(japanese, /0120-783-556 \(Japan\)/);
    match(createHelpMessage('suicide', 'ja', 'ja').overall, /^Please talk to someone now/);
  });

  it('set punctuation as their language does', () => {
    for (const language of LANGUAGES) {
      const { overall, cards } = createHelpMessage('suicide', language, language);
      const wrong = language === 'fr' ? /[^\u202f][;:!?]| {2}/ : /\s[;:!?]| {2}/;
      deepEqual(
        [overall, ...cards].filter((text) => wrong.test(text)),
        [],
      );
    }
  });
});
