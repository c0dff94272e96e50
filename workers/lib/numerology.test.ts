import { deepEqual, equal, throws } from 'node:assert/strict';
import {
  challenges,
  computeChallengeTimes,
  computeLifePath,
  computePersonalDay,
  computePersonalMonth,
  computePersonalYear,
  computeSoulUrge,
  computeSubconsciousSelf,
  expression,
  parseLetters,
  personality,
  reduce,
} from './numerology.js';

const of = (count: (letters: readonly string[]) => number, name: string): number => count(parseLetters(name));

describe('numbers', () => {
  it('reduce to one digit, but keep 11, 22 and 33', () => {
    deepEqual([0, 9, 10, 11, 22, 33, 29, 38, 44, 99, 2066].map(reduce), [0, 9, 1, 11, 22, 33, 11, 11, 8, 9, 5]);
  });

  it('of dates, worked out by hand', () => {
    // 29 November 1987: 11 + 11 + (1+9+8+7 = 25 → 7) = 29 → 11
    equal(computeLifePath('1987-11-29'), 11);
    // 4 August 1961: 8 + 4 + (17 → 8) = 20 → 2
    equal(computeLifePath('1961-08-04'), 2);
    // 22 April 1970: 4 + 22 + (17 → 8) = 34 → 7; 11 November 1992: 11 + 11 + (21 → 3) = 25 → 7
    equal(computeLifePath('1970-04-22'), 7);
    equal(computeLifePath('1992-11-11'), 7);
    // 29 February 2000: 2 + 11 + 2 = 15 → 6
    equal(computeLifePath('2000-02-29'), 6);
    // 29 November 1987: month 2, day 2, year 7 → |2-2|, |2-7|, |0-5|, |2-7|
    deepEqual(challenges('1987-11-29'), [0, 5, 5, 5]);
    // 4 August 1961: month 8, day 4, year 8 → 4, 4, 0, 0
    deepEqual(challenges('1961-08-04'), [4, 4, 0, 0]);
    // 29 November in 2026: 11 + 29 + 2026 = 2066 → 14 → 5; March: 5 + 3 = 8; the 14th: 8 + 14 = 22
    equal(computePersonalYear('1987-11-29', 2026), 5);
    equal(computePersonalMonth('1987-11-29', '2026-03'), 8);
    equal(computePersonalDay('1987-11-29', '2026-03-14'), 22);
  });

  it('of dates keep master numbers at every step', () => {
    // 29 September 1984: 9 + 11 + 22 = 42 → 6; 29 November 1993: 11 + 11 + 22 = 44 → 8
    equal(computeLifePath('1984-09-29'), 6);
    equal(computeLifePath('1993-11-29'), 8);
    // 9 February 2009: 2 + 9 + 11 = 22; 11 November 2009: 11 + 11 + 11 = 33; 1 January 1980: 1 + 1 + (18 → 9) = 11
    equal(computeLifePath('2009-02-09'), 22);
    equal(computeLifePath('2009-11-11'), 33);
    equal(computeLifePath('1980-01-01'), 11);
    // 1 January in 2007: 1 + 1 + 2007 = 2009 → 11; May: 11 + 5 = 16 → 7; November: 11 + 11 = 22; the 11th: 22 + 11 = 33
    equal(computePersonalYear('1980-01-01', 2007), 11);
    equal(computePersonalMonth('1980-01-01', '2007-05'), 7);
    equal(computePersonalMonth('1980-01-01', '2007-11'), 22);
    equal(computePersonalDay('1980-01-01', '2007-11-11'), 33);
    // 29 December in 2045: 12 + 29 + 2045 = 2086 → 16 → 7
    equal(computePersonalYear('1990-12-29', 2045), 7);
    // 22 February in 1975: 2 + 22 + 1975 = 1999 → 28 → 10 → 1; 9 December in 1968: 12 + 9 + 1968 = 1989 → 27 → 9
    equal(computePersonalYear('1960-02-22', 1975), 1);
    equal(computePersonalYear('1960-12-09', 1968), 9);
  });

  it('of challenges have their ages and years', () => {
    // 29 November 1987: life path 11 → 2, 36 - 2 = 34
    deepEqual(computeChallengeTimes('1987-11-29'), [
      { until_age: 34, until: 2021 },
      { from_age: 34, from: 2021, until_age: 43, until: 2030 },
      { from_age: 43, from: 2030, until_age: 52, until: 2039 },
      { from_age: 52, from: 2039 },
    ]);
  });

  it('of names, worked out by hand', () => {
    // JOHN SMITH: 1+6+8+5 + 1+4+9+2+8 = 44 → 8; vowels O I: 6+9 = 15 → 6; consonants 29 → 11
    equal(of(expression, 'John Smith'), 8);
    equal(of(computeSoulUrge, 'John Smith'), 6);
    equal(of(personality, 'John Smith'), 11);
    // values 1 6 8 5 1 4 9 2 8: the digits 1 2 4 5 6 8 9
    equal(of(computeSubconsciousSelf, 'John Smith'), 7);
    // MARIA LOPEZ: 24 + 29 = 53 → 8; vowels A I A O E: 1+9+1+6+5 = 22; consonants M R L P Z: 4+9+3+7+8 = 31 → 4
    equal(of(expression, 'María López'), 8);
    equal(of(computeSoulUrge, 'María López'), 22);
    equal(of(personality, 'María López'), 4);
    // KOWALSKI: 29 → 11; vowels O A I: 16 → 7; consonants 13 → 4.
    equal(of(expression, 'Kowalski'), 11);
    equal(of(computeSoulUrge, 'Kowalski'), 7);
    equal(of(personality, 'Kowalski'), 4);
    // ROY: 9+6+7 = 22
    equal(of(expression, 'Roy'), 22);
    // IRIS AIDA: vowels I I A I A: 9+9+1+9+1 = 29 → 11
    equal(of(computeSoulUrge, 'Iris Aida'), 11);
    // ILIO OI: vowels I I O O I: 9+9+6+6+9 = 39 → 12 → 3
    equal(of(computeSoulUrge, 'Ilio Oi'), 3);
    // IOI UO: 9+6+9+3+6 = 33
    equal(of(computeSoulUrge, 'Ioi Uo'), 33);
    // Y is a consonant: MARY: vowels A = 1; consonants 4+9+7 = 20 → 2
    equal(of(computeSoulUrge, 'Mary'), 1);
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
    for (const [name, folded] of pairs) equal(parseLetters(name).join(''), folded);
  });

  it('of a name without a letter are refused, of one without vowels or consonants are 0', () => {
    for (const name of ['123', '—', '!!', '🦁', '٤٥', 'Ⅷ']) throws(() => parseLetters(name), { status: 422 });
    equal(of(computeSoulUrge, 'Ng'), 0);
    equal(of(personality, 'Aoi'), 0);
  });
});
