import type * as catalogue from '../../../shared/contract/catalogue/numerology.js';
import type { Output } from '../../../shared/contract/contract.js';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import type { Words } from './words.js';
import type { ReadingKind } from './write.js';

type Reading<E extends Endpoint> = E extends { response: unknown }
  ? Output<E> extends { reading: infer R }
    ? R
    : never
  : never;

interface NumberFacts {
  readonly number: number;
}

/** Everything of a list, in the order in which it was written. */
const ALL = 9;

const themeOf = (name: string) => ({
  theme: (facts: NumberFacts) => ({ facts: { number: facts.number }, seed: `${name} ${facts.number}` }),
});

export const lifePathReading: ReadingKind<NumberFacts, Reading<typeof catalogue.lifepathNumber>> = {
  name: 'lifepath_number',
  about: 'a life path number: title, meaning, strengths, challenges, career, relationships',
  ...themeOf('life'),
  compose: ({ number }, words) => ({
    number,
    title: words.say('life.title'),
    meaning: words.say('life.meaning'),
    strengths: words.list('life.strengths', ALL),
    challenges: words.list('life.challenges', ALL),
    career: words.say('life.career'),
    relationships: words.say('life.relationships'),
  }),
};

export const personalityReading: ReadingKind<NumberFacts, Reading<typeof catalogue.personalityNumber>> = {
  name: 'personality_number',
  about: 'a personality number: how others see the bearer of a name',
  ...themeOf('personality'),
  compose: ({ number }, words) => ({
    number,
    title: words.say('personality.title'),
    meaning: words.say('personality.meaning'),
    first_impression: words.say('personality.impression'),
  }),
};

export const expressionReading: ReadingKind<NumberFacts, Reading<typeof catalogue.expressionNumber>> = {
  name: 'expression_number',
  about: 'an expression number: what the bearer of a name can do',
  ...themeOf('expression'),
  compose: ({ number }, words) => ({
    number,
    title: words.say('expression.title'),
    meaning: words.say('expression.meaning'),
    talents: words.list('expression.talents', ALL),
  }),
};

export const soulUrgeReading: ReadingKind<NumberFacts, Reading<typeof catalogue.soulUrgeNumber>> = {
  name: 'soul_urge_number',
  about: 'a soul urge number: what the bearer of a name wants',
  ...themeOf('soul'),
  compose: ({ number }, words) => ({
    number,
    title: words.say('soul.title'),
    meaning: words.say('soul.meaning'),
    desires: words.list('soul.desires', ALL),
  }),
};

export const subconsciousReading: ReadingKind<NumberFacts, Reading<typeof catalogue.subconsciousSelfNumber>> = {
  name: 'subconscious_self_number',
  about: 'a subconscious self number: what the bearer of a name falls back on in a crisis',
  ...themeOf('subconscious'),
  compose: ({ number }, words) => ({
    number,
    meaning: words.say('subconscious.meaning'),
    crisis_response: words.say('subconscious.crisis'),
  }),
};

interface ChallengeFacts {
  readonly challenges: readonly [number, number, number, number];
}

const places = ['first', 'second', 'third', 'fourth'] as const;

export const challengeReading: ReadingKind<ChallengeFacts, Reading<typeof catalogue.challengeNumbers>> = {
  name: 'challenge_numbers',
  about: 'the four challenge numbers of a birth date, each with the time of life that it belongs to',
  theme: ({ challenges }) => ({ facts: {}, seed: `challenges ${challenges.join(' ')}` }),
  compose({ challenges }, words) {
    const read = (at: 0 | 1 | 2 | 3) => ({
      number: challenges[at],
      meaning: challengeAt(challenges, at, words),
    });
    return { first_challenge: read(0), second_challenge: read(1), third_challenge: read(2), fourth_challenge: read(3) };
  },
};

/** A number that came before is not explained again, only placed in its time of life. */
function challengeAt(challenges: ChallengeFacts['challenges'], at: 0 | 1 | 2 | 3, words: Words): string {
  const facts = { number: challenges[at], place: places[at] };
  const before = challenges.indexOf(challenges[at]) < at;
  const meaning = words.say(before ? 'challenge.again' : 'challenge.meaning', { facts });
  return `${meaning} ${words.say('challenge.time', { facts })}`;
}

