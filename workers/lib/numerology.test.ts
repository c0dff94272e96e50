import { deepEqual, equal, throws } from 'node:assert/strict';
import {
  challenges,
  challengeTimes,
  expression,
  lettersOf,
  lifePath,
  personalDay,
  personality,
  personalMonth,
  personalYear,
  reduce,
  soulUrge,
  subconsciousSelf,
} from './numerology.js';

const of = (count: (letters: readonly string[]) => number, name: string): number => count(lettersOf(name));

describe('numbers', () => {
  it('reduce to one digit, but keep 11, 22 and 33', () => {
    deepEqual([0, 9, 10, 11, 22, 33, 29, 38, 44, 99, 2066].map(reduce), [0, 9, 1, 11, 22, 33, 11, 11, 8, 9, 5]);
  });

  it('of dates, worked out by hand', () => {
    // 29 November 1987: 11 + 11 + (1+9+8+7 = 25 → 7) = 29 → 11
    equal(lifePath('1987-11-29'), 11);
    // 4 August 1961: 8 + 4 + (17 → 8) = 20 → 2
    equal(lifePath('1961-08-04'), 2);
    // 22 April 1970: 4 + 22 + (17 → 8) = 34 → 7; 11 November 1992: 11 + 11 + (21 → 3) = 25 → 7
    equal(lifePath('1970-04-22'), 7);
    equal(lifePath('1992-11-11'), 7);
    // 29 February 2000: 2 + 11 + 2 = 15 → 6
    equal(lifePath('2000-02-29'), 6);
    // 29 November 1987: month 2, day 2, year 7 → |2-2|, |2-7|, |0-5|, |2-7|
    deepEqual(challenges('1987-11-29'), [0, 5, 5, 5]);
    // 4 August 1961: month 8, day 4, year 8 → 4, 4, 0, 0
    deepEqual(challenges('1961-08-04'), [4, 4, 0, 0]);
    // 29 November in 2026: 11 + 29 + 2026 = 2066 → 14 → 5; March: 5 + 3 = 8; the 14th: 8 + 14 = 22
    equal(personalYear('1987-11-29', 2026), 5);
    equal(personalMonth('1987-11-29', '2026-03'), 8);
    equal(personalDay('1987-11-29', '2026-03-14'), 22);
  });

  it('of challenges have their ages and years', () => {
    // 29 November 1987: life path 11 → 2, 36 - 2 = 34
    deepEqual(challengeTimes('1987-11-29'), [
      { until_age: 34, until: 2021 },
      { from_age: 34, from: 2021, until_age: 43, until: 2030 },
      { from_age: 43, from: 2030, until_age: 52, until: 2039 },
      { from_age: 52, from: 2039 },
    ]);
  });

  it('of names, worked out by hand', () => {
    // JOHN SMITH: 1+6+8+5 + 1+4+9+2+8 = 44 → 8; vowels O I: 6+9 = 15 → 6; consonants 29 → 11
    equal(of(expression, 'John Smith'), 8);
    equal(of(soulUrge, 'John Smith'), 6);
    equal(of(personality, 'John Smith'), 11);
    // values 1 6 8 5 1 4 9 2 8: the digits 1 2 4 5 6 8 9
    equal(of(subconsciousSelf, 'John Smith'), 7);
    // Y is a consonant: MARY: vowels A = 1; consonants 4+9+7 = 20 → 2
    equal(of(soulUrge, 'Mary'), 1);
    equal(of(personality, 'Mary'), 2);
  });

  it('of names in other letters are those of the same name in A to Z', () => {
    const pairs: [string, string][] = [
      ['José', 'JOSE'],
      ['Müller', 'MULLER'],
      ['Łukasz', 'LUKASZ'],
      ['Иван', 'IVAN'],
      ['O’Brien-Şule', 'OBRIENSULE'],
      ['Jose\u0301', 'JOSE'],
      ['Groß', 'GROSS'],
      ['Нгуен 🦁 № 5', 'NGUEN'],
      ['王小明', 'WANGXIAOMING'],
    ];
    for (const [name, folded] of pairs) equal(lettersOf(name).join(''), folded);
  });

  it('of a name without a letter are refused, of one without vowels or consonants are 0', () => {
    for (const name of ['123', '—', '!!', '🦁', '٤٥', 'Ⅷ']) throws(() => lettersOf(name), { status: 422 });
    equal(of(soulUrge, 'Ng'), 0);
    equal(of(personality, 'Aoi'), 0);
  });
});
