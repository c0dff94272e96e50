import { deepEqual, throws } from 'node:assert/strict';
import { nameLetters } from './letters-of-names.js';
import { birthParts } from './parts-of-births.js';

describe('what a name and a date tell besides their numbers', () => {
  it('is worked out by hand for a name', () => {
    // MARIE LUKASZ MULLER: 4 1 9 9 5 · 3 3 2 1 1 8 · 4 3 3 3 5 9
    deepEqual(nameLetters('Marie Łukasz Müller'), {
      first_letter: 'M',
      first_value: 4,
      last_letter: 'E',
      last_value: 5,
      first_vowel: 'A',
      last_vowel: 'E',
      first_consonant: 'M',
      consonant_value: 4,
      vowels: 7,
      consonants: 10,
      most_value: 3,
      most_count: 5,
      missing: ['6', '7'],
      initials: 'MLM',
      // 4 + 3 + 4 = 11
      balance: 2,
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

  it('is worked out by hand for a date', () => {
    deepEqual(birthParts('1987-11-29'), {
      month: 11,
      day_number: 11,
      year_number: 7,
      attitude: 4,
      summands: ['11', '11', '7'],
      strongest: 'even',
      missing: ['3', '4', '5', '6'],
    });
    deepEqual(birthParts('2001-03-22').strongest, 'day');
  });
});
