import { chineseYearForecast } from '../../shared/contract/catalogue/horoscope.js';
import {
  animalRelation,
  asComputed,
  type ChineseDay,
  chineseBirth,
  chineseDay,
  chineseYear,
  elementRelation,
  luckyMonths,
  monthAnimal,
} from '../lib/chinese-calendar.js';
import { latestBirth, minorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';
import { lengthen, type Words } from '../lib/writing/words.js';

/** The fewest words of an overview. */
const SHORTEST_OVERVIEW = 45;

/** From these ages on a year is told as one of middle and of late life; below the youngest it is told to nobody. */
const YOUNGEST = 12;
const MIDDLE = 36;
const LATE = 61;

export default horoscope(chineseYearForecast, {
  name: 'chinese_year_forecast',
  about: 'what a lunar year holds for someone of a Chinese animal and element: overview, career, love, health',
  calculate(input, call) {
    const birth = chineseBirth(input);
    const forecast = chineseYear(input.year ?? Number(today(call).slice(0, 4)));
    const born = input.birth_date === undefined ? {} : bornOn(input.birth_date, forecast.year);
    return {
      computed: { ...asComputed(birth), forecast_year: forecast.year },
      facts: { birth, forecast, ...born, ...minorFacts(latestBirth(input), today(call)) },
    };
  },
  theme: ({ birth, forecast, inner, day, age, life, minor }, names) => ({
    facts: {
      animal: birth.animal,
      element: birth.element,
      year_animal: forecast.animal,
      relation: animalRelation(birth.animal, forecast.animal),
      inner_relation: inner && animalRelation(inner, forecast.animal),
      element_relation: elementRelation(birth.element, forecast.element),
      day_relation: day && animalRelation(day.animal, forecast.animal),
      day_element: day?.element,
      day_element_relation: day && elementRelation(day.element, forecast.element),
      life,
      minor,
    },
    slots: {
      year: String(forecast.year),
      months: names.months(luckyMonths(birth.animal, forecast.animal)),
      element: names.name(`chinese.${birth.element}`),
      age: age === undefined ? undefined : String(age),
      month_animal: inner && names.name(`animal.${inner}`),
      day_animal: day && names.name(`animal.${day.animal}`),
    },
    seed: `forecast ${birth.animal} ${birth.element} ${forecast.year} ${birth.year} ${inner ?? ''}${
      day ? ` ${JSON.stringify(day)}` : ''
    }`,
  }),
  compose: ({ birth, forecast, day, life, minor }, words) => ({
    ...(day ? ofDay(words, life !== undefined) : ofYear(words)),
    ...(minor && { love: words.say('minor.love') }),
    lucky_months: luckyMonths(birth.animal, forecast.animal),
  }),
});

const ofYear = (words: Words) => ({
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

/** One line of each part of life is the year's; what the year does to the month and the day of a birth is the rest. */
function ofDay(words: Words, hasAge: boolean) {
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

/** What a date of birth adds to its year. */
interface Born {
  readonly inner?: ReturnType<typeof monthAnimal>;
  readonly day?: ChineseDay;
  /** How old somebody becomes in the year of the forecast, and the part of life that this is. */
  readonly age?: number;
  readonly life?: 'young' | 'middle' | 'late';
}

function bornOn(date: string, forecastYear: number): Born {
  const day = { inner: monthAnimal(date), day: chineseDay(date) };
  const age = forecastYear - Number(date.slice(0, 4));
  if (age < YOUNGEST) return day;
  if (age < MIDDLE) return { ...day, age, life: 'young' };
  return { ...day, age, life: age < LATE ? 'middle' : 'late' };
}
