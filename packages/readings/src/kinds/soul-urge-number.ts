import type { Words } from '../compose/words.js';
import type { NameFacts } from '../facts.js';
import { buildNameComposition, partMove, sayForEach, toValues } from './numbers.js';

export const buildComposition = buildNameComposition('soul');

export const writeTexts = ({ number, first_vowel, given, family }: NameFacts, words: Words) => ({
  number,
  title: words.say('soul.title'),
  meaning: words.tell([
    'number.soul?',
    ...(number === 0 ? ['soul.meaning', 'soul.joy'] : [words.pick(['soul.meaning', 'soul.joy'])]),
    partMove('given', given),
    ...(family === undefined ? [] : [partMove('family', family)]),
    'name.missing?',
    'number.vowels?',
  ]),
  desires: sayForEach(words, 'soul.desires', [number, number, ...toValues(first_vowel), given]),
});
