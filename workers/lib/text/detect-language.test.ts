import { deepEqual, equal, ok } from 'node:assert/strict';
import { declarationTexts, languages } from '../../../test/helpers/language-samples.js';
import { nightlyOrDaily } from '../../../test/helpers/scale.js';
import { createLanguageMatcher, isWrittenIn } from './detect-language.js';
import { languageName } from './languages.js';

describe('the language of a text', () => {
  const texts = declarationTexts();
  /** Texts of the length of a short reading. */
  const passages = (language: string): string[] => {
    const sentences = texts.get(language) ?? [];
    return nightlyOrDaily([0, 4], [0]).map((at) =>
      sentences
        .slice(at, at + 4)
        .join(' ')
        .slice(0, 400),
    );
  };

  it('has a name for every code of ISO 639-1, and for no others', () => {
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

  it('is recognised in every language for which there is a sample', () => {
    ok(texts.size >= 150, `${texts.size} languages`);
    const refused = [...texts.keys()].filter((language) => {
      return passages(language).some((text) => !isWrittenIn(text, language));
    });
    deepEqual(refused, []);
  });

  it('is not mistaken for another: English, German and Russian match no other language', () => {
    /** Languages too similar for a few sentences, or unknown to the statistics in this script. */
    const near: Readonly<Record<string, readonly string[]>> = {
      en: ['ia'],
      de: ['ff', 'iu', 'kk', 'sa', 'tg'],
      ru: ['bg', 'bs', 'sr', 'ug'],
    };
    for (const [spoken, alike] of Object.entries(near)) {
      const tests = passages(spoken).map(createLanguageMatcher);
      const asked = languages.filter(
        (language) => language !== spoken && texts.has(language) && !alike.includes(language),
      );
      const taken = asked.filter((language) => tests.some((isIn) => isIn(language)));
      deepEqual(taken, [], `taken though in ${spoken}`);
    }
  });

  it('is judged by the script alone for a few words', () => {
    equal(isWrittenIn('Sourdough bread', 'fr'), true);
    equal(isWrittenIn('Sourdough bread', 'ja'), false);
    equal(isWrittenIn('サワードウのパン', 'ja'), true);
    equal(isWrittenIn('Хлеб на закваске', 'en'), false);
    equal(isWrittenIn('2026', 'ja'), true);
  });
});
