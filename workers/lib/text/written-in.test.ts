import { deepEqual, equal, ok } from 'node:assert/strict';
import { declarationTexts, languages } from '../../../test/helpers/language-samples.js';
import { nightlyOrDaily } from '../../../test/helpers/scale.js';
import { languageName } from './languages.js';
import { isWrittenIn, languageTest } from './written-in.js';

describe('the language of a text', () => {
  const texts = declarationTexts();
  /** As long as a short reading. */
  const passages = (language: string): string[] => {
    const sentences = texts.get(language) ?? [];
    return nightlyOrDaily([0, 4], [0]).map((at) =>
      sentences
        .slice(at, at + 4)
        .join(' ')
        .slice(0, 400),
    );
  };

  it('is known by name for every two letters of ISO 639-1, and for no others', () => {
    equal(languages.length, 181);
    for (const [code, name] of [
      ['cy', 'Welsh'],
      ['yo', 'Yoruba'],
      ['iu', 'Inuktitut'],
    ] as const) {
      equal(languageName(code), name);
    }
    for (const code of ['xx', 'iw', 'EN', 'eng', '', 'e1']) equal(languageName(code), undefined, code);
  });

  it('is taken for its own, in every language for which there is a text', () => {
    ok(texts.size >= 150, `${texts.size} languages`);
    const refused = [...texts.keys()].filter((language) => {
      return passages(language).some((text) => !isWrittenIn(text, language));
    });
    deepEqual(refused, []);
  });

  it('is not taken for another: English, German and Russian are found out wherever something else was asked for', () => {
    /** So near that a few sentences do not tell, or not known to the statistics in these letters. */
    const near: Readonly<Record<string, readonly string[]>> = {
      en: ['ia'],
      de: ['ff', 'iu', 'kk', 'sa', 'tg'],
      ru: ['bg', 'bs', 'sr', 'ug'],
    };
    for (const [spoken, alike] of Object.entries(near)) {
      const tests = passages(spoken).map(languageTest);
      const asked = languages.filter(
        (language) => language !== spoken && texts.has(language) && !alike.includes(language),
      );
      const taken = asked.filter((language) => tests.some((isIn) => isIn(language)));
      deepEqual(taken, [], `taken though in ${spoken}`);
    }
  });

  it('of a few words is judged by its script alone', () => {
    equal(isWrittenIn('Sourdough bread', 'fr'), true);
    equal(isWrittenIn('Sourdough bread', 'ja'), false);
    equal(isWrittenIn('サワードウのパン', 'ja'), true);
    equal(isWrittenIn('Хлеб на закваске', 'en'), false);
    equal(isWrittenIn('2026', 'ja'), true);
  });
});