interface DayFacts extends NumberFacts {
  readonly date: string;
  readonly day_number: number;
  readonly month_number: number;
}

const LISTED = 4;
const CONTEXT_EVERY = 3;

export const personalDayReading: ReadingKind<DayFacts, Reading<typeof catalogue.personalDayPrediction>> = {
  name: 'personal_day',
  about: 'what a personal day number suggests for one day: theme, advice, what it is best for, what to avoid',
  kept: ['date'],
  theme: ({ number, month_number, date, day_number }) => ({
    facts: { number, month_number },
    seed: `day ${number} ${month_number} ${date}`,
    turn: day_number,
  }),
  compose: ({ number, date, day_number }, words) => ({
    number,
    date,
    theme: words.say('day.theme'),
    // A month has one line of context, so it is not said on consecutive days.
    advice: words.tell(['day.advice', day_number % CONTEXT_EVERY === 0 ? 'day.context' : 'day.advice']),
    best_for: words.list('day.best', LISTED, { fragment: true }),
    avoid: words.list('day.avoid', LISTED - 1, { fragment: true }),
  }),
};

interface MonthFacts extends NumberFacts {
  readonly month: string;
  readonly year_number: number;
}

export const personalMonthReading: ReadingKind<MonthFacts, Reading<typeof catalogue.personalMonthPrediction>> = {
  name: 'personal_month',
  about: 'what a personal month number suggests for one month: theme, overview, focus areas',
  kept: ['month'],
  theme: ({ number, year_number, month }) => ({ facts: { number, year_number }, seed: `month ${number} ${month}` }),
  compose: ({ number, month }, words) => ({
    number,
    month,
    theme: words.say('month.theme'),
    overview: words.tell(['month.overview', 'month.context']),
    focus_areas: words.list('month.focus', LISTED),
  }),
};

interface YearFacts extends NumberFacts {
  readonly year: number;
  readonly best_months: readonly number[];
  readonly challenging_months: readonly number[];
}

export const personalYearReading: ReadingKind<YearFacts, Reading<typeof catalogue.personalYearPrediction>> = {
  name: 'personal_year',
  about: 'what a personal year number suggests for one year: theme, and overview with its key months',
  theme: ({ number, year, best_months, challenging_months }, names) => ({
    facts: { number },
    slots: { best: names.months(best_months), hard: names.months(challenging_months) },
    seed: `year ${number} ${year}`,
  }),
  compose: ({ number, year, best_months, challenging_months }, words) => ({
    number,
    year,
    theme: words.say('year.theme'),
    overview: words.tell(['year.overview', 'year.months']),
    key_months: { best: [...best_months], challenging: [...challenging_months] },
  }),
};

interface AllNumbersFacts {
  readonly life_path: number;
  readonly expression: number | null;
  readonly soul_urge: number | null;
  readonly year_number: number;
}

/** Numbers of one family understand each other: thinkers, builders, creators. */
const families: readonly (readonly number[])[] = [
  [1, 5, 7],
  [2, 4, 8, 11, 22],
  [3, 6, 9, 33],
];

function relationOf(one: number, other: number | null): 'same' | 'kin' | 'differ' | 'none' {
  if (other === null) return 'none';
  if (one === other) return 'same';
  return families.some((family) => family.includes(one) && family.includes(other)) ? 'kin' : 'differ';
}

export const allNumbersReading: ReadingKind<AllNumbersFacts, Reading<typeof catalogue.numerologicalNumbers>> = {
  name: 'numerological_numbers',
  about: 'the life path, expression and soul urge numbers of a person, each by itself and all together',
  theme: (facts) => ({
    facts: { relation: relationOf(facts.life_path, facts.expression), year_number: facts.year_number },
    seed: `numbers ${JSON.stringify(facts)}`,
  }),
  compose(facts, words) {
    const say = (move: string, number: number): string => words.say(move, { facts: { number } });
    return {
      life_path: say('life.meaning', facts.life_path),
      expression: facts.expression === null ? null : say('expression.meaning', facts.expression),
      soul_urge: facts.soul_urge === null ? null : say('soul.meaning', facts.soul_urge),
      overall: `${say('overall.base', facts.life_path)} ${words.tell(['overall.pair', 'overall.year'])}`,
    };
  },
};
