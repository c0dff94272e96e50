import { challengeNumbers } from '../../shared/contract/catalogue/numerology.js';
import { type ChallengeTime, challenges, challengeTimes } from '../lib/numerology.js';
import { minorFacts } from '../lib/readings/minor.js';
import { numerology, today } from '../lib/readings/reading.js';
import type { Words } from '../lib/writing/words.js';

const places = ['first', 'second', 'third', 'fourth'] as const;

export default numerology(challengeNumbers, {
  name: 'challenge_numbers',
  about: 'the four challenge numbers of a birth date, each with the time of life that it belongs to',
  calculate({ birth_date }, call) {
    const numbers = challenges(birth_date);
    return {
      computed: { type: 'challenge' as const, number: numbers },
      facts: { challenges: numbers, times: challengeTimes(birth_date), ...minorFacts(birth_date, today(call)) },
    };
  },
  theme: ({ challenges, times }) => ({ facts: {}, seed: `challenges ${challenges.join(' ')} ${times[0].until}` }),
  compose({ challenges, times }, words) {
    const read = (at: 0 | 1 | 2 | 3) => ({
      number: challenges[at],
      meaning: meaningAt(at, { challenges, time: times[at] }, words),
    });
    return { first_challenge: read(0), second_challenge: read(1), third_challenge: read(2), fourth_challenge: read(3) };
  },
});

interface Told {
  readonly challenges: readonly [number, number, number, number];
  readonly time: ChallengeTime;
}

/** Moves for a number that comes first, and for one that comes again: plain words before images. */
const FIRST = ['number.challenge.first', 'challenge.meaning'];
const AGAIN = ['number.challenge', 'challenge.again'];

/** A number that came before is named with what it asks, and not explained again. */
function meaningAt(at: 0 | 1 | 2 | 3, { challenges, time }: Told, words: Words): string {
  const facts = { number: challenges[at], place: places[at] };
  const slots = Object.fromEntries(Object.entries(time).map(([name, value]) => [name, String(value)]));
  const before = challenges.indexOf(challenges[at]) < at;
  const asked = { number: String(challenges[at]), challenge: words.name('number.challenge', challenges[at]) };
  return words.tell([...(before ? AGAIN : FIRST), 'challenge.time'], {
    facts,
    slots: { ...slots, ...asked },
  });
}
