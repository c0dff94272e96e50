import type { Words } from '../compose/words.js';
import type { NameFacts } from '../facts.js';
import { buildNameComposition, partMove } from './numbers.js';

export const buildComposition = buildNameComposition('personality');

export const writeTexts = ({ number, given, family }: NameFacts, words: Words) => ({
  number,
  title: words.say('personality.title'),
  meaning: words.tell([
    'number.personality?',
    ...(number === 0
      ? ['personality.meaning', 'personality.effect']
      : [words.pick(['personality.meaning', 'personality.effect'])]),
    'number.consonants?',
  ]),
  first_impression: words.tell([
    'personality.impression',
    partMove('given', given),
    ...(family === undefined ? [] : [partMove('family', family)]),
  ]),
});
