import type { Composition } from '../compose/compose.js';
import { lengthen, type Names, type Words } from '../compose/words.js';
import type { ChineseAnimal, ChineseDay, ChineseYear, MinorFacts } from '../facts.js';

/** Relation of the animal of a year to that of a birth, by the tradition of the twelve branches. */
export type AnimalRelation = 'own' | 'triad' | 'ally' | 'clash' | 'harm' | 'neutral';

/** Relation of the element of a year to that of a birth, by the cycles of creation and control. */
export type ElementRelation = 'same' | 'feeds' | 'fed' | 'controls' | 'controlled';

export interface ChineseForecastFacts extends MinorFacts {
  readonly birth: ChineseYear;
  readonly forecast: ChineseYear;
  /** Relations of the forecast year to year, month and day of the birth. */
  readonly relations: {
    readonly animal: AnimalRelation;
    readonly element: ElementRelation;
    readonly inner?: AnimalRelation;
    readonly day?: AnimalRelation;
    readonly day_element?: ElementRelation;
  };
  /** 1 to 12. */
  readonly lucky_months: number[];
  /** Animal of the month of birth. */
  readonly inner?: ChineseAnimal;
  readonly day?: ChineseDay;
  /** Age in the year of the forecast, and the part of life that this is. */
  readonly age?: number;
  readonly life?: 'young' | 'middle' | 'late';
}

/** Minimum number of words of an overview. */
const SHORTEST_OVERVIEW = 45;

export const buildComposition = (
  { birth, forecast, relations, lucky_months, inner, day, age, life, minor }: ChineseForecastFacts,
  names: Names,
): Composition => ({
  facts: {
    animal: birth.animal,
    element: birth.element,
    year_animal: forecast.animal,
    relation: relations.animal,
    inner_relation: relations.inner,
    element_relation: relations.element,
    day_relation: relations.day,
    day_element: day?.element,
    day_element_relation: relations.day_element,
    life,
    minor,
  },
  slots: {
    year: String(forecast.year),
    months: names.months(lucky_months),
    element: names.name(`chinese.${birth.element}`),
    age: age === undefined ? undefined : String(age),
    month_animal: inner && names.name(`animal.${inner}`),
    day_animal: day && names.name(`animal.${day.animal}`),
  },
  seed: `forecast ${birth.animal} ${birth.element} ${forecast.year} ${birth.year} ${inner ?? ''}${
    day ? ` ${JSON.stringify(day)}` : ''
  }`,
});

export const writeTexts = ({ lucky_months, day, life, minor }: ChineseForecastFacts, words: Words) => ({
  ...(day ? writeFromDay(words, life !== undefined) : writeFromYear(words)),
  ...(minor && { love: words.say('minor.love') }),
  lucky_months,
});

const writeFromYear = (words: Words) => ({
  overview: lengthen(
    words,
    words.tell(['forecast.year', 'forecast.overview', 'forecast.element']),
    'forecast.months',
    SHORTEST_OVERVIEW,
  ),
  career: words.tell(['forecast.career', 'forecast.career.animal']),
  love: words.tell(['forecast.love', 'forecast.love.animal']),
  health: words.tell(['forecast.health', 'forecast.health.element']),
});

/** Writes one line of the year for each area of life; its relations to month and day of birth add the rest. */
function writeFromDay(words: Words, hasAge: boolean) {
  const yearOr = (move: string, other: string): string => (words.chance(0.5) ? move : other);
  return {
    overview: words.tell([
      ...(hasAge
        ? [yearOr('forecast.year', 'forecast.element'), 'forecast.overview', 'forecast.age']
        : ['forecast.year', 'forecast.overview', 'forecast.element']),
      'forecast.inner',
    ]),
    career: words.tell([yearOr('forecast.career', 'forecast.career.animal'), 'forecast.day.career']),
    love: words.tell([yearOr('forecast.love', 'forecast.love.animal'), 'forecast.day.love']),
    health: words.tell([yearOr('forecast.health', 'forecast.health.element'), 'forecast.day.health']),
  };
}
