import type { Words } from '../compose/words.js';
import type { NameFacts } from '../facts.js';
import { buildNameComposition, partMove, sayForEach } from './numbers.js';

export const buildComposition = buildNameComposition('expression');

export const writeTexts = ({ number, most_value, first_value, given, family }: NameFacts, words: Words) => ({
  number,
  title: words.say('expression.title'),
  meaning: words.tell([
    'number.expression',
    words.pick(['expression.meaning', 'expression.gift']),
    partMove('given', given),
    ...(family === undefined ? [] : [partMove('family', family)]),
    'number.letters',
  ]),
  talents: sayForEach(words, 'expression.talents', [number, number, most_value ?? given, first_value]),
});
