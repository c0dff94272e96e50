import type { Words } from '../compose/words.js';
import type { NameFacts } from '../facts.js';
import { buildNameComposition, partMove } from './numbers.js';

/** Number of missing digits that the text names. */
const LACKING = 1;

export const buildComposition = buildNameComposition('subconscious');

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
    // Without a missing digit, a line on the first name takes its place.
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
