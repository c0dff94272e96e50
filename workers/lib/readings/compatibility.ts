import type { compatibility } from '../../../shared/contract/catalogue/horoscope.js';
import type { Output } from '../../../shared/contract/contract.js';
import { type Scores, signDistance } from '../sky/synastry.js';
import { elementOf, modalityOf, type Sign, signIndex } from '../sky/zodiac.js';
import type { ReadingKind } from './write.js';

export interface MatchFacts {
  readonly sign_a: Sign;
  readonly sign_b: Sign;
  readonly scores: Scores;
}

const levelOf = (overall: number): string => {
  if (overall >= 80) return 'high';
  if (overall >= 68) return 'good';
  return overall >= 57 ? 'mixed' : 'low';
};

export const match: ReadingKind<MatchFacts, Output<typeof compatibility>['reading']> = {
  name: 'compatibility',
  about: 'how two zodiac signs get on in love, friendship and communication',
  theme({ sign_a: a, sign_b: b, scores }) {
    const pair = [a, b].sort((one, other) => signIndex(one) - signIndex(other));
    return {
      facts: { distance: signDistance(a, b), level: levelOf(scores.overall) },
      seed: `match ${pair.join(' ')} ${scores.overall}`,
    };
  },
  compose({ sign_a: a, sign_b: b, scores }, words) {
    const elements = { facts: { pair: [elementOf(a), elementOf(b)].sort().join('-') } };
    const modes = { facts: { pair: [modalityOf(a), modalityOf(b)].sort().join('-') } };
    const give = (sign: Sign): string => words.say('match.give', { facts: { sign } });
    const gifts = a === b ? words.say('match.same', { facts: { sign: a } }) : `${give(a)} ${give(b)}`;
    return {
      overall_score: scores.overall,
      love: {
        score: scores.love,
        description: `${words.say('match.love')} ${words.say('match.elements', elements)}`,
      },
      friendship: {
        score: scores.friendship,
        description: `${words.say('match.friendship')} ${words.say('match.modes', modes)}`,
      },
      communication: {
        score: scores.communication,
        description: words.tell(['match.communication', 'match.communication']),
      },
      summary: `${gifts} ${words.say('match.summary')}`,
    };
  },
};
