import type { Composition } from '../compose/compose.js';
import type { Words } from '../compose/words.js';
import type { MinorFacts } from '../facts.js';

/** Years in which a challenge is foremost, as ages and as calendar years. */
export interface ChallengeTime {
  readonly from_age?: number;
  readonly from?: number;
  readonly until_age?: number;
  readonly until?: number;
}

export interface ChallengeFacts extends MinorFacts {
  readonly challenges: readonly [number, number, number, number];
  readonly times: readonly [ChallengeTime, ChallengeTime, ChallengeTime, ChallengeTime];
}

const PLACES = ['first', 'second', 'third', 'fourth'] as const;

export const buildComposition = ({ challenges, times }: ChallengeFacts): Composition => ({
  facts: {},
  seed: `challenges ${challenges.join(' ')} ${times[0].until}`,
});

export function writeTexts({ challenges, times }: ChallengeFacts, words: Words) {
  const read = (at: 0 | 1 | 2 | 3) => ({
    number: challenges[at],
    meaning: writeMeaning(at, { challenges, time: times[at] }, words),
  });
  return { first_challenge: read(0), second_challenge: read(1), third_challenge: read(2), fourth_challenge: read(3) };
}

interface Challenge {
  readonly challenges: readonly [number, number, number, number];
  readonly time: ChallengeTime;
}

/** Moves for a number that comes first, and for one that comes again: plain words before images. */
const FIRST = ['number.challenge.first', 'challenge.meaning'];
const AGAIN = ['number.challenge', 'challenge.again'];

/** Writes the meaning of a challenge. A number that came before is named and not explained again. */
function writeMeaning(at: 0 | 1 | 2 | 3, { challenges, time }: Challenge, words: Words): string {
  const facts = { number: challenges[at], place: PLACES[at] };
  const slots = Object.fromEntries(Object.entries(time).map(([name, value]) => [name, String(value)]));
  const before = challenges.indexOf(challenges[at]) < at;
  const asked = { number: String(challenges[at]), challenge: words.name('number.challenge', challenges[at]) };
  return words.tell([...(before ? AGAIN : FIRST), 'challenge.time'], {
    facts,
    slots: { ...slots, ...asked },
  });
}
