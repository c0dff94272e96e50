import type { Composition } from '../compose/compose.js';
import type { Names, Words } from '../compose/words.js';
import type { BirthParts, MinorFacts } from '../facts.js';
import { describeBirth, isMaster, sayForEach } from './numbers.js';

export interface LifePathFacts extends BirthParts, MinorFacts {
  readonly number: number;
  readonly birth_date: string;
}

export const buildComposition = ({ number, birth_date, minor, ...parts }: LifePathFacts, names: Names): Composition => {
  const birth = describeBirth(parts, birth_date, names, number);
  return { facts: { number, minor, ...birth.facts }, slots: birth.slots, seed: `life ${number} ${birth_date}` };
};

export const writeTexts = (
  { number, day_number, year_number, attitude, missing, minor }: LifePathFacts,
  words: Words,
) => ({
  number,
  title: words.say('life.title'),
  meaning: words.tell([
    'number.life',
    'life.meaning',
    'life.lesson',
    words.chance(0.5) ? 'birth.day' : 'birth.missing?',
    'number.born',
  ]),
  strengths: sayForEach(words, 'life.strengths', [number, number, day_number, year_number]),
  // Missing digits are learned late. Where none is missing, it is the attitude that is overdone.
  challenges: sayForEach(words, 'life.challenges', [
    number,
    Number(missing[0] ?? attitude),
    Number(missing.at(-1) ?? day_number),
  ]),
  career: words.tell([...pickMoves(words, 'life.career'), isMaster(attitude) ? 'number.attitude' : 'birth.work']),
  relationships: words.tell(minor ? ['minor.love'] : [...pickMoves(words, 'life.relationships'), 'birth.month']),
});

/** Picks the moves for an area of life: its description, and at times advice. */
const pickMoves = (words: Words, move: string): readonly string[] => words.pick([[move], [move, `${move}.how`]]);
