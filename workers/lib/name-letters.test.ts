import { deepEqual, equal, throws } from 'node:assert/strict';
import { nameLetters } from './name-letters.js';
import { computeBirthParts } from './numerology.js';

const partsOfDate = (date: string) => {
  const { day_number, year_number, attitude, summands } = computeBirthParts(date);
  return { day_number, year_number, attitude, summands };
};

describe('facts of a name and a date besides their numbers', () => {
  it('is worked out by hand for a name', () => {
    // MARIE LUKASZ MULLER: 4 1 9 9 5 · 3 3 2 1 1 8 · 4 3 3 3 5 9
    deepEqual(nameLetters('Marie Łukasz Müller'), {
      first_value: 4,
      first_vowel: 'A',
      most_value: 3,
      most_count: 5,
      missing: ['6', '7'],
      initials: 'MLM',
      // 4 + 3 + 4 = 11
      balance: 11,
      // 28
      given: 1,
      // 27
      family: 9,
    });
  });

  it('leaves out what a short name does not have, and parts without a letter', () => {
    const { first_vowel, most_value, initials, missing } = nameLetters(' Ng  - ');
    deepEqual(
      { first_vowel, most_value, initials, missing },
      { first_vowel: undefined, most_value: undefined, initials: 'N', missing: ['1', '2', '3', '4', '6', '8', '9'] },
    );
    throws(() => nameLetters('123'));
  });

  it('has no most frequent value if two are equally frequent', () => {
    // MARIA: 4 1 9 9 1
    equal(nameLetters('María').most_value, undefined);
    equal(nameLetters('N').most_value, undefined);
  });

  it('keeps the master numbers of parts of a name', () => {
    const splitName = (name: string) => {
      const { given, family, balance } = nameLetters(name);
      return { given, family, balance };
    };
    // LÓPEZ 3+6+7+5+8 = 29 → 11; KOWALSKI 2+6+5+1+3+1+2+9 = 29 → 11; MARIA 4+1+9+9+1 = 24 → 6; M L = 7
    deepEqual(splitName('María López'), { given: 6, family: 11, balance: 7 });
    // JAN 1+1+5 = 7; J K = 1+2 = 3
    deepEqual(splitName('Jan Kowalski'), { given: 7, family: 11, balance: 3 });
    // IRIS 9+9+9+1 = 28 → 10 → 1; BLUM 2+3+3+4 = 12 → 3; I B = 9+2 = 11
    deepEqual(splitName('Iris Blum'), { given: 1, family: 3, balance: 11 });
    // ROY 9+6+7 = 22; GINO 7+9+5+6 = 27 → 9; R G = 9+7 = 16 → 7
    deepEqual(splitName('Roy Gino'), { given: 22, family: 9, balance: 7 });
  });

  it('keeps the master numbers of parts of a date', () => {
    // December 21: 12 + 21 = 33; 1984: 1+9+8+4 = 22
    deepEqual(partsOfDate('1984-12-21'), { day_number: 3, year_number: 22, attitude: 33, summands: [3, 3, 22] });
    // February 20: 2 + 20 = 22; 2009: 2+9 = 11
    deepEqual(partsOfDate('2009-02-20'), { day_number: 2, year_number: 11, attitude: 22, summands: [2, 2, 11] });
    // November 29: 11 + 29 = 40 → 4; 1993: 1+9+9+3 = 22
    deepEqual(partsOfDate('1993-11-29'), { day_number: 11, year_number: 22, attitude: 4, summands: [11, 11, 22] });
  });

  it('is worked out by hand for a date', () => {
    deepEqual(computeBirthParts('1987-11-29'), {
      month: 11,
      day_number: 11,
      year_number: 7,
      attitude: 4,
      summands: [11, 11, 7],
      missing: ['3', '4', '5', '6'],
    });
  });
});
