import type { Words } from '../compose/words.js';
import type { NameFacts } from '../facts.js';
import { byName, partMove } from './numbers.js';

/** How many of the digits that a name lacks are told. */
const LACKING = 1;

export const buildComposition = byName('subconscious');

export const writeTexts = ({ number, most_value, missing, given, balance, initials }: NameFacts, words: Words) => ({
  number,
  meaning: [
    words.tell([
      'number.subconscious',
      'subconscious.meaning',
      most_value === undefined ? partMove('given', given) : 'name.most',
    ]),
    ...words
      .shuffle(missing)
      .slice(0, LACKING)
      .map((digit) => words.say('name.missing', { facts: { missing: digit } })),
    // Who lacks less is told by the first name instead.
    words.tell([
      ...(missing.length < LACKING ? [partMove('given', given)] : []),
      missing.length > 0 ? 'number.count' : 'number.count.all',
    ]),
  ].join(' '),
  crisis_response: words.tell([
    'subconscious.crisis',
    initials.length > 1 ? partMove('balance', balance) : partMove('given', given),
  ]),
});
