import type { Composition } from '../compose/compose.js';
import type { Names, Words } from '../compose/words.js';
import type { BirthParts, MinorFacts } from '../facts.js';
import { birthToTell, isMaster, mixed } from './numbers.js';

export interface LifePathFacts extends BirthParts, MinorFacts {
  readonly number: number;
  readonly birth_date: string;
}

export const buildComposition = ({ number, birth_date, minor, ...parts }: LifePathFacts, names: Names): Composition => {
  const birth = birthToTell(parts, birth_date, names, number);
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
  strengths: mixed(words, 'life.strengths', [number, number, day_number, year_number]),
  // A digit that is missing is learned late; in a date without any the attitude is what is overdone.
  challenges: mixed(words, 'life.challenges', [
    number,
    Number(missing[0] ?? attitude),
    Number(missing.at(-1) ?? day_number),
  ]),
  career: words.tell([...one(words, 'life.career'), isMaster(attitude) ? 'number.attitude' : 'birth.work']),
  relationships: words.tell(minor ? ['minor.love'] : [...one(words, 'life.relationships'), 'birth.month']),
});

/** Moves for a part of life: its description, and at times advice. */
const one = (words: Words, move: string): readonly string[] => words.pick([[move], [move, `${move}.how`]]);
